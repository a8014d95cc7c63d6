package io.snowkeeper.modular;

import io.snowkeeper.coordinator.zookeeper.ZooKeeperCoordinator;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.embedded.LeasedIds;
import io.snowkeeper.embedded.LeasedIdsOptions;
import io.snowkeeper.sequences.SequenceSettings;
import io.snowkeeper.sequences.Sequences;
import io.snowkeeper.sequences.fleet.FleetSequences;
import java.time.Duration;
import java.util.List;

/** A program on the class path, whose libraries are modules: it sees the types that they export. */
public final class Member {

    private Member() {}

    /**
     * Prints the module that ids are of, whether it got one, and a number of a sequence.
     *
     * @param arguments where the fleet is
     */
    public static void main(String[] arguments) {
        LeasedIdsOptions options = LeasedIdsOptions.builder("n1").build();
        SequenceSettings settings = SequenceSettings.of(arguments[0], "operator", Duration.ofSeconds(30))
                .withTimeout(Duration.ofMinutes(1));
        try (LeasedIds ids = LeasedIds.join(arguments[0], options);
                Sequences operator = FleetSequences.of(new ZooKeeperCoordinator(), settings)) {
            boolean one = ids.next() > 0;
            operator.start();
            var unused = operator.create(new SequenceDefinition(
                            "orders", SequenceMode.ORDERED, List.of(new NumberRange(7, 99)), SequenceOptions.DEFAULT))
                    .toCompletableFuture()
                    .join();
            long number = ids.sequence("orders").next(1).first();
            System.out.println("%s %s %s".formatted(LeasedIds.class.getModule().getName(), one, number));
        }
    }
}
