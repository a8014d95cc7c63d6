package io.snowkeeper.simulation;

import io.snowkeeper.coordinator.fleet.FleetPaths;
import io.snowkeeper.coordinator.fleet.RestoreRecord;
import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.coordinator.state.SeenEnsemble;
import io.snowkeeper.simulation.judge.BrokenPromiseException;
import io.snowkeeper.simulation.machine.Choices;
import io.snowkeeper.simulation.machine.EventLoop;
import io.snowkeeper.simulation.machine.Trace;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * An operator that puts older data of the servers back, as documented: all nodes are stopped, the restore is reported,
 * or found by a node, nodes are started, and sequences go on. It also handles findings of nodes where nothing was put
 * back.
 */
final class RestoreOperator {

    private static final Duration LOOK = Duration.ofMillis(500);

    /** Longer than a node takes to stop. */
    private static final Duration STOPPING = Duration.ofSeconds(12);

    /** Longer than a node needs for its findings. */
    private static final Duration FINDING = Duration.ofSeconds(20);

    private static final long LONGEST_PAUSE_NANOS = 5_000_000_000L;

    /** How it comes to be known that data were put back. */
    private enum Way {
        /** The operator says so before any node is started. */
        ANNOUNCED,
        /** A file is put at a node, and the others are started when that one reports it. */
        BY_FILE,
        /** Nodes that have seen later data find it, and the others are started then. */
        FOUND;

        private static final List<Way> LIKELY = List.of(ANNOUNCED, ANNOUNCED, BY_FILE, FOUND);
    }

    private final WorldSettings settings;
    private final EventLoop loop;
    private final MemoryEnsemble ensemble;
    private final List<SimulatedNode> nodes;
    private final DataOperator data;
    private final RecoveryOperator recovery;
    private final RestoredWorld world;
    private final Choices choices;
    private final Trace trace;

    /** Whether older data are being put back, or sequences be brought to go on. */
    private boolean busy;

    /** How often older data were put back, or begun to be. */
    private int restores;

    /** Whether a node has to find it by its disk. */
    private boolean finding;

    RestoreOperator(
            WorldSettings settings,
            EventLoop loop,
            MemoryEnsemble ensemble,
            List<SimulatedNode> nodes,
            DataOperator data,
            RecoveryOperator recovery,
            RestoredWorld world,
            Choices choices,
            Trace trace) {
        this.settings = settings;
        this.loop = loop;
        this.ensemble = ensemble;
        this.nodes = nodes;
        this.data = data;
        this.recovery = recovery;
        this.world = world;
        this.choices = choices;
        this.trace = trace;
    }

    /** Begins to look whether a node has found that data were put back, where they may be, or says that it has to be restarted. */
    void start() {
        if (settings.restores()) {
            loop.after(LOOK, () -> {
                if (!busy && !isOpen()) {
                    nodes.stream()
                            .filter(node -> world.sequences().mustBeRestarted(node.processName()))
                            .filter(SimulatedNode::isRunning)
                            .forEach(RestoreOperator::restart);
                }
                if (!busy && isOpen()) {
                    busy = true;
                    trace.tell("a node says that data were put back: " + record());
                    long noticedNanos = loop.nowNanos();
                    world.halt();
                    recover(() -> restartThoseOfBefore(noticedNanos));
                }
                start();
            });
        }
    }

    /** Puts older data back. Returns false if there are none, or are just being put back. */
    boolean begin(Strike strike) {
        if (!settings.restores() || busy || !data.hasBackups()) {
            return false;
        }
        busy = true;
        restores++;
        boolean stops = choices.chance(0.5);
        for (SimulatedNode node : nodes) {
            node.hold();
            if (stops) {
                node.stop();
            } else {
                node.kill();
            }
        }
        awaitDown(loop.nowNanos() + STOPPING.toNanos(), strike);
        return true;
    }

