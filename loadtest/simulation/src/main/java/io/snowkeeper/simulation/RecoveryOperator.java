package io.snowkeeper.simulation;

import io.snowkeeper.coordinator.CoordinatorUnavailableException;
import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.coordinator.memory.MemoryStore;
import io.snowkeeper.coordinator.progress.SequenceNotes;
import io.snowkeeper.coordinator.progress.SequenceProgress;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.SequenceException;
import io.snowkeeper.sequences.SequenceSettings;
import io.snowkeeper.sequences.access.BulkConnection;
import io.snowkeeper.sequences.access.ServedFleet;
import io.snowkeeper.sequences.engine.SequenceExecutors;
import io.snowkeeper.sequences.engine.StoredSequences;
import io.snowkeeper.sequences.fleet.FleetRecovery;
import io.snowkeeper.sequences.fleet.OpenRestore;
import io.snowkeeper.sequences.fleet.RestoredSequence;
import io.snowkeeper.simulation.judge.BrokenPromiseException;
import io.snowkeeper.simulation.judge.RestoreJudge.Told;
import io.snowkeeper.simulation.machine.Choices;
import io.snowkeeper.simulation.machine.EventLoop;
import io.snowkeeper.simulation.machine.Link;
import io.snowkeeper.simulation.machine.SimulatedExecutor;
import io.snowkeeper.simulation.machine.SimulatedProcess;
import io.snowkeeper.simulation.machine.Trace;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An operator that runs the recovery command after older data were put back, again until it is done. Its process is
 * killed at any moment, now and then.
 */
final class RecoveryOperator {

    private static final Duration CONNECTING = Duration.ofSeconds(1);

    /** How likely a process is killed. */
    private static final double DIES = 0.3;

    private static final long LONGEST_LIFE_NANOS = 4_000_000_000L;

    /** For so long the notes of all nodes are waited for. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final WorldSettings settings;
    private final EventLoop loop;
    private final Supplier<SimulatedProcess> processes;
    private final MemoryEnsemble ensemble;
    private final List<SimulatedNode> nodes;
    private final RestoredWorld world;
    private final Choices choices;
    private final Trace trace;
    private @Nullable SimulatedProcess process;

    /** @param processes begins a process on a machine whose clock is right */
    RecoveryOperator(
            WorldSettings settings,
            EventLoop loop,
            Supplier<SimulatedProcess> processes,
            MemoryEnsemble ensemble,
            List<SimulatedNode> nodes,
            RestoredWorld world,
            Choices choices,
            Trace trace) {
        this.settings = settings;
        this.loop = loop;
        this.processes = processes;
        this.ensemble = ensemble;
        this.nodes = nodes;
        this.world = world;
        this.choices = choices;
        this.trace = trace;
    }

    /** Says that older data were put back. */
    void announce(Runnable done) {
        run(
                "announce",
                recovery -> {
                    recovery.begin("an operator", "ZooKeeper was restored from a backup");
                    return true;
                },
                done);
    }

    /**
     * Recovers all sequences, and ends the restore.
     *
     * @param byNotes whether by the nodes' notes alone, if all nodes have some; else by all numbers that clients got as
     *     well
     */
    void recover(boolean byNotes, Runnable done) {
        long untilNanos = loop.nowNanos() + (byNotes ? PATIENCE.toNanos() : 0);
        Map<String, RestoredSequence> found = new HashMap<>();
        run(
                "recover",
                recovery -> recovery.open()
                        .map(open -> recover(recovery, open, untilNanos, found))
                        .orElse(true),
                () -> {
                    world.goOn(found);
                    done.run();
                });
    }

    private boolean recover(
            FleetRecovery recovery, OpenRestore open, long untilNanos, Map<String, RestoredSequence> found) {
        Map<String, SequenceNotes> notes = open.notes();
        boolean all = nodes.stream().allMatch(node -> notes.containsKey(node.name()));
        if (!all && loop.nowNanos() < untilNanos) {
            return false;
        }
        found.clear();
        recovery.sequences(open).forEach(sequence -> found.put(sequence.name(), sequence));
        if (world.lacks(found)) {
            trace.tell("a sequence is missing among " + found.keySet());
            return false;
        }
        if (!world.hasRanges(found)) {
            return false;
        }
        for (RestoredSequence sequence : found.values()) {
            SequenceProgress reached =
                    all && untilNanos > 0 ? reachedByNotes(sequence, notes.values()) : reached(sequence);
            trace.tell("recovers %s from %s, noted %s"
                    .formatted(reached, sequence.present().taken(), sequence.noted()));
            recovery.recover(open, reached, "recover", pending -> world.isBooked(sequence.name(), pending));
        }
        recovery.end(open);
        return true;
    }

