package pairs;

import io.snowkeeper.coordinator.zookeeper.ZooKeeperCoordinator;
import io.snowkeeper.sequences.SequenceSettings;
import io.snowkeeper.sequences.Sequences;
import io.snowkeeper.sequences.fleet.FleetSequences;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Says whether a fleet's sequences can be listed. */
class CountedNumbers {

    public static void main(String[] arguments) throws Exception {
        // A busy machine's ZooKeeper may need longer than the usual 2 s.
        SequenceSettings settings = SequenceSettings.of(arguments[0], "pairs", Duration.ofSeconds(30))
                .withTimeout(Duration.ofMinutes(1));
        try (Sequences sequences = FleetSequences.of(new ZooKeeperCoordinator(), settings)) {
            sequences.start();
            System.out.println(sequences
                    .list(Optional.empty(), 1)
                    .toCompletableFuture()
                    .get(2, TimeUnit.MINUTES)
                    .items()
                    .isEmpty());
        }
    }
}
