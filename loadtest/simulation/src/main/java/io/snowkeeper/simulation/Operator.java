package io.snowkeeper.simulation;

import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.coordinator.memory.MemoryStore;
import io.snowkeeper.simulation.machine.EventLoop;
import io.snowkeeper.simulation.machine.Fault;
import io.snowkeeper.simulation.machine.Link;
import io.snowkeeper.simulation.machine.Machine;
import io.snowkeeper.simulation.machine.Trace;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** The source of faults, and of repairs by hand, within the limits of operators. */
final class Operator {

    private static final int CLOCK_STEPS_IN_SKEWS = 5;
    private static final Duration RESTART = Duration.ofMillis(20);
    private static final Duration DISK_BACKUP_PACE = Duration.ofSeconds(2);
    private static final int MAX_LOST = 3;
    private static final Set<Fault> OF_DISKS = EnumSet.of(Fault.LOSE_DISK, Fault.OLDER_STATE, Fault.COPIED_STATE);
    private static final double MAX_DRIFT = 200_000;

    private final WorldSettings settings;
    private final EventLoop loop;
    private final List<SimulatedNode> nodes;
    private final Machine server;
    private final DataOperator data;
    private final RestoreOperator restoring;
    private final Trace trace;

    Operator(
            WorldSettings settings,
            EventLoop loop,
            List<SimulatedNode> nodes,
            Machine server,
            DataOperator data,
            RestoreOperator restoring,
            Trace trace) {
        this.settings = settings;
        this.loop = loop;
        this.nodes = nodes;
        this.server = server;
        this.trace = trace;
        this.data = data;
        this.restoring = restoring;
    }

    void start() {
        data.start();
        restoring.start();
        backUpDisks();
    }

    private void backUpDisks() {
        loop.after(DISK_BACKUP_PACE, () -> {
            nodes.forEach(node -> node.machine().backUp());
            backUpDisks();
        });
    }

    /** Has a fault come, and go after its time. Returns false if there is nothing that it could strike. */
    boolean strike(Strike strike) {
        SimulatedNode node = nodes.get(strike.node());
        Machine machine = node.machine();
        if (OF_DISKS.contains(strike.fault()) && restoring.restsOnDisks()) {
            return false;
        }
        switch (strike.fault()) {
            case KILL -> down(strike, node, SimulatedNode::kill);
            case RESET -> {
                machine.boot();
                down(strike, node, SimulatedNode::kill);
            }
            case LOSE_DISK -> {
                down(strike, node, SimulatedNode::kill);
                machine.putFiles(Machine.Files.NONE);
                machine.boot();
            }
            case OLDER_STATE -> {
                down(strike, node, SimulatedNode::kill);
                if (!machine.backups().isEmpty()) {
                    // Like a machine that is set back to an earlier state; within one boot, that is assumed not to
                    // happen.
                    machine.boot();
                    machine.putFiles(strike.one(machine.backups()));
                }
            }
            case COPIED_STATE -> {
                down(strike, node, SimulatedNode::kill);
                machine.putFiles(strike.one(nodes).machine().files());
            }
            case SET_BACK -> {
                return setClock(strike, node, -Math.abs(stepMillis(strike)));
            }
            case SET_AHEAD -> {
                return setClock(strike, node, aheadMillis(strike));
            }
            case STOP -> down(strike, node, SimulatedNode::stop);
            case PAUSE -> node.pause(strike.lastsNanos());
            case SUSPEND -> {
                if (strike.alone() && !settings.restsOnClocks()) {
                    suspendAhead(strike, node);
                } else {
                    suspend(node, strike.lastsNanos());
                }
            }
            case CUT -> links(strike, node, Link::cut, Link::heal);
            case CUT_FURTHER -> {
                node.isolateFurther(Link::cut);
                loop.after(strike.lastsNanos(), () -> {
                    node.isolateFurther(link -> {});
                    node.links().forEach(Link::heal);
                });
            }
            case HOLD -> links(strike, node, Link::hold, Link::heal);
            case LOSE_REQUESTS -> writes(strike, node, store -> store.loseRequests(times(strike)));
            case LOSE_ANSWERS -> writes(strike, node, store -> store.loseAnswers(times(strike)));
            case DELAY_REQUEST -> delay(strike, node);
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
            case STEP_CLOCK -> {
                return clock(strike, machine, wrong -> wrong.stepClock(stepMillis(strike)));
            }
            case DRIFT_CLOCK -> {
                return clock(strike, machine, wrong -> wrong.driftClock(strike.size() * MAX_DRIFT));
            }
            case STOP_CLOCK -> {
                return clock(strike, machine, Machine::stopClock);
            }
            case STEP_SERVER_CLOCK -> {
                return clock(strike, server, wrong -> wrong.stepClock(stepMillis(strike)));
            }
            case FILL_DISK -> {
                machine.fillDisk(true);
                node.disturb(strike.lastsNanos());
                loop.after(strike.lastsNanos(), () -> machine.fillDisk(false));
            }
            case DELETE_CLAIM -> data.deleteClaim(strike);
            case DELETE_SLOT -> {
                return data.deleteSlot(strike);
            }
            case RETIRE -> {
                return data.retire(strike);
            }
            case RESTORE -> {
                return restoring.begin(strike);
            }
            case MISLEAD -> {
                Optional<MemoryEnsemble> elsewhere = data.elsewhere(server);
                elsewhere.ifPresent(servers -> mislead(strike, node, servers));
                return elsewhere.isPresent();
            }
            case STRAY -> data.stray(strike);
            case DENY -> data.deny(strike);
            case STOP_FLEET ->
                nodes.forEach(each -> down(strike, each, strike.alone() ? SimulatedNode::kill : SimulatedNode::stop));
            case RESTART_SERVERS -> restartServers(strike.lastsNanos());
        }
        return true;
    }