    private SequenceProgress reached(RestoredSequence sequence) {
        SequenceProgress furthest = sequence.noted()
                .filter(note -> note.isFurtherThan(sequence.present()))
                .orElse(sequence.present());
        for (Told told : world.restores().told(sequence.name())) {
            Optional<SequenceProgress> through = through(sequence, told);
            if (through.isPresent() && through.get().isFurtherThan(furthest)) {
                furthest = through.get();
            }
        }
        return furthest;
    }

    /**
     * Checks whether nodes that kept their disks have noted all numbers that they handed out, but for those that had no
     * time to.
     */
    private SequenceProgress reachedByNotes(RestoredSequence sequence, Collection<SequenceNotes> notes) {
        // For a name, only the last sequence is noted, and not one that was deleted and is put back.
        boolean wasReplaced = notes.stream()
                .flatMap(of -> of.sequences().stream())
                .anyMatch(note -> note.sequence().equals(sequence.name())
                        && !note.progress().incarnation().equals(sequence.incarnation()));
        if (wasReplaced) {
            return reached(sequence);
        }
        SequenceProgress noted = sequence.noted()
                .filter(note -> note.isFurtherThan(sequence.present()))
                .orElse(sequence.present());
        for (Told told : world.restores().told(sequence.name())) {
            Optional<SequenceProgress> through = through(sequence, told);
            if (through.isPresent() && through.get().isFurtherThan(noted) && mustBeNoted(told)) {
                throw new BrokenPromiseException("sequence %s: %s was told, and all nodes together have noted %s"
                        .formatted(sequence.name(), told, noted));
            }
        }
        return reached(sequence);
    }

    private boolean mustBeNoted(Told told) {
        return nodes.stream()
                .filter(node -> told.process().startsWith(node.name() + "."))
                .anyMatch(node -> node.mustHaveNoted(told.process(), told.atNanos()));
    }

    /** Returns how far it had come in the period of a number, if that was the last one. */
    private static Optional<SequenceProgress> through(RestoredSequence sequence, Told told) {
        @Nullable String period = told.number().period().map(Period::text).orElse(null);
        return sequence.through(told.number().number()).map(found -> period == null ? found : found.inPeriod(period));
    }

    // --- the process

    private void run(String command, Predicate<FleetRecovery> work, Runnable done) {
        SimulatedProcess own = processes.get();
        process = own;
        boolean[] over = {false};
        own.runWaiting(() -> {
            while (!over[0]) {
                over[0] = attempt(own, command, work);
            }
            loop.after(0, () -> {
                own.kill();
                trace.tell(command + " is done");
                done.run();
            });
        });
        if (choices.chance(DIES)) {
            loop.after(choices.spread(CONNECTING.toNanos(), LONGEST_LIFE_NANOS), () -> {
                if (!over[0] && own.isAlive()) {
                    trace.tell(command + " is killed");
                    own.kill();
                    run(command, work, done);
                }
            });
        }
    }

    private boolean attempt(SimulatedProcess own, String command, Predicate<FleetRecovery> work) {
        try (FleetRecovery recovery = connect(own)) {
            own.pause(CONNECTING);
            return work.test(recovery);
        } catch (CoordinatorUnavailableException | SequenceException e) {
            trace.tell("%s has failed: %s".formatted(command, e.getMessage()));
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private FleetRecovery connect(SimulatedProcess own) {
        MemoryStore store = store(own);
        store.start();
        StoredSequences sequences = new StoredSequences(
                SequenceSettings.of("simulated:2181", "recovery", settings.sessionTimeout()),
                store(own),
                () -> bulkStore(own),
                ServedFleet.recovering(),
                new SequenceExecutors(
                        List.of(new SimulatedExecutor(own, false)),
                        new SimulatedExecutor(own, true),
                        new SimulatedExecutor(own, true)),
                own,
                NodeRun.LIMITS);
        return new FleetRecovery(store, sequences, own);
    }

    private MemoryStore store(SimulatedProcess own) {
        Link link = settings.connect(own, ensemble);
        return link.store();
    }

    private MemoryStore bulkStore(SimulatedProcess own) {
        MemoryStore store = store(own);
        store.takeAnswers(BulkConnection.MAX_ANSWER_BYTES);
        return store;
    }

    /** Ends him. */
    void kill() {
        if (process != null) {
            process.kill();
        }
    }
}
