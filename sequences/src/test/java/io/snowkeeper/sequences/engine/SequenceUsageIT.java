package io.snowkeeper.sequences.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.zookeeper.EnsembleAddress;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.SequenceUsage;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import io.snowkeeper.testkit.wire.Wire;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A node's report on the sequences that it serves, for metrics. */
class SequenceUsageIT {

    private static final NumberRange HUNDRED = new NumberRange(1, 100);

    private String zooKeeper;
    private ServingNode node;

    @BeforeEach
    void start() {
        zooKeeper = SharedZooKeeper.newConnectString();
        node = ServingNode.start(zooKeeper);
    }

    @AfterEach
    void stop() {
        node.closeAside();
    }

    /** A call counts as waiting for a moment after its answer. */
    private void assertUsage(SequenceUsage expected) {
        await().untilAsserted(() -> assertThat(node.usage("A")).isEqualTo(expected));
    }

    @Test
    void anOrderedSequenceTellsWhatWasGivenAndWhatRemains() {
        node.create("A", SequenceMode.ORDERED, HUNDRED);
        node.grant(NextRequest.of("A", 20));
        node.grant(NextRequest.of("A", 5).withKey("key"));
        node.grant(NextRequest.of("A", 5).withKey("key"));
        assertUsage(new SequenceUsage("A", SequenceMode.ORDERED, 25, 0, 0, 2, 0, 0, 75, 0.25, 0, 1, Optional.empty()));
    }

    @Test
    void aBlockSequenceTellsHowManyBlocksWereTaken() {
        node.create(new SequenceDefinition(
                "A", SequenceMode.BLOCK, List.of(HUNDRED), SequenceOptions.DEFAULT.withBlock(10, 10)));
        node.grant(NextRequest.of("A", 3));
        assertUsage(new SequenceUsage("A", SequenceMode.BLOCK, 3, 1, 0, 1, 0, 0, 90, 0.1, 0, 0, Optional.empty()));
    }

    @Test
    void aGaplessSequenceTellsWhatIsPending() {
        node.create("A", SequenceMode.GAPLESS, HUNDRED);
        node.grant(NextRequest.of("A", 10));
        Grant confirmed = node.grant(NextRequest.of("A", 10));
        node.confirm("A", confirmed);
        assertUsage(new SequenceUsage("A", SequenceMode.GAPLESS, 20, 0, 0, 3, 0, 0, 80, 0.2, 1, 0, Optional.empty()));
    }

    @Test
    void aSequenceThatIsNotAskedForInAnHourIsNotToldOfUntilItIs() {
        node.create("A", SequenceMode.ORDERED, HUNDRED);
        node.next("A");
        assertThat(node.usageIn(Duration.ofMinutes(59))).hasSize(1);
        assertThat(node.usageIn(Duration.ofMinutes(61))).isEmpty();
    }

    @Test
    void numbersThatAreKeptAheadCountAsAskedForWhenTheyAreGivenOut() {
        node.create(new SequenceDefinition(
                "A", SequenceMode.BLOCK, List.of(HUNDRED), SequenceOptions.DEFAULT.withBlock(10, 10)));
        node.next("A");
        assertThat(node.usageIn(Duration.ofMinutes(61))).isNotEmpty();
        assertThat(node.usageIn(Duration.ofMinutes(122))).isEmpty();
        node.next("A");
        assertThat(node.usageIn(Duration.ofMinutes(122))).isNotEmpty();
    }

    @Test
    void callsThatWaitAndWritesThatOthersWereBeforeAreCounted() throws Exception {
        node.create("A", SequenceMode.ORDERED, HUNDRED);
        EnsembleAddress address = EnsembleAddress.parse(zooKeeper);
        int port = Integer.parseInt(address.servers().split(":")[1]);
        try (Wire wire = Wire.to(port);
                ServingNode wired = ServingNode.start(wire.connectString() + "/" + address.root())) {
            wired.next("A");
            node.next("A");
            wired.next("A");
            assertThat(wired.usage("A").conflicts()).isEqualTo(1);
            wire.hold();
            var waiting = wired.sequences().next(NextRequest.of("A")).toCompletableFuture();
            await().until(() -> wired.usage("A").waiting() == 1);
            waiting.cancel(false);
            wire.heal();
        }
    }
}
