package io.snowkeeper.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.snowkeeper.client.FakeServer.Script;
import io.snowkeeper.core.api.CallInterruptedException;
import io.snowkeeper.core.api.ClosedException;
import io.snowkeeper.core.api.RefusedException;
import io.snowkeeper.core.api.TooManyCallsException;
import io.snowkeeper.core.api.UnavailableException;
import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.core.sortable.SortableUnit;
import io.snowkeeper.testkit.net.Ports;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** A client's service for its callers, with well-behaved servers. */
class SnowkeeperClientIT {

    private final AtomicLong ids = new AtomicLong();

    @Test
    void aBatchComesInOneAnswer() {
        try (FakeServer server = FakeServer.start(FakeServer.honest(ids));
                SnowkeeperClient client = client(server.address())) {
            assertThat(client.next(4)).containsExactly(1, 2, 3, 4);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void aBatchMayBeLargerThanWhatIsCoalesced() {
        try (FakeServer server = FakeServer.start(FakeServer.honest(ids));
                SnowkeeperClient client = client(server.address())) {
            assertThat(client.next(200_000)).hasSize(200_000).isSorted();
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void aBatchThatServersDoNotAllowIsRefused() {
        try (FakeServer server = FakeServer.start(asked -> asked.error(12, "count must be an integer from 1 to 10"));
                SnowkeeperClient client = client(server.address())) {
            assertThatThrownBy(() -> client.next(11))
                    .isInstanceOf(RefusedException.class)
                    .hasMessage("refused by %s with error 12: count must be an integer from 1 to 10", server.address())
                    .extracting(failure -> ((RefusedException) failure).code())
                    .isEqualTo(12);
        }
    }

    @Test
    void singleCallsThatWaitTogetherLeaveAsOneRequest() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        Script held = FakeServer.honest(ids);
        try (FakeServer server = FakeServer.start(asked -> {
                    release.await();
                    held.run(asked);
                });
                SnowkeeperClient client = client(server.address())) {
            List<CompletableFuture<Long>> calls = new ArrayList<>();
            for (int i = 0; i < 1500; i++) {
                calls.add(client.async().next().toCompletableFuture());
            }
            release.countDown();

            assertThat(calls.stream().map(CompletableFuture::join)).doesNotHaveDuplicates();
            // The requests in flight before the rest is at hand, and then a thousand at most in each.
            assertThat(server.requests()).hasSizeLessThan(10);
        }
    }

    @Test
    void callsThatWereCoalescedAreAskedForInSmallerPartsWhereServersDoNotAllowThatMany() {
        Script honest = FakeServer.honest(ids);
        try (FakeServer server = FakeServer.start(asked -> {
                    JsonNode count = asked.body().get("count");
                    if (count != null && count.asInt() > 7) {
                        asked.error(12, "count must be an integer from 1 to 7");
                    } else {
                        honest.run(asked);
                    }
                });
                SnowkeeperClient client = client(server.address())) {
            List<CompletableFuture<Long>> calls = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                calls.add(client.async().next().toCompletableFuture());
            }

            assertThat(calls.stream().map(CompletableFuture::join)).doesNotHaveDuplicates();
        }
    }

    @Test
    void serversTakeTurns() {
        try (FakeServer one = FakeServer.start(FakeServer.honest(ids));
                FakeServer two = FakeServer.start(FakeServer.honest(ids));
                SnowkeeperClient client = client(one.address() + "," + two.address())) {
            await().until(() -> {
                client.next();
                return one.requests().size() > 10 && two.requests().size() > 10;
            });
        }
    }

    @Test
    void anIdIsAskedForBeforeAnyServerIsUp() throws Exception {
        int port = Ports.next();
        try (SnowkeeperClient client = client("127.0.0.1:" + port)) {
            CompletableFuture<Long> id = client.async().next().toCompletableFuture();
            try (FakeServer late = FakeServer.start(port, true, FakeServer.honest(ids))) {
                assertThat(id.get()).isEqualTo(1);
            }
        }
    }

    @Test
    void whereNoServerIsUpTheFailureNamesEachAndWhatHappened() throws Exception {
        int first = Ports.next();
        int second = Ports.next();
        try (SnowkeeperClient client = SnowkeeperClient.builder()
                .servers("127.0.0.1:%d,127.0.0.1:%d,no-such-host.invalid:7070".formatted(first, second))
                .deadline(Duration.ofSeconds(2))
                .build()) {
            // That a name is not known may take a while to find out.
            await().untilAsserted(() -> assertThatThrownBy(client::next)
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageMatching(("no answer within 2000 ms from "
                                    + "127\\.0\\.0\\.1:%d \\(cannot connect: [^()]+\\), "
                                    + "127\\.0\\.0\\.1:%d \\(cannot connect: [^()]+\\), "
                                    + "no-such-host\\.invalid:7070 \\(cannot resolve: .*no-such-host\\.invalid.*\\)")
                            .formatted(first, second)));
        }
    }

    @Test
    void theFailureHasTheStackOfTheCaller() throws Exception {
        try (SnowkeeperClient client = SnowkeeperClient.builder()
                .servers("127.0.0.1:" + Ports.next())
                .deadline(Duration.ofSeconds(1))
                .build()) {
            assertThatThrownBy(client::next)
                    .satisfies(failure -> assertThat(failure.getStackTrace())
                            .anyMatch(frame ->
                                    frame.getClassName().equals(getClass().getName())));
        }
    }

    @Test
    void callsBeyondTheLimitAreRefused() {
        CountDownLatch release = new CountDownLatch(1);
        Script honest = FakeServer.honest(ids);
        try (FakeServer server = FakeServer.start(asked -> {
                    release.await();
                    honest.run(asked);
                });
                SnowkeeperClient client = MadeClients.patientBuilder(server.address())
                        .maxWaiting(3)
                        .build()) {
            List<CompletableFuture<Long>> calls = IntStream.range(0, 3)
                    .mapToObj(i -> client.async().next().toCompletableFuture())
                    .toList();

            assertThatThrownBy(client::next)
                    .isInstanceOf(TooManyCallsException.class)
                    .hasMessage("at most 3 calls may wait at once: wait for answers before you ask for more");
            assertThat(calls).noneMatch(CompletableFuture::isDone);
            release.countDown();
        }
    }

    @Test
    void callsThatAreOverMakeRoom() {
        try (FakeServer server = FakeServer.start(FakeServer.honest(ids));
                SnowkeeperClient client = oneCallAtATime(server)) {
            for (int i = 1; i <= 20; i++) {
                assertThat(client.next()).isEqualTo(i);
            }
        }
    }

    @Test
    void whoIsToldThatACallIsOverMayCallAgainAtOnce() throws Exception {
        try (FakeServer server = FakeServer.start(FakeServer.honest(ids));
                SnowkeeperClient client = oneCallAtATime(server)) {
            assertThat(client.async()
                            .next()
                            .thenCompose(id -> client.async().next())
                            .toCompletableFuture()
                            .get(30, SECONDS))
                    .isEqualTo(2);
        }
    }

    private static SnowkeeperClient oneCallAtATime(FakeServer server) {
        return MadeClients.patientBuilder(server.address()).maxWaiting(1).build();
    }

    @Test
    void anInterruptEndsTheWait() {
        try (FakeServer silent = FakeServer.start(asked -> {});
                SnowkeeperClient client = SnowkeeperClient.builder()
                        .servers(silent.address())
                        .deadline(Duration.ofSeconds(2))
                        .build()) {
            Thread.currentThread().interrupt();

            assertThatThrownBy(client::next)
                    .isInstanceOf(CallInterruptedException.class)
                    .hasMessage("interrupted while waiting for an answer");
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void theIdOfACallThatWasCancelledGoesToNobody() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        Script honest = FakeServer.honest(ids);
        try (FakeServer server = FakeServer.start(asked -> {
                    release.await();
                    honest.run(asked);
                });
                SnowkeeperClient client = client(server.address())) {
            CompletableFuture<Long> cancelled = client.async().next().toCompletableFuture();
            await().until(() -> server.requests().size() == 1);
            cancelled.cancel(false);
            CompletableFuture<Long> next = client.async().next().toCompletableFuture();
            release.countDown();

            assertThat(next.get()).isEqualTo(2);
        }
    }

    @Test
    void blockingOnTheClientsOwnThreadIsRefused() {
        try (FakeServer server = FakeServer.start(FakeServer.honest(ids));
                SnowkeeperClient client = client(server.address())) {
            // It may be complete already, and its callbacks then run here: until one ran on the client's thread.
            await().until(() -> {
                CompletableFuture<Thread> ran = new CompletableFuture<>();
                CompletableFuture<Object> outcome = client.async()
                        .next()
                        .thenApply(id -> {
                            ran.complete(Thread.currentThread());
                            return (Object) client.next();
                        })
                        .exceptionally(failure -> failure)
                        .toCompletableFuture();
                if (ran.get() == Thread.currentThread()) {
                    return false;
                }
                assertThat(outcome.get())
                        .asInstanceOf(InstanceOfAssertFactories.THROWABLE)
                        .hasRootCauseInstanceOf(IllegalStateException.class)
                        .hasRootCauseMessage("the client's own thread must not wait for itself: "
                                + "use the methods that return a stage");
                return true;
            });
        }
    }

    @Test
    void closingWaitsForCallsThatWereMade() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        Script honest = FakeServer.honest(ids);
        try (FakeServer server = FakeServer.start(asked -> {
            release.await();
            honest.run(asked);
        })) {
            SnowkeeperClient client = client(server.address());
            List<CompletableFuture<Long>> calls = IntStream.range(0, 100)
                    .mapToObj(i -> client.async().next().toCompletableFuture())
                    .toList();
            await().until(() -> !server.requests().isEmpty());
            Thread closing = new Thread(client::close);
            closing.start();
            await().until(() -> {
                CompletableFuture<Long> late = client.async().next().toCompletableFuture();
                return late.isCompletedExceptionally();
            });
            release.countDown();
            closing.join();

            assertThat(calls).allMatch(call -> call.isDone() && !call.isCompletedExceptionally());
            await().until(() -> server.openConnections() == 0);
        }
    }

    @Test
    void closingEndsAtTheDeadlineOfItsCalls() {
        try (FakeServer silent = FakeServer.start(asked -> {})) {
            CompletableFuture<Long> call;
            try (SnowkeeperClient client = SnowkeeperClient.builder()
                    .servers(silent.address())
                    .deadline(Duration.ofSeconds(1))
                    .build()) {
                call = client.async().next().toCompletableFuture();
            }
            assertThat(call).isCompletedExceptionally();
            assertThatThrownBy(call::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(UnavailableException.class);
        }
    }

    @Test
    void aClosedClientRefusesCallsAndClosesAgain() {
        SnowkeeperClient client = client("127.0.0.1:1");
        client.close();
        client.close();

        assertThatThrownBy(client::next).isInstanceOf(ClosedException.class).hasMessage("the client is closed");
        assertThatThrownBy(() -> client.next(2)).isInstanceOf(ClosedException.class);
        assertThatThrownBy(() -> client.sequence("A").next(1)).isInstanceOf(ClosedException.class);
    }

    @Test
    void aClosedClientGivesOutNothingThatItHadFetchedAhead() {
        try (FakeServer server = FakeServer.start(FakeServer.honest(ids))) {
            SnowkeeperClient client = prefetching(server);
            client.next();
            client.close();

            assertThatThrownBy(client::next).isInstanceOf(ClosedException.class);
        }
    }

    @Test
    void aClientClosesFromItsOwnThread() {
        try (FakeServer server = FakeServer.start(FakeServer.honest(ids))) {
            SnowkeeperClient client = client(server.address());
            CompletableFuture<Void> closed =
                    client.async().next().thenRun(client::close).toCompletableFuture();

            closed.join();
            await().until(() -> server.openConnections() == 0);
        }
    }

    @Test
    void closedClientsLeaveNoThreadBehind() {
        try (FakeServer server = FakeServer.start(FakeServer.honest(ids))) {
            for (int i = 0; i < 20; i++) {
                try (SnowkeeperClient client = client(server.address())) {
                    client.next();
                }
            }
            await().until(() -> Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().startsWith("snowkeeper-")));
        }
    }

    /** Takes some ten times, and that again until it needs no request: single ones stop when the first stock is there. */
    private static <T> List<T> takeWithoutRequests(FakeServer server, Supplier<List<T>> some) {
        List<T> taken = new ArrayList<>();
        await().until(() -> {
            int before = server.requests().size();
            for (int i = 0; i < 10; i++) {
                taken.addAll(some.get());
            }
            return server.requests().size() == before;
        });
        return taken;
    }

    private static <T> T result(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    @Test
    void idsThatWereFetchedAheadComeWithoutARequestEach() {
        try (FakeServer server = FakeServer.start(FakeServer.honest(ids));
                SnowkeeperClient client = prefetching(server)) {
            assertThat(takeWithoutRequests(server, () -> List.of(client.next())))
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void uuidsAreFetchedAheadToo() {
        try (FakeServer server = FakeServer.start(FakeServer.honest(ids));
                SnowkeeperClient client = prefetching(server)) {
            List<UUID> taken = takeWithoutRequests(
                    server,
                    () -> List.of(client.nextUuid(), result(client.async().nextUuid())));
            assertThat(taken).doesNotHaveDuplicates();
        }
    }

    @Test
    void sortableIdsAreFetchedAheadByTheirUnit() {
        try (FakeServer server = FakeServer.start(FakeServer.honest(ids));
                SnowkeeperClient client = prefetching(server)) {
            List<SortableId> taken = takeWithoutRequests(
                    server,
                    () -> Stream.of(SortableUnit.values())
                            .flatMap(unit -> pair(client, unit))
                            .toList());
            assertThat(taken).doesNotHaveDuplicates();
            assertThat(taken.stream().map(SortableId::high).distinct()).hasSize(SortableUnit.values().length);
        }
    }

    private static Stream<SortableId> pair(SnowkeeperClient client, SortableUnit unit) {
        SortableId first = client.nextSortable(unit);
        SortableId second = result(client.async().nextSortable(unit));
        // The server writes the unit into the first half.
        assertThat(second.high()).as("%s", unit).isEqualTo(first.high());
        return Stream.of(first, second);
    }

    @Test
    void idsThatWereFetchedAheadAndGotOldAreThrownAway() {
        try (FakeServer server = FakeServer.start(FakeServer.honest(ids));
                SnowkeeperClient client = MadeClients.patientBuilder(server.address())
                        .prefetch(new PrefetchLimits(100, Duration.ofMillis(50)))
                        .build()) {
            AtomicReference<Long> last = new AtomicReference<>(client.next());
            // All that is kept is behind the counter: after the age, an id must be newer than the whole of it.
            await().until(() -> ids.get() >= 51);
            long kept = ids.get();
            await().pollDelay(Duration.ofMillis(100)).until(() -> true);
            assertThat(client.next()).isGreaterThan(Math.max(kept, last.get()));
        }
    }

    private static SnowkeeperClient prefetching(FakeServer server) {
        return MadeClients.patientBuilder(server.address())
                .prefetch(new PrefetchLimits(1000, Duration.ofMinutes(1)))
                .build();
    }

    private static SnowkeeperClient client(String servers) {
        return MadeClients.patient(servers);
    }
}
