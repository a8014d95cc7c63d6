package io.snowkeeper.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What a client does as time goes by, with a stopwatch that the test turns. */
class ClientRuntimeIT {

    private final AtomicLong ids = new AtomicLong();

    @Test
    void aConnectionThatWasNotUsedForAMinuteIsClosed() {
        try (FakeServer server = FakeServer.start(FakeServer.honest(ids));
                RuntimeInHand client = client(server.address())) {
            client.next().join();
            client.pass(Duration.ofSeconds(61));

            await().until(() -> server.openConnections() == 0);
        }
    }

    @Test
    void theNextCallOpensAnother() {
        try (FakeServer server = FakeServer.start(FakeServer.honest(ids));
                RuntimeInHand client = client(server.address())) {
            client.next().join();
            client.pass(Duration.ofSeconds(61));
            await().until(() -> server.openConnections() == 0);

            assertThat(client.next().join()).isEqualTo(2);
            assertThat(server.acceptedConnections()).isEqualTo(2);
        }
    }

    @Test
    void aCallThatIsWithinItsDeadlineWaits() {
        try (FakeServer silent = FakeServer.start(asked -> {});
                RuntimeInHand client = client(silent.address())) {
            CompletableFuture<Long> call = client.next();
            await().until(() -> silent.requests().size() == 1);
            client.pass(Duration.ofMillis(4_999));
            // Its connection is given up, so that the client has looked at the time.
            await().until(() -> silent.acceptedConnections() > 1);

            assertThat(call).isNotDone();
            client.pass(Duration.ofMillis(1));
            await().until(call::isCompletedExceptionally);
        }
    }

    @Test
    void theDeadlineOfACallThatWaitsForAServerIsKept() {
        try (RuntimeInHand client = client("127.0.0.1:1")) {
            CompletableFuture<Long> call = client.next();
            client.pass(Duration.ofSeconds(5));

            await().until(call::isCompletedExceptionally);
        }
    }

    @Test
    void theDeadlineOfACallThatWaitsForANameIsKept() {
        try (RuntimeInHand client = new RuntimeInHand(
                "ids:7070", Duration.ofSeconds(5), Duration.ofSeconds(1), name -> new CompletableFuture<>())) {
            CompletableFuture<Long> id = client.next();
            var numbers = client.sequence("A").next(1, "sale-4711");
            client.pass(Duration.ofSeconds(5));

            await().until(() -> id.isCompletedExceptionally() && numbers.isCompletedExceptionally());
            assertThat(id)
                    .failsWithin(Duration.ZERO)
                    .withThrowableThat()
                    .withMessageContaining("no answer within 5000 ms from ids:7070 (not looked up yet)");
        }
    }

    private static RuntimeInHand client(String servers) {
        return new RuntimeInHand(
                servers,
                Duration.ofSeconds(5),
                Duration.ofSeconds(1),
                name -> CompletableFuture.completedFuture(List.of(InetAddress.getLoopbackAddress())));
    }
}
