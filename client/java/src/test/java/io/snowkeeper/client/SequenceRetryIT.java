package io.snowkeeper.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.client.FakeServer.Asked;
import io.snowkeeper.client.FakeServer.Script;
import io.snowkeeper.core.api.OutcomeUnknownException;
import io.snowkeeper.core.api.RefusedException;
import io.snowkeeper.core.api.SequenceNumbers;
import io.snowkeeper.core.api.UnavailableException;
import io.snowkeeper.core.business.BusinessNumber;
import io.snowkeeper.core.sequence.GivenOptions;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.Page;
import io.snowkeeper.core.sequence.PendingReservation;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.testkit.net.Ports;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which calls about sequences are sent again, and which are not. */
class SequenceRetryIT {

    private static final String NUMBERS = "\"numbers\": [7], \"reservation\": null";

    /** How a first answer gets lost, after the server may have done the request. */
    enum Loss {
        HANG_UP(Asked::hangUp, "it closed the connection without an answer"),
        GARBAGE(asked -> asked.raw("garbage\n"), "not the answer that was due: it is not JSON near byte 0: garbage"),
        TEMPORARILY_UNAVAILABLE(
                asked -> asked.error(11, "ZooKeeper did not answer"), "error 11: ZooKeeper did not answer"),
        END(asked -> asked.end("overloaded", ""), "error 11: late"),
        SILENCE(asked -> {}, "no answer within 2500 ms");

        static final Duration ATTEMPT = Duration.ofMillis(2500);

        private final Script script;
        private final String problem;

        Loss(Script script, String problem) {
            this.script = script;
            this.problem = problem;
        }
    }

    private final AtomicInteger asks = new AtomicInteger();

