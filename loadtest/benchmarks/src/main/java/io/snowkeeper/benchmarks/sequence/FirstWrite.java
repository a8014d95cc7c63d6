package io.snowkeeper.benchmarks.sequence;

import io.snowkeeper.coordinator.zookeeper.ZooKeeperCoordinator;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.SequenceSettings;
import io.snowkeeper.sequences.Sequences;
import io.snowkeeper.sequences.fleet.FleetSequences;
import java.time.Duration;
import java.util.List;

/** The first write of sequences to a ZooKeeper that has just been started: it takes much longer than those after it, and may come before the connection. */
public final class FirstWrite {

    private static final int ATTEMPTS = 30;
    private static final Duration SESSION = Duration.ofSeconds(20);

    private FirstWrite() {}

    /**
     * Returns sequences that have been written to.
     *
     * @param node whose they are
     */
    public static Sequences open(String connectString, String node) {
        Sequences sequences =
                FleetSequences.of(new ZooKeeperCoordinator(), SequenceSettings.of(connectString, node, SESSION));
        sequences.start();
        SequenceDefinition ready = new SequenceDefinition(
                "ready", SequenceMode.ORDERED, List.of(new NumberRange(1, Long.MAX_VALUE)), SequenceOptions.DEFAULT);
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            if (sequences
                    .create(ready)
                    .handle((made, failure) -> failure == null)
                    .toCompletableFuture()
                    .join()) {
                return sequences;
            }
        }
        sequences.close();
        throw new IllegalStateException("ZooKeeper did not start; see its log");
    }
}
