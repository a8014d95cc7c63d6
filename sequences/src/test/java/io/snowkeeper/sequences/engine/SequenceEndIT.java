package io.snowkeeper.sequences.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.SequenceUnavailableException;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A stopping node leaves no caller waiting. */
class SequenceEndIT {

    /** Long before the call's own time is up. */
    private static final Duration AT_ONCE = Duration.ofSeconds(20);

    private ServingNode node;

    @BeforeEach
    void start() {
        node = ServingNode.start(SharedZooKeeper.newConnectString());
    }

    @AfterEach
    void stop() {
        node.close();
    }

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
        EveryCall.CALLS.forEach((call, message) -> assertFailsAtOnce(call.apply(node.sequences()), message));
    }

    @Test
    void callsThatComeWhileTheNodeStopsAreServedOrFail() {
        node.create("A", SequenceMode.ORDERED, EveryCall.RANGE);
        node.next("A");
        List<CompletionStage<?>> calls = new ArrayList<>();
        Thread stopping = new Thread(node::close);
        stopping.start();
        for (int i = 0; stopping.isAlive(); i++) {
            calls.add(node.sequences().next(NextRequest.of("A")));
            calls.add(node.sequences().next(NextRequest.of("unknown-" + i)));
            // The end takes some 100 ms, and each call the time of its answer.
            LockSupport.parkNanos(20_000);
        }
        assertThat(calls)
                .allSatisfy(call -> assertThat(
                                call.handle((answer, failure) -> true).toCompletableFuture())
                        .succeedsWithin(AT_ONCE));
    }
}