    @ParameterizedTest
    @EnumSource
    void withAKeyTheCallIsSentAgainUntilThereIsAnAnswer(Loss loss) {
        try (FakeServer one = FakeServer.start(losingFirst(loss));
                FakeServer two = FakeServer.start(losingFirst(loss));
                RuntimeInHand client = inHand(one.address() + "," + two.address(), loss)) {
            assertThat(settled(client.sequence("A").next(1, "sale-4711"), client, loss))
                    .isCompletedWithValueMatching(numbers -> numbers.first() == 7);
            assertThat(asks).hasValue(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void theOnlyServerIsAskedAgain(Loss loss) {
        try (FakeServer server = FakeServer.start(losingFirst(loss));
                RuntimeInHand client = inHand(server.address(), loss)) {
            assertThat(settled(client.sequence("A").next(1, "sale-4711"), client, loss))
                    .isCompletedWithValueMatching(numbers -> numbers.first() == 7);
            assertThat(asks).hasValue(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void withoutAKeyTheCallIsSentOnce(Loss loss) {
        try (FakeServer one = FakeServer.start(losingFirst(loss));
                FakeServer two = FakeServer.start(losingFirst(loss));
                RuntimeInHand client = inHand(one.address() + "," + two.address(), loss)) {
            assertThat(failure(client.sequence("A").next(1), client, loss))
                    .isInstanceOf(OutcomeUnknownException.class)
                    .hasMessage(
                            "numbers of sequence A may have been taken, and did not arrive: %s; "
                                    + "a call with a key would be repeated",
                            loss.problem);
            assertThat(asks).hasValue(1);
        }
    }

    @Test
    void withoutAKeyACallThatNoServerHasBegunIsSentAgain() {
        Script drainingAtFirst = asked -> {
            if (asks.incrementAndGet() <= 2) {
                asked.notBegun("draining");
            } else {
                asked.ok(NUMBERS);
            }
        };
        try (FakeServer one = FakeServer.start(drainingAtFirst);
                FakeServer two = FakeServer.start(drainingAtFirst);
                SnowkeeperClient client = client(one.address() + "," + two.address())) {
            assertThat(client.sequence("A").next(1).first()).isEqualTo(7);
            assertThat(asks).hasValue(3);
        }
    }

    @Test
    void withoutAKeyACallIsSentAgainThatAServerHasNotBegunWhenItEndsTheConnection() {
        Script stopsAtFirst = asked -> {
            if (asks.incrementAndGet() == 1) {
                asked.end("draining", ", \"begun\": false");
            } else {
                asked.ok(NUMBERS);
            }
        };
        try (FakeServer one = FakeServer.start(stopsAtFirst);
                FakeServer two = FakeServer.start(stopsAtFirst);
                SnowkeeperClient client = client(one.address() + "," + two.address())) {
            assertThat(client.sequence("A").next(1).first()).isEqualTo(7);
            assertThat(asks).hasValue(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aChangeThatCannotBeDoneTwiceIsSentOnce(Loss loss) {
        try (FakeServer one = FakeServer.start(losingFirst(loss));
                FakeServer two = FakeServer.start(losingFirst(loss));
                RuntimeInHand client = inHand(one.address() + "," + two.address(), loss)) {
            assertThat(failure(client.sequence("A").append(List.of(new NumberRange(1, 9))), client, loss))
                    .isInstanceOf(OutcomeUnknownException.class)
                    .hasMessage(
                            "sequence_append of sequence A may have been done, and no answer arrived: %s; "
                                    + "describe the sequence to know",
                            loss.problem);
            assertThat(asks).hasValue(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatSettlesANumberIsSentOnceSinceItMayBeSomebodyElsesByThen(Loss loss) {
        try (FakeServer one = FakeServer.start(losingFirst(loss));
                FakeServer two = FakeServer.start(losingFirst(loss));
                RuntimeInHand client = inHand(one.address() + "," + two.address(), loss)) {
            assertThat(failure(client.sequence("A").cancelNumber(BusinessNumber.of(5)), client, loss))
                    .isInstanceOf(OutcomeUnknownException.class)
                    .hasMessage(
                            "sequence_cancel of a number of sequence A may have been done, and no answer arrived: %s; "
                                    + "list what is pending to know, the number may be another caller's by now",
                            loss.problem);
            assertThat(asks).hasValue(1);
        }
    }

    @Test
    void theTokenGoesWithChangesForServersOfAFormerVersion() {
        try (FakeServer server = FakeServer.start(asked -> asked.error(22, "used up"));
                SnowkeeperClient client = MadeClients.patientBuilder(server.address())
                        .token("0123456789abcdef")
                        .build()) {
            SequenceClient sequence = client.sequence("A");
            List<ThrowingCallable> calls = List.of(
                    () -> sequence.create(SequenceMode.BLOCK, new NumberRange(1, 9)),
                    () -> sequence.append(new NumberRange(1, 9)),
                    () -> sequence.advance(5),
                    () -> sequence.configure(GivenOptions.NONE),
                    () -> sequence.delete(OptionalLong.empty()),
                    () -> sequence.confirmNumber(BusinessNumber.of(5)),
                    () -> sequence.cancelNumber(BusinessNumber.of(5)),
                    () -> sequence.voidNumber(BusinessNumber.of(5), "printed twice"),
                    () -> sequence.voidReservation("r", "printed twice"),
                    () -> sequence.pending(Optional.empty(), 10),
                    () -> sequence.next(1),
                    () -> sequence.confirm("r"),
                    () -> sequence.cancel("r"),
                    sequence::describe,
                    client::sequenceNames,
                    client::next);
            calls.forEach(call -> assertThatThrownBy(call)
                    .isInstanceOf(RefusedException.class)
                    .hasMessage("refused by %s with error 22: used up", server.address()));

            assertThat(server.requests().stream()
                            .filter(body -> body.has("token"))
                            .map(body -> body.get("type").asText() + " "
                                    + body.get("token").asText()))
                    .containsExactly(
                            "sequence_create 0123456789abcdef",
                            "sequence_append 0123456789abcdef",
                            "sequence_advance 0123456789abcdef",
                            "sequence_configure 0123456789abcdef",
                            "sequence_delete 0123456789abcdef",
                            "sequence_confirm 0123456789abcdef",
                            "sequence_cancel 0123456789abcdef",
                            "sequence_void 0123456789abcdef",
                            "sequence_void 0123456789abcdef");
            assertThat(server.requests()).hasSize(calls.size());
        }
    }

    @Test
    void pendingReservationsAreReadPageByPage() {
        String reservation = "{\"reservation\": \"r-%d\", \"from\": [%d], \"to\": [%d], \"key\": \"k\", \"by\": null,"
                + " \"since_ms\": 1800000000000, \"due_ms\": 1800000060000}";
        try (FakeServer server = FakeServer.start(asked ->
                        asked.ok("\"reservations\": [" + reservation.formatted(1, 7, 9) + "], \"next\": \"r-1\""));
                RuntimeInHand client = new RuntimeInHand(server.address())) {
            AsyncSequenceClient sequence = client.sequence("A");
            Page<PendingReservation> page =
                    sequence.pending(Optional.empty(), 1).toCompletableFuture().join();

            assertThat(page.next()).contains("r-1");
            assertThat(page.items())
                    .containsExactly(new PendingReservation(
                            "r-1",
                            List.of(new NumberRange(7, 9)),
                            Optional.of("k"),
                            Optional.empty(),
                            Instant.ofEpochMilli(1_800_000_000_000L),
                            Instant.ofEpochMilli(1_800_000_060_000L),
                            Optional.empty(),
                            Optional.empty()));
            // A list that begins where it began would never end.
            assertThat(client.failureOf(
                            sequence.pending(page.next(), 1),
                            () -> server.requests().size() > 2))
                    .hasMessageContaining("next must not be what was asked for");
        }
    }

    @Test
    void withoutAKeyTheCallIsSentOnceItCanBe() throws IOException {
        int port = Ports.next();
        try (SnowkeeperClient client = client("127.0.0.1:" + port)) {
            var numbers = client.sequence("A").async().next(1).toCompletableFuture();
            try (FakeServer late = FakeServer.start(port, true, asked -> asked.ok(NUMBERS))) {
                assertThat(numbers.join().first()).isEqualTo(7);
                assertThat(late.requests()).hasSize(1);
            }
        }
    }

    @Test
    void withoutAKeyACallThatIsUnansweredAtItsDeadlineMayHaveTakenNumbers() {
        try (FakeServer silent = FakeServer.start(asked -> {});
                RuntimeInHand client = inHand(silent.address())) {
            assertThat(causeAtDeadline(client, silent, null))
                    .isInstanceOf(OutcomeUnknownException.class)
                    .hasMessage(
                            "numbers of sequence A may have been taken, and did not arrive: no answer yet from %s; "
                                    + "a call with a key would be repeated",
                            silent.address());
        }
    }

    @Test
    void aCallThatIsRefusedAtItsDeadlineIsNotSentAgain() {
        AtomicReference<RuntimeInHand> inHand = new AtomicReference<>();
        try (FakeServer server = FakeServer.start(asked -> {
                    inHand.get().pass(RuntimeInHand.DEADLINE);
                    asked.notBegun("zookeeper-away");
                });
                RuntimeInHand client = new RuntimeInHand(server.address())) {
            inHand.set(client);
            CompletableFuture<?> call = client.sequence("A").next(1).toCompletableFuture();

            await().until(call::isDone);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void withAKeyACallThatIsUnansweredAtItsDeadlineCanBeMadeAgain() {
        try (FakeServer silent = FakeServer.start(asked -> {});
                RuntimeInHand client = inHand(silent.address())) {
            assertThat(causeAtDeadline(client, silent, "k"))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessage("no answer within 2000 ms from %s (no answer yet)", silent.address());
        }
    }

    @Test
    void aConfirmationIsSentAgain() {
        try (FakeServer server = FakeServer.start(asked -> {
                    if (asks.incrementAndGet() == 1) {
                        asked.hangUp();
                    } else {
                        asked.ok("");
                    }
                });
                SnowkeeperClient client = client(server.address())) {
            client.sequence("A").confirm("r-0");
            assertThat(asks).hasValue(2);
        }
    }

    @Test
    void aServerThatDrainsIsNotAskedAgain() {
        AtomicReference<String> draining = new AtomicReference<>();
        Script script = asked -> {
            String address = "127.0.0.1:" + asked.socket().getLocalPort();
            draining.compareAndSet(null, address);
            boolean drains = address.equals(draining.get());
            if (asked.type().equals("status")) {
                asked.ok("\"draining\": " + (drains && asks.get() > 0));
            } else if (drains) {
                asks.incrementAndGet();
                asked.error(11, "draining");
            } else {
                asked.ok(NUMBERS);
            }
        };
        try (FakeServer one = FakeServer.startWithoutGreeting(script);
                FakeServer two = FakeServer.startWithoutGreeting(script);
                SnowkeeperClient client = client(one.address() + "," + two.address())) {
            for (int i = 0; i < 20; i++) {
                client.sequence("A").next(1, "k" + i);
            }
            assertThat(asks).hasValue(1);
        }
    }

    @Test
    void aSequenceStaysWithOneServer() {
        try (FakeServer one = FakeServer.start(asked -> asked.ok(NUMBERS));
                FakeServer two = FakeServer.start(asked -> asked.ok(NUMBERS));
                FakeServer three = FakeServer.start(asked -> asked.ok(NUMBERS));
                SnowkeeperClient client = client(String.join(",", one.address(), two.address(), three.address()))) {
            for (int i = 0; i < 20; i++) {
                client.sequence("A").next(1);
            }
            assertThat(new int[] {
                        one.requests().size(),
                        two.requests().size(),
                        three.requests().size()
                    })
                    .containsExactlyInAnyOrder(0, 0, 20);
        }
    }

    @Test
    void numbersOfAnotherCountAreNotTaken() {
        try (FakeServer server = FakeServer.start(asked -> asked.ok(
                        asks.incrementAndGet() == 1 ? "\"numbers\": [7, 8], \"reservation\": null" : NUMBERS));
                SnowkeeperClient client = client(server.address())) {
            assertThat(client.sequence("A").next(1, "k").numbers()).containsExactly(7L);
        }
    }

    @Test
    void eachCallHasAConnectionToItselfUpToTheLimit() {
        CountDownLatch release = new CountDownLatch(1);
        try (FakeServer server = FakeServer.start(asked -> {
                    release.await();
                    asked.ok(NUMBERS);
                });
                SnowkeeperClient client = client(server.address())) {
            for (int i = 0; i < 20; i++) {
                var unused = client.sequence("A").async().next(1);
            }
            await().until(() -> server.requests().size() == 8);
            release.countDown();
            await().until(() -> server.requests().size() == 20);
            assertThat(server.mostOpenConnections()).isEqualTo(8);
        }
    }

    private Script losingFirst(Loss loss) {
        return asked -> {
            if (asks.incrementAndGet() == 1) {
                loss.script.run(asked);
            } else {
                asked.ok(NUMBERS);
            }
        };
    }

    private Throwable failure(CompletionStage<?> call, RuntimeInHand client, Loss loss) {
        return catchThrowable(settled(call, client, loss)::join).getCause();
    }

    /** Lets time pass until a call is over whose first answer gets lost. */
    private <T> CompletableFuture<T> settled(CompletionStage<T> stage, RuntimeInHand client, Loss loss) {
        CompletableFuture<T> call = stage.toCompletableFuture();
        await().until(() -> asks.get() > 0);
        if (loss == Loss.SILENCE) {
            client.pass(Loss.ATTEMPT);
        }
        client.passUntil(() -> asks.get() > 1 || call.isDone());
        await().until(call::isDone);
        return call;
    }

    /** Returns the engine of a client that waits for an answer no longer than one may take, if none comes. */
    private static RuntimeInHand inHand(String servers, Loss loss) {
        return new RuntimeInHand(
                servers, RuntimeInHand.DEADLINE, loss == Loss.SILENCE ? Duration.ofSeconds(1) : RuntimeInHand.ENDLESS);
    }

    /** Returns a call's failure when its time has passed after it arrived. */
    private static Throwable causeAtDeadline(RuntimeInHand client, FakeServer silent, @Nullable String key) {
        AsyncSequenceClient sequence = client.sequence("A");
        CompletableFuture<SequenceNumbers> call =
                (key == null ? sequence.next(1) : sequence.next(1, key)).toCompletableFuture();
        await().until(() -> silent.requests().size() == 1);
        client.pass(Duration.ofSeconds(2));
        await().until(call::isDone);
        return catchThrowable(call::join).getCause();
    }

    /** Returns the engine of a client whose calls may take two seconds, which the test lets pass. */
    private static RuntimeInHand inHand(String servers) {
        return new RuntimeInHand(servers, Duration.ofSeconds(2), Duration.ofSeconds(2));
    }

    private static SnowkeeperClient client(String servers) {
        return MadeClients.patient(servers);
    }
}