    private void awaitDown(long untilNanos, Strike strike) {
        if (nodes.stream().noneMatch(SimulatedNode::isRunning) || loop.nowNanos() >= untilNanos) {
            nodes.forEach(SimulatedNode::kill);
            putBack(strike);
        } else {
            loop.after(LOOK, () -> awaitDown(untilNanos, strike));
        }
    }

    private void putBack(Strike strike) {
        world.halt();
        long madeNanos = data.restore(strike);
        world.putBack(madeNanos);
        Way way = choices.one(Way.LIKELY);
        trace.tell(String.format(Locale.ROOT, "data of %.3f s are put back, %s", madeNanos / 1e9, way));
        switch (way) {
            case ANNOUNCED -> recovery.announce(() -> startAll(strike));
            case BY_FILE -> {
                SimulatedNode first = nodes.get(strike.node());
                first.machine().sayRestored(true);
                find(List.of(first), strike);
            }
            // For so long that ids need not notice it.
            case FOUND ->
                loop.after(
                        settings.longestReservation(),
                        () -> find(nodes.stream().filter(this::hasSeenLater).toList(), strike));
        }
    }

    /** Returns whether a node has noted later data than there are. */
    private boolean hasSeenLater(SimulatedNode node) {
        return node.machine()
                .state()
                .filter(state -> {
                    SeenEnsemble seen = state.seen();
                    RestoreRecord known = record();
                    if (known.foundSince(seen.restored())) {
                        return false;
                    }
                    return !Objects.equals(seen.restored(), known.latest())
                            || ensemble.record(FleetPaths.slot(state.worker()))
                                    .filter(slot -> slot.stamp().written() < seen.slotWritten())
                                    .isPresent();
                })
                .isPresent();
    }

    private void find(List<SimulatedNode> first, Strike strike) {
        finding = true;
        first.forEach(SimulatedNode::letStart);
        awaitOpen(loop.nowNanos() + (first.isEmpty() ? 0 : FINDING.toNanos()), strike);
    }

    /** Returns whether nodes need their own disks. */
    boolean restsOnDisks() {
        return finding;
    }

    private void awaitOpen(long untilNanos, Strike strike) {
        if (isOpen()) {
            finding = false;
            startAll(strike);
        } else if (loop.nowNanos() >= untilNanos) {
            // The nodes that could find it do not run, or do not reach the servers.
            recovery.announce(() -> {
                finding = false;
                startAll(strike);
            });
        } else {
            loop.after(LOOK, () -> awaitOpen(untilNanos, strike));
        }
    }

    /** Starts all that do not run, one of them later than the others. */
    private void startAll(Strike strike) {
        for (SimulatedNode node : nodes) {
            boolean late = node == nodes.get(strike.node());
            int restore = restores;
            loop.after(late ? strike.lastsNanos() : 0, () -> {
                // If data are being put back once more, it is started after that.
                if (restore == restores) {
                    node.letStart();
                }
            });
        }
        recover(() -> {});
    }

    private void recover(Runnable then) {
        boolean byNotes = choices.chance(0.3);
        loop.after(
                choices.spread(1_000_000, LONGEST_PAUSE_NANOS),
                () -> recovery.recover(byNotes, () -> {
                    busy = false;
                    then.run();
                }));
    }

    /** A process that was running when it was found may know states from before. */
    private void restartThoseOfBefore(long noticedNanos) {
        for (SimulatedNode node : nodes) {
            if (node.isRunning() && node.startedNanos() <= noticedNanos) {
                restart(node);
            }
        }
    }

    private static void restart(SimulatedNode node) {
        node.kill();
        node.start();
    }

    private boolean isOpen() {
        return record().open().isPresent();
    }

    private RestoreRecord record() {
        return ensemble.record(FleetPaths.RESTORES)
                .map(found -> found.as(RestoreRecord.class))
                .orElse(RestoreRecord.NONE);
    }

    /** Requires that every begun restore is done. */
    void requireDone() {
        if (busy) {
            throw new BrokenPromiseException("sequences do not go on after the last fault, of data that were put back: "
                    + Optional.of(record()));
        }
    }
}
