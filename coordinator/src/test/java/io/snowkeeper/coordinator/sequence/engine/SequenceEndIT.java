package io.snowkeeper.coordinator.sequence.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.sequence.NextRequest;
import io.snowkeeper.coordinator.sequence.SequenceUnavailableException;
import io.snowkeeper.coordinator.sequence.Sequences;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.testkit.curator.TemporaryZooKeeper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nobody is left waiting by a node that stops. */
class SequenceEndIT {

    private static final NumberRange RANGE = new NumberRange(1, 1_000_000);
    private static final Duration AT_ONCE = Duration.ofSeconds(5);

    private TestingServer zooKeeper;
    private ServingNode node;

    @BeforeEach
    void start() throws Exception {
        zooKeeper = TemporaryZooKeeper.onAnyPort();
        node = ServingNode.start(zooKeeper.getConnectString(), Duration.ofSeconds(30));
    }

    @AfterEach
    void stop() throws Exception {
        node.close();
        zooKeeper.close();
    }

    /** Every call there is, with the text that it fails by. */
    private static final Map<Function<Sequences, CompletionStage<?>>, String> CALLS = Map.of(
            sequences -> sequences.next(NextRequest.of("N")),
            "sequence N is not served any more, the node has stopped",
            sequences -> sequences.next(NextRequest.of("K").withKey("key")),
            "sequence K is not served any more, the node has stopped",
            sequences -> sequences.confirm("C", "x-1"),
            "sequence C is not served any more, the node has stopped",
            sequences -> sequences.append("A", RANGE),
            "sequences are not served any more, the node has stopped",
            sequences -> sequences.delete("D", OptionalLong.of(1)),
            "sequence D is not served any more, the node has stopped",
            sequences -> sequences.create(ServingNode.definition("M", SequenceMode.BLOCK, RANGE)),
            "sequences are not served any more, the node has stopped",
            sequences -> sequences.describe("Q"),
            "sequences are not served any more, the node has stopped",
            sequences -> sequences.list(Optional.empty(), 10),
            "sequences are not served any more, the node has stopped");

    private static void assertFailsAtOnce(CompletionStage<?> call, String message) {
        assertThat(call.toCompletableFuture())
                .failsWithin(AT_ONCE)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(SequenceUnavailableException.class)
                .havingCause()
                .withMessage(message);
    }

    @Test
    void callsAfterTheEndFailAtOnce() {
        node.close();
        CALLS.forEach((call, message) -> assertFailsAtOnce(call.apply(node.sequences()), message));
    }

    @Test
    void callsThatWaitForZooKeeperFailWhenTheNodeStops() throws Exception {
        zooKeeper.stop();
        List<CompletionStage<?>> waiting = new ArrayList<>();
        CALLS.keySet().forEach(call -> waiting.add(call.apply(node.sequences())));
        node.close();
        assertThat(waiting)
                .allSatisfy(call -> assertThat(call.toCompletableFuture())
                        .failsWithin(AT_ONCE)
                        .withThrowableOfType(ExecutionException.class)
                        .withCauseInstanceOf(SequenceUnavailableException.class)
                        .havingCause()
                        .withMessageMatching("sequences? .*are not served any more, the node has stopped"
                                + "|sequence . is not served any more, the node (has stopped|stops)"));
    }

    @Test
    void callsThatComeWhileTheNodeStopsAreServedOrFail() throws Exception {
        node.create("A", SequenceMode.ORDERED, RANGE);
        node.next("A");
        List<CompletionStage<?>> calls = new ArrayList<>();
        Thread stopping = new Thread(node::close);
        stopping.start();
        for (int i = 0; stopping.isAlive(); i++) {
            calls.add(node.sequences().next(NextRequest.of("A")));
            calls.add(node.sequences().next(NextRequest.of("unknown-" + i)));
        }
        assertThat(calls)
                .allSatisfy(call -> assertThat(
                                call.handle((answer, failure) -> true).toCompletableFuture())
                        .succeedsWithin(AT_ONCE));
    }
}
