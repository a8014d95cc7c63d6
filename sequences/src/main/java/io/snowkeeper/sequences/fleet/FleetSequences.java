package io.snowkeeper.sequences.fleet;

import io.snowkeeper.coordinator.Coordinator;
import io.snowkeeper.coordinator.executor.DaemonExecutor;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.sequences.SequenceSettings;
import io.snowkeeper.sequences.access.BulkConnection;
import io.snowkeeper.sequences.access.ServedFleet;
import io.snowkeeper.sequences.engine.SequenceExecutors;
import io.snowkeeper.sequences.engine.StoredSequences;
import io.snowkeeper.sequences.record.StateLimits;
import java.util.Optional;
import java.util.stream.IntStream;

/** The sequences of fleets, by their coordinators. They have connections and threads of their own. */
public final class FleetSequences {

    private static final int MAX_THREADS = 4;

    private FleetSequences() {}

    /** Makes sequences that are not started yet, for a process that gives out no ids. */
    public static StoredSequences of(Coordinator coordinator, SequenceSettings settings) {
        return of(coordinator, settings, new ServedFleet(Optional::empty), StateLimits.DEFAULT);
    }

    /** Returns the way to the sequences of a coordinator's fleets. */
    public static SequenceConnector by(Coordinator coordinator) {
        return (settings, joined) -> of(coordinator, settings, new ServedFleet(joined), StateLimits.DEFAULT);
    }

    /**
     * Makes sequences that are not started yet, for tests.
     *
     * @param limits the limits of a state
     */
    public static StoredSequences of(
            Coordinator coordinator, SequenceSettings settings, ServedFleet fleet, StateLimits limits) {
        int threads = Math.min(MAX_THREADS, Runtime.getRuntime().availableProcessors());
        return new StoredSequences(
                settings,
                store(coordinator, settings, CoordinationStore.MAX_ANSWER_BYTES),
                () -> store(coordinator, settings, BulkConnection.MAX_ANSWER_BYTES),
                fleet,
                new SequenceExecutors(
                        IntStream.range(0, threads)
                                .mapToObj(i -> DaemonExecutor.named("snowkeeper-sequences-" + i))
                                .toList(),
                        DaemonExecutor.named("snowkeeper-sweeper"),
                        DaemonExecutor.named("snowkeeper-removal")),
                Environment.REAL,
                limits);
    }

    /**
     * Returns the sequences of a fleet whose ZooKeeper was restored, to end the restore.
     *
     * @param connected to the fleet's records; closed with the recovery
     */
    public static FleetRecovery recovery(
            Coordinator coordinator, CoordinationStore connected, SequenceSettings settings) {
        return new FleetRecovery(
                connected, of(coordinator, settings, ServedFleet.recovering(), StateLimits.DEFAULT), Environment.REAL);
    }

    private static CoordinationStore store(Coordinator coordinator, SequenceSettings settings, int maxAnswerBytes) {
        return coordinator.store(
                settings.connectString(), settings.sessionTimeout(), settings.security(), maxAnswerBytes);
    }
}
