package io.snowkeeper.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.client.internal.dispatch.CallObserver;
import io.snowkeeper.core.sequence.NumberRange;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A client as time goes by, with a stopwatch that the test turns. */
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
    void aCallThatWasPutBackBehindALaterOneEndsAtItsOwnDeadline() {
        FakeServer silent = FakeServer.start(asked -> {});
        try (RuntimeInHand client = new RuntimeInHand(silent.address(), Duration.ofSeconds(5), Duration.ofSeconds(5))) {
            CompletableFuture<Long> first = client.next();
            await().until(() -> silent.requests().size() == 1);
            client.pass(Duration.ofMillis(900));
            CompletableFuture<Long> later = client.next();
            await().until(() -> silent.requests().size() == 2);
            silent.close();
            client.pass(Duration.ofMillis(4_100));

            await().until(first::isCompletedExceptionally);
            assertThat(later).isNotDone();
            client.pass(Duration.ofMillis(900));
        }
    }

    @Test
    void afterADefectCallsEndAtTheirDeadlinesAndTheClientAtItsEnd() {
        try (FakeServer silent = FakeServer.start(asked -> {})) {
            RuntimeInHand client = new RuntimeInHand(silent.address());
            CompletableFuture<Long> call = client.next();
            await().until(() -> silent.requests().size() == 1);
            client.meetADefect();
            client.pass(RuntimeInHand.DEADLINE);

            await().until(call::isCompletedExceptionally);
            await().until(CompletableFuture.runAsync(client::close)::isDone);
        }
    }

    @Test
    void anObserverWithADefectKeepsNoCallFromItsAnswer() {
        try (FakeServer server = FakeServer.start(FakeServer.honest(ids));
                RuntimeInHand client = client(server.address())) {
            client.observe(new CallObserver() {
                @Override
                public void over(String type, long nanos, @Nullable Throwable failure) {
                    throw new IllegalStateException("a defect that the test made");
                }

                @Override
                public void servers(Map<String, Boolean> answering) {}
            });

            await().until(client.next()::isDone);
        }
    }

    @Test
    @SuppressWarnings("NullAway") // It is what a caller without it may do.
    void aCallWithoutAnArgumentFailsAlone() {
        try (FakeServer server = FakeServer.start(FakeServer.honest(ids));
                RuntimeInHand client = client(server.address())) {
            CompletionStage<?> call = client.sequence("any").create(null, new NumberRange(1, 9));

            await().until(call.toCompletableFuture()::isDone);
            assertThat(call).isCompletedExceptionally();
            assertThat(server.openConnections()).isEqualTo(1);
        }
    }

    @Test
    void whileNoServerIsThereCallsWaitForLess() {
        String address;
        try (FakeServer gone = FakeServer.start(asked -> {})) {
            address = gone.address();
        }
        try (RuntimeInHand client =
                new RuntimeInHand(address, Duration.ofHours(1), Duration.ofSeconds(2), Duration.ofMinutes(1))) {
            CompletableFuture<Long> ids = client.next();
            CompletableFuture<?> numbers = client.sequence("any").describe().toCompletableFuture();
            client.pass(Duration.ofSeconds(2));

            await().until(() -> ids.isCompletedExceptionally() && numbers.isCompletedExceptionally());
            assertThatThrownBy(ids::join).hasMessageContaining("no answer within 2000 ms from " + address);
            assertThatThrownBy(numbers::join).hasMessageContaining("no answer within 2000 ms from " + address);
        }
    }

    @Test
    void aServerThatHasFailedOnceMayBeThere() {
        try (FakeServer silent = FakeServer.start(asked -> {});
                RuntimeInHand client = new RuntimeInHand(
                        silent.address(), Duration.ofHours(1), Duration.ofSeconds(2), Duration.ofMinutes(1))) {
            CompletableFuture<Long> call = client.next();
            await().until(() -> silent.requests().size() == 1);
            client.pass(Duration.ofSeconds(61));
            // Its connection is given up, so that the client has looked at the time.
            await().until(() -> silent.requests().size() == 2);

            assertThat(call).isNotDone();
            client.pass(Duration.ofSeconds(61));
            await().until(call::isCompletedExceptionally);
        }
    }

    @Test
    void whileOneOfTheServersIsThereCallsWaitToTheirDeadline() {
        String gone;
        try (FakeServer server = FakeServer.start(asked -> {})) {
            gone = server.address();
        }
        try (FakeServer silent = FakeServer.start(asked -> {});
                RuntimeInHand client = new RuntimeInHand(
                        gone + "," + silent.address(),
                        Duration.ofMinutes(4),
                        Duration.ofSeconds(2),
                        Duration.ofMinutes(3))) {
            CompletableFuture<Long> call = client.next();
            await().until(() -> silent.requests().size() == 1);
            client.pass(Duration.ofSeconds(181));
            await().until(() -> silent.requests().size() == 2);

            assertThat(call).isNotDone();
            client.pass(Duration.ofSeconds(61));
            assertThatThrownBy(call::join).hasMessageContaining("no answer within 240000 ms");
        }
    }

    @Test
    void callsThatAnAnsweredCallerMakesAtOnceLeaveTogether() {
        CountDownLatch registered = new CountDownLatch(1);
        try (FakeServer server = FakeServer.start(asked -> {
                    registered.await();
                    FakeServer.honest(ids).run(asked);
                });
                RuntimeInHand client = client(server.address())) {
            CompletableFuture<?> called = client.next().thenCompose(id -> calls(client, 16));
            // Behind an answer that is there already, the calls would be made by this thread.
            registered.countDown();
            called.join();

            assertThat(counts(server)).containsExactly(1, 16);
        }
    }

    @Test
    void callsWaitAndLeaveTogetherWhileSixteenAreInFlight() throws InterruptedException {
        assertThat(countsWithCallsBehind(16)).containsExactly(1, 16, 2);
    }

    @Test
    void aCallGoesOutAtOnceWhileFifteenAreInFlight() throws InterruptedException {
        assertThat(countsWithCallsBehind(15)).startsWith(1, 15, 1);
    }

    /** Makes calls one after the other behind others that are in flight, of which it holds the answer back. */
    private List<Integer> countsWithCallsBehind(int inFlight) throws InterruptedException {
        CountDownLatch registered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        try (FakeServer server = FakeServer.start(asked -> {
                    registered.await();
                    if (asked.body().path("count").asInt() == inFlight) {
                        release.await();
                    }
                    FakeServer.honest(ids).run(asked);
                });
                RuntimeInHand client = client(server.address())) {
            CompletableFuture<?> first = client.next().thenCompose(id -> calls(client, inFlight));
            registered.countDown();
            await().until(() -> server.requests().size() == 2);
            CompletableFuture<Long> second = client.next();
            // The client's thread has done its earlier work when it answers about something else.
            assertThatThrownBy(() ->
                    client.sequence("any").describe().toCompletableFuture().join());
            CompletableFuture<Long> third = client.next();
            assertThatThrownBy(() ->
                    client.sequence("any").describe().toCompletableFuture().join());
            release.countDown();
            CompletableFuture.allOf(first, second, third).join();
            return counts(server);
        }
    }

    private static CompletableFuture<?> calls(RuntimeInHand client, int count) {
        return CompletableFuture.allOf(
                Stream.generate(client::next).limit(count).toArray(CompletableFuture[]::new));
    }

    private static List<Integer> counts(FakeServer server) {
        return server.requests().stream()
                .filter(body -> body.path("type").asText().startsWith("generate"))
                .map(body -> body.path("count").asInt(1))
                .toList();
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
            var numbers = client.sequence("A").next(1, "sale-4711").toCompletableFuture();
            client.pass(Duration.ofSeconds(5));

            await().until(() -> id.isCompletedExceptionally() && numbers.isCompletedExceptionally());
            assertThat(id)
                    .failsWithin(Duration.ZERO)
                    .withThrowableThat()
                    .withMessageContaining("no answer within 5000 ms from ids:7070 (not looked up yet)");
        }
    }

    private static RuntimeInHand client(String servers) {
        return new RuntimeInHand(servers, Duration.ofSeconds(5), Duration.ofSeconds(1));
    }
}
