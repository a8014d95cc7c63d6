package io.snowkeeper.simulation;

import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.coordinator.store.StoredRecord;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

/** Who has faults come and go, and what is to be done by hand, within what operators may do. */
final class Operator {

    private static final int CLOCK_STEPS_IN_SKEWS = 5;
    private static final int MAX_LOST = 3;
    private static final double MAX_DRIFT = 200_000;

    private final WorldSettings settings;
    private final EventLoop loop;
    private final List<SimulatedNode> nodes;
    private final Machine server;
    private final MemoryEnsemble ensemble;
    private final Trace trace;

    Operator(
            WorldSettings settings,
            EventLoop loop,
            List<SimulatedNode> nodes,
            Machine server,
            MemoryEnsemble ensemble,
            Trace trace) {
        this.settings = settings;
        this.loop = loop;
        this.nodes = nodes;
        this.server = server;
        this.ensemble = ensemble;
        this.trace = trace;
    }

    /** Has a fault come, and go after its time. Returns false if there is nothing that it could strike. */
    boolean strike(Strike strike) {
        SimulatedNode node = nodes.get(strike.node());
        switch (strike.fault()) {
            case KILL -> down(strike, node, SimulatedNode::kill);
            case RESET -> {
                node.machine().boots++;
                down(strike, node, SimulatedNode::kill);
            }
            case LOSE_DISK -> {
                down(strike, node, SimulatedNode::kill);
                node.machine().state = null;
                node.machine().boots++;
            }
            case STOP -> down(strike, node, SimulatedNode::stop);
            case PAUSE -> node.pause(strike.lastsNanos());
            case SUSPEND -> {
                node.pause(strike.lastsNanos());
                loop.after(strike.lastsNanos(), () -> node.machine().missTime(strike.lastsNanos()));
            }
            case CUT -> links(strike, node, Link::cut, Link::heal);
            case HOLD -> links(strike, node, Link::hold, Link::heal);
            case LOSE_REQUESTS -> links(strike, node, link -> link.store().loseRequests(times(strike)), link -> {});
            case LOSE_ANSWERS -> links(strike, node, link -> link.store().loseAnswers(times(strike)), link -> {});
            case DELAY_REQUEST ->
                links(strike, node, link -> link.store().delayRequest(), link -> {
                    link.store().deliverDelayed();
                    link.heal();
                });
            case LAG ->
                links(
                        strike,
                        node,
                        link -> link.store().lag(),
                        link -> link.store().stopLagging());
            case OLD_LEADER ->
                links(
                        strike,
                        node,
                        link -> link.store().lagBehindOldLeader(),
                        link -> link.store().stopLagging());
            case EXPIRE -> node.links().forEach(Link::expire);
            case STEP_CLOCK -> clock(strike, node.machine(), machine -> machine.stepClock(stepMillis(strike)));
            case DRIFT_CLOCK -> clock(strike, node.machine(), machine -> machine.driftClock(strike.size() * drift()));
            case STOP_CLOCK -> {
                if (deletesSlots()) {
                    return false;
                }
                clock(strike, node.machine(), Machine::stopClock);
            }
            case FILL_DISK -> {
                node.machine().diskFull = true;
                loop.after(strike.lastsNanos(), () -> node.machine().diskFull = false);
            }
            case STEP_SERVER_CLOCK -> clock(strike, server, machine -> machine.stepClock(stepMillis(strike)));
            case DELETE_CLAIM ->
                ensemble.children("/claims").stream()
                        .sorted()
                        .findFirst()
                        .ifPresent(claim -> ensemble.deleteAll("/claims/" + claim));
            case DELETE_SLOT -> {
                return deletesSlots() && deleteSlot(strike);
            }
        }
        return true;
    }

    /** Ends all faults, and starts what does not run. */
    void mendAll() {
        server.setClock();
        for (SimulatedNode node : nodes) {
            node.machine().diskFull = false;
            node.machine().setClock();
            node.links().forEach(Link::heal);
            node.start();
        }
    }

    private void down(Strike strike, SimulatedNode node, Consumer<SimulatedNode> end) {
        end.accept(node);
        startAgain(strike.lastsNanos(), node);
    }

    /** A node that is still stopping is waited for. */
    private void startAgain(long nanos, SimulatedNode node) {
        loop.after(nanos, () -> {
            if (node.isStopping()) {
                startAgain(nanos, node);
            } else {
                node.start();
            }
        });
    }

    private void links(Strike strike, SimulatedNode node, Consumer<Link> begin, Consumer<Link> end) {
        List<Link> struck = node.links();
        struck.forEach(begin);
        loop.after(
                strike.lastsNanos(), () -> struck.stream().filter(Link::isAlive).forEach(end));
    }

    private void clock(Strike strike, Machine machine, Consumer<Machine> wrong) {
        wrong.accept(machine);
        loop.after(strike.lastsNanos(), machine::setClock);
    }

    private static int times(Strike strike) {
        return 1 + (int) Math.abs(strike.size() * MAX_LOST);
    }

    /** Only slots that are deleted rest on clocks. */
    private boolean deletesSlots() {
        return settings.deletesSlots();
    }

    private double drift() {
        return deletesSlots() ? 0 : MAX_DRIFT;
    }

    private long stepMillis(Strike strike) {
        long most = settings.maxSkew().toMillis();
        return deletesSlots() ? 0 : (long) (strike.size() * most * CLOCK_STEPS_IN_SKEWS);
    }

    /** Only of a node that does not run, as the documents tell operators. */
    private boolean deleteSlot(Strike strike) {
        List<String> slots = ensemble.children("/workers").stream().sorted().toList();
        if (slots.isEmpty()) {
            return false;
        }
        String path = "/workers/" + slots.get(strike.node() % slots.size());
        String payload = ensemble.record(path)
                .map(StoredRecord::payload)
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                .orElse("");
        boolean lives = nodes.stream()
                .filter(SimulatedNode::isRunning)
                .anyMatch(node -> payload.contains("\"" + node.name() + "\""));
        if (lives) {
            return false;
        }
        trace.tell("deletes " + path + " " + payload);
        ensemble.deleteAll(path);
        return true;
    }
}