    /** Ends all faults, and starts all stopped nodes. */
    void mendAll() {
        server.setClock();
        data.mendAll();
        for (SimulatedNode node : nodes) {
            node.machine().fillDisk(false);
            node.machine().setClock();
            node.links().forEach(Link::heal);
            leadRight(node);
            if (node.hasFailed()) {
                // As it asks operators to.
                node.kill();
            }
            node.start();
        }
    }

    /** Has something go wrong with the last node, or with the data, and stay so. */
    void breakForGood(Fault fault) {
        SimulatedNode node = nodes.get(nodes.size() - 1);
        trace.tell("from now on, and for good: " + fault.text());
        switch (fault) {
            case CUT -> node.isolate(Link::cut);
            case CUT_FURTHER -> node.isolateFurtherForGood(Link::cut);
            case HOLD -> node.isolate(Link::hold);
            case PAUSE -> node.pauseForGood();
            case STEP_CLOCK -> node.machine().stepClock(settings.maxSkew().toMillis() * CLOCK_STEPS_IN_SKEWS);
            case FILL_DISK -> node.machine().fillDisk(true);
            case STRAY -> data.strayForGood();
            default -> node.remove();
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

    private void restartServers(long nanos) {
        for (SimulatedNode node : nodes) {
            node.links().forEach(link -> link.loseServers(nanos));
            node.isolateFurther(Link::cut);
        }
        loop.after(
                nanos,
                () -> nodes.forEach(node -> {
                    node.isolateFurther(link -> {});
                    node.links().forEach(Link::heal);
                }));
    }

    private void mislead(Strike strike, SimulatedNode node, MemoryEnsemble elsewhere) {
        node.kill();
        node.mislead(elsewhere);
        if (strike.alone()) {
            node.blind();
        }
        node.start();
        loop.after(strike.lastsNanos(), () -> {
            leadRight(node);
            node.start();
        });
    }

    private static void leadRight(SimulatedNode node) {
        if (node.isMisled()) {
            node.kill();
            node.mislead(null);
        }
    }

    private void links(Strike strike, SimulatedNode node, Consumer<Link> begin, Consumer<Link> end) {
        List<Link> struck = struck(strike, node);
        struck.forEach(begin);
        loop.after(
                strike.lastsNanos(), () -> struck.stream().filter(Link::isAlive).forEach(end));
    }

    private void writes(Strike strike, SimulatedNode node, Consumer<MemoryStore> lose) {
        links(
                strike,
                node,
                link -> {
                    link.store().passWrites(strike.passing());
                    lose.accept(link.store());
                },
                link -> {});
    }

    /** By half of them, the node has another session before, and the servers have not ended the former one. */
    private void delay(Strike strike, SimulatedNode node) {
        links(
                strike,
                node,
                link -> {
                    link.store().passWrites(strike.passing());
                    link.store().delayRequest();
                    if (strike.size() > 0) {
                        loop.after((long) (strike.lastsNanos() * strike.size()), () -> beginAnew(strike, link));
                    }
                },
                link -> {
                    link.store().deliverDelayed();
                    link.heal();
                });
    }

    private static void beginAnew(Strike strike, Link link) {
        if (link.isAlive()) {
            link.beginAnew(strike.lastsNanos());
        }
    }

    private static List<Link> struck(Strike strike, SimulatedNode node) {
        List<Link> links = node.links();
        return strike.alone() && !links.isEmpty() ? List.of(strike.one(links)) : links;
    }

    private boolean clock(Strike strike, Machine machine, Consumer<Machine> wrong) {
        if (settings.restsOnClocks()) {
            return false;
        }
        wrong.accept(machine);
        loop.after(strike.lastsNanos(), machine::setClock);
        return true;
    }

    private static void suspend(SimulatedNode node, long nanos) {
        node.machine().suspend(nanos);
        node.pause(nanos);
    }

    /** Suspends a machine whose clock was ahead, within the limit, and is set right when it wakes up. */
    private void suspendAhead(Strike strike, SimulatedNode node) {
        node.machine().stepClock(aheadMillis(strike));
        loop.after(strike.lastsNanos() / 4, () -> {
            suspend(node, strike.lastsNanos() * 3 / 4);
            node.machine().setClock();
        });
    }

    private long aheadMillis(Strike strike) {
        return (long) (Math.abs(strike.size()) * settings.maxSkew().toMillis());
    }

    /** Has a node run again with a clock that was set while it was down. */
    private boolean setClock(Strike strike, SimulatedNode node, long stepMillis) {
        if (settings.restsOnClocks()) {
            return false;
        }
        node.kill();
        clock(strike, node.machine(), wrong -> wrong.stepClock(stepMillis));
        loop.after(RESTART, node::start);
        return true;
    }

    private static int times(Strike strike) {
        return 1 + (int) Math.abs(strike.size() * MAX_LOST);
    }

    private long stepMillis(Strike strike) {
        // Most of them within the limit.
        double size = strike.size() * strike.size() * strike.size();
        return (long) (size * settings.maxSkew().toMillis() * CLOCK_STEPS_IN_SKEWS);
    }
}
