package io.snowkeeper.sequences.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.sequences.Overlap;
import io.snowkeeper.sequences.SequencePreconditionException;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import io.snowkeeper.testkit.extent.Extent;
import io.snowkeeper.testkit.time.Patience;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nodes that claim ranges at the same moment, and answers that are lost. */
class RangeRegistryIT {

    /** How often nodes want the same at once. */
    private static final int ROUNDS = Extent.of(6, 20);

    private String zooKeeper;
    private AnswerCutter cutter;
    private ServingNode node;
    private ServingNode other;

    @BeforeEach
    void start() throws Exception {
        zooKeeper = SharedZooKeeper.newConnectString();
        cutter = new AnswerCutter(zooKeeper);
        node = ServingNode.start(cutter.connectString());
        other = ServingNode.start(zooKeeper);
    }

    @AfterEach
    void stop() throws Exception {
        node.close();
        other.closeAside();
        cutter.close();
    }

    private static CompletableFuture<SequenceDescription> create(ServingNode by, String name, NumberRange range) {
        return by.sequences()
                .create(ServingNode.definition(name, SequenceMode.ORDERED, range), Overlap.REFUSED)
                .toCompletableFuture();
    }

    private static CompletableFuture<SequenceDescription> append(ServingNode by, String name, NumberRange range) {
        return by.sequences().append(name, List.of(range), Overlap.REFUSED).toCompletableFuture();
    }

    /** Asserts that one of the two was done, and the other was refused. */
    private static void assertOneRefused(CompletableFuture<?> first, CompletableFuture<?> second) {
        List<Throwable> refusals = Stream.of(first, second)
                .map(asked -> asked.handle((done, failure) -> failure).join())
                .filter(failure -> failure != null)
                .toList();
        assertThat(refusals).hasSize(1);
        assertThat(refusals.get(0)).hasMessageContaining("so that both would hand out the same numbers");
    }

    @Test
    void nodesThatMakeTheSameSequenceAtOnceAllHaveIt() {
        create(node, "Z", new NumberRange(100_000, 200_000)).join();
        for (int round = 0; round < ROUNDS; round++) {
            String name = "A" + round;
            NumberRange range = new NumberRange(1_000L * round, 1_000L * round + 999);
            List<CompletableFuture<SequenceDescription>> made = Stream.of(node, other, node, other)
                    .map(by -> create(by, name, range))
                    .toList();
            assertThat(made).allSatisfy(asked -> assertThat(asked).succeedsWithin(Patience.LIMIT));
        }
    }

    @Test
    void ofTwoNodesThatCreateOverlappingSequencesAtOnceOneIsRefused() {
        for (int i = 0; i < ROUNDS; i++) {
            NumberRange range = new NumberRange(100L * i, 100L * i + 60);
            NumberRange overlapping = new NumberRange(100L * i + 50, 100L * i + 99);
            assertOneRefused(create(node, "A" + i, range), create(other, "B" + i, overlapping));
        }
    }

    @Test
    void ofTwoNodesThatAppendTheSameRangeAtOnceOneIsRefused() {
        create(node, "A", new NumberRange(1, 10)).join();
        create(node, "B", new NumberRange(11, 20)).join();
        for (int i = 1; i < ROUNDS; i++) {
            NumberRange range = new NumberRange(100L * i, 100L * i + 99);
            assertOneRefused(append(node, "A", range), append(other, "B", range));
        }
    }

    @Test
    void ofOneNodesCallersThatCreateManySequencesAtOnceNoneWaitsForLong() throws Exception {
        create(node, "Z", new NumberRange(100_000, 200_000)).join();
        try (RawZnodes raw = new RawZnodes(zooKeeper)) {
            long before = raw.write();
            List<CompletableFuture<SequenceDescription>> creations = Stream.iterate(0, i -> i + 1)
                    .limit(500)
                    .map(i -> create(node, "S" + i, new NumberRange(10L * i, 10L * i + 9)))
                    .toList();
            creations.forEach(CompletableFuture::join);
            // Each takes three. Those that come too late, and wait before they try again, would come on top.
            assertThat(raw.write() - before)
                    .as("transactions, those that failed included")
                    .isLessThan(4 * 500);
        }
    }

    @Test
    void aCreationWhoseAnswerWasLostIsClaimedIfItWasDone() {
        create(node, "Z", new NumberRange(1_000, 2_000)).join();
        cutter.loseAnswersOnceWritten();
        CompletableFuture<SequenceDescription> created = create(node, "A", new NumberRange(1, 100));
        await().until(() -> other.sequences()
                .describe("A")
                .toCompletableFuture()
                .handle((found, failure) -> failure == null)
                .join());
        assertThatThrownBy(() -> ServingNode.await(create(other, "B", new NumberRange(100, 101))))
                .isInstanceOf(SequencePreconditionException.class)
                .hasMessageContaining("overlaps 1-100 of sequence A");
        cutter.cut();
        created.join();
    }

    @Test
    void aCreationThatIsRefusedLeavesNoClaimBehind() {
        create(node, "Z", new NumberRange(1_000, 2_000)).join();
        assertThatThrownBy(() -> ServingNode.await(create(node, "A", new NumberRange(1, 1_000))))
                .isInstanceOf(SequencePreconditionException.class);
        create(other, "B", new NumberRange(1, 999)).join();
    }
}
