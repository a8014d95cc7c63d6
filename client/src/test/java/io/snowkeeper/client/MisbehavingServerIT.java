package io.snowkeeper.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.client.FakeServer.Asked;
import io.snowkeeper.client.FakeServer.Script;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a server does: an id that is right, from another one if need be, or a clear error in time. */
class MisbehavingServerIT {

    /** No honest server gives these. */
    private static final long WRONG = 9_000_000_000_000_000_000L;

    /** What a server may do wrong, and what a client says of it. */
    enum Misbehaviour {
        NO_ANSWER(asked -> {}, "no answer within 400 ms"),
        HALF_A_LINE_THEN_NOTHING(
                asked -> asked.raw("{\"src\": \"n1\", \"dest\": \"" + asked.src()), "no answer within 400 ms"),
        HALF_A_LINE_THEN_THE_END(
                asked -> {
                    // Without the last digits of the id it would be another id.
                    asked.raw("{\"src\": \"n1\", \"dest\": \"" + asked.src() + "\", \"body\": {\"id\": " + WRONG);
                    asked.hangUp();
                },
                "it closed the connection without an answer"),
        A_WHOLE_ANSWER_WITHOUT_ITS_LINE_END(
                asked -> {
                    asked.raw(asked.answer("generate_ok", "\"id\": " + WRONG, asked.src(), asked.msgId()));
                    asked.hangUp();
                },
                "it closed the connection without an answer"),
        GARBAGE(
                asked -> asked.raw("HTTP/1.1 400 Bad Request\r\n\r\n"),
                "not the answer that was due: it is no JSON near byte 0: HTTP/1.1 400 Bad Request?"),
        BYTES_WITHOUT_END(
                asked -> {
                    while (!asked.socket().isClosed()) {
                        asked.raw("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx".repeat(1000));
                    }
                },
                "not the answer that was due: it is longer than the 65559 bytes that the answer may have"),
        ANSWER_OF_ANOTHER_MESSAGE(
                asked -> asked.raw(
                        asked.answer("generate_ok", "\"id\": " + WRONG, asked.src(), asked.msgId() + 1) + "\n"),
                "in_reply_to must be "),
        ANSWER_OF_ANOTHER_CLIENT(
                asked -> asked.raw(asked.answer("generate_ok", "\"id\": " + WRONG, "client-0", asked.msgId()) + "\n"),
                "not the answer that was due: dest must be client-"),
        ANSWER_OF_ANOTHER_TYPE(
                asked -> asked.raw(
                        asked.answer("generate_batch_ok", "\"ids\": [" + WRONG + "]", asked.src(), asked.msgId())
                                + "\n"),
                "not the answer that was due: type must be generate_ok: type=generate_batch_ok"),
        ID_AS_A_FRACTION(
                asked -> asked.ok("\"id\": 9e18"), "not the answer that was due: generate_ok must have id as Long"),
        ID_BEYOND_64_BITS(
                asked -> asked.ok("\"id\": 19000000000000000000"),
                "not the answer that was due: generate_ok must have id as Long"),
        NEGATIVE_ID(asked -> asked.ok("\"id\": -7"), "not the answer that was due: ids must rise: -7 comes after -1"),
        TWO_IDS(asked -> asked.ok("\"id\": " + WRONG + ", \"id\": 7"), "not the answer that was due: id comes twice"),
        TEMPORARILY_UNAVAILABLE(asked -> asked.error(11, "no worker id yet"), "error 11: no worker id yet"),
        HANGS_UP(Asked::hangUp, "it closed the connection without an answer");

        private final Script script;
        private final String problem;

        Misbehaviour(Script script, String problem) {
            this.script = script;
            this.problem = problem;
        }
    }

    private final AtomicLong ids = new AtomicLong();

    @ParameterizedTest
    @EnumSource
    void callersGetTheIdsOfTheOtherServer(Misbehaviour misbehaviour) {
        try (FakeServer bad = FakeServer.start(misbehaviour.script);
                FakeServer good = FakeServer.start(FakeServer.honest(ids));
                SnowkeeperClient client = client(bad.address() + "," + good.address(), Duration.ofSeconds(10))) {
            Set<Long> seen = new HashSet<>();
            for (int i = 0; i < 50 || bad.requests().isEmpty(); i++) {
                assertThat(client.nextId())
                        .isLessThanOrEqualTo(ids.get())
                        .satisfies(id -> assertThat(seen.add(id)).isTrue());
            }
        }
    }

    /** On each connection alone, nothing is wrong with them. */
    @Test
    void anIdThatComesAgainOverAnotherConnectionIsGivenToNobody() {
        Script repeating = asked -> {
            asked.ok("\"id\": " + WRONG);
            asked.hangUp();
        };
        try (FakeServer bad = FakeServer.start(repeating);
                SnowkeeperClient client = patientClient(bad.address())) {
            assertThat(client.nextId()).isEqualTo(WRONG);
            assertThatThrownBy(client::nextId)
                    .isInstanceOf(NoAnswerException.class)
                    .hasMessageContaining("no id may come twice, and id 1 of the answer was given out before");
        }
    }

    @Test
    void aServerThatBeginsAnewWithEachConnectionIsLeftForTheOther() {
        try (FakeServer good = FakeServer.start(FakeServer.honest(ids));
                FakeServer bad = FakeServer.start(asked -> {
                    asked.ok("\"id\": " + WRONG);
                    asked.hangUp();
                });
                SnowkeeperClient client = patientClient(bad.address() + "," + good.address())) {
            Set<Long> seen = new HashSet<>();
            for (int i = 0; i < 100 || bad.requests().size() < 2; i++) {
                assertThat(seen.add(client.nextId())).isTrue();
            }
        }
    }

    @Test
    void whatAServerSaysDoesNothingToALogThatTellsOfIt() {
        Script wicked = asked -> asked.error(22, "\\u001b[2J\\u009b2J\\nINFO all is well\\u2028\\u202e");
        try (FakeServer bad = FakeServer.start(wicked);
                SnowkeeperClient client = patientClient(bad.address())) {
            assertThatThrownBy(client::nextId)
                    .isInstanceOf(RefusedException.class)
                    .hasMessage("refused by %s with error 22: \\u001b[2J\\u009b2J\\u000aINFO all is well\\u2028\\u202e"
                            .formatted(bad.address()));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aloneItMakesCallsFailInTimeWithItsAddressAndWhatItDid(Misbehaviour misbehaviour) {
        try (FakeServer bad = FakeServer.start(misbehaviour.script);
                SnowkeeperClient client = client(bad.address(), Duration.ofMillis(1500))) {
            // Where the machine is busy, the time may be up before a connection was made.
            await().untilAsserted(() -> assertThatThrownBy(client::nextId)
                    .isInstanceOf(NoAnswerException.class)
                    .hasMessageStartingWith("no answer within 1500 ms from " + bad.address() + " (")
                    .hasMessageContaining(misbehaviour.problem));
        }
    }

    @ParameterizedTest
    @EnumSource
    void noMoreConnectionsAreOpenThanAllowed(Misbehaviour misbehaviour) {
        try (FakeServer bad = FakeServer.start(misbehaviour.script)) {
            try (SnowkeeperClient client = client(bad.address(), Duration.ofMillis(400))) {
                for (int i = 0; i < 3; i++) {
                    assertThatThrownBy(client::nextId).isInstanceOf(NoAnswerException.class);
                }
                // One may end here while the next begins.
                assertThat(bad.mostOpenConnections()).isLessThanOrEqualTo(2);
            }
            await().until(() -> bad.openConnections() == 0);
        }
    }

    static Stream<Script> wrongBatches() {
        return Stream.of(
                asked -> asked.ok("\"ids\": [9000000000000000001, 9000000000000000002], \"max_sequence\": 0"),
                asked -> asked.ok("\"ids\": [9000000000000000001, 9000000000000000003, 9000000000000000002]"),
                asked -> asked.ok("\"ids\": [9000000000000000001, 9000000000000000001, 9000000000000000002]"),
                asked -> asked.ok("\"ids\": [9000000000000000001, \"9000000000000000002\", 9000000000000000003]"),
                asked -> asked.ok("\"ids\": [9000000000000000001, 9000000000000000002, 9000000000000000003"),
                asked -> asked.ok("\"max_sequence\": 0"));
    }

    @ParameterizedTest
    @MethodSource("wrongBatches")
    void aBatchIsWholeAndRisingOrComesFromAnotherServer(Script wrong) {
        try (FakeServer bad = FakeServer.start(wrong);
                FakeServer good = FakeServer.start(FakeServer.honest(ids));
                SnowkeeperClient client = client(bad.address() + "," + good.address(), Duration.ofSeconds(10))) {
            for (int i = 0; i < 20 || bad.requests().isEmpty(); i++) {
                assertThat(client.nextIds(3))
                        .hasSize(3)
                        .isSorted()
                        .doesNotHaveDuplicates()
                        .satisfies(batch -> assertThat(batch[2]).isLessThanOrEqualTo(ids.get()));
            }
        }
    }

    @Test
    void idsThatAConnectionHadBeforeAreNotHandedOutAgain() {
        AtomicBoolean repeats = new AtomicBoolean();
        Script repeating = asked -> {
            if (repeats.getAndSet(!repeats.get())) {
                asked.ok("\"id\": " + ids.get());
            } else {
                asked.ok("\"id\": " + ids.incrementAndGet());
            }
        };
        try (FakeServer server = FakeServer.start(repeating);
                SnowkeeperClient client = client(server.address(), Duration.ofSeconds(10))) {
            Set<Long> seen = new HashSet<>();
            for (int i = 0; i < 20; i++) {
                assertThat(seen.add(client.nextId())).isTrue();
            }
        }
    }

    @Test
    void anAnswerAfterTheTimeIsNotTakenForThatOfALaterCall() {
        AtomicBoolean first = new AtomicBoolean(true);
        Script lateOnce = asked -> {
            if (first.getAndSet(false)) {
                Thread.sleep(800);
                asked.ok("\"id\": " + WRONG);
            } else {
                asked.ok("\"id\": " + ids.incrementAndGet());
            }
        };
        try (FakeServer server = FakeServer.start(lateOnce);
                SnowkeeperClient client = client(server.address(), Duration.ofSeconds(10))) {
            long id = client.nextId();
            assertThat(id).isLessThanOrEqualTo(ids.get());
            assertThat(client.nextId()).isGreaterThan(id).isLessThanOrEqualTo(ids.get());
        }
    }

    @Test
    void aServerThatDoesNotGreetGetsNoCalls() {
        try (FakeServer web = FakeServer.startWithoutGreeting(asked -> asked.raw("HTTP/1.1 400 Bad Request\r\n\r\n"));
                FakeServer good = FakeServer.start(FakeServer.honest(ids));
                SnowkeeperClient client = client(web.address() + "," + good.address(), Duration.ofSeconds(10))) {
            for (int i = 0; i < 20; i++) {
                client.nextId();
            }
            assertThat(web.requests())
                    .allMatch(body -> body.get("type").asText().equals("status"));
        }
    }

    @Test
    void aRefusalForTooManyConnectionsNamesIt() {
        Script full = asked -> {
            asked.raw("{\"src\": \"n1\", \"dest\": null, \"body\": {\"type\": \"error\", \"code\": 11, \"text\": "
                    + "\"too many connections\", \"in_reply_to\": null, \"msg_id\": 0}}\n");
            asked.hangUp();
        };
        try (FakeServer server = FakeServer.startWithoutGreeting(full);
                SnowkeeperClient client = client(server.address(), Duration.ofMillis(400))) {
            await().untilAsserted(() -> assertThatThrownBy(client::nextId)
                    .isInstanceOf(NoAnswerException.class)
                    .hasMessage("no answer within 400 ms from %s (error 11: too many connections)"
                            .formatted(server.address())));
        }
    }

    @Test
    void callsThatFailedAreNotKept() {
        try (FakeServer silent = FakeServer.start(asked -> {});
                SnowkeeperClient client = client(silent.address(), Duration.ofMillis(400))) {
            List<WeakReference<Object>> calls = new ArrayList<>();
            List<CompletionStage<Long>> held = new ArrayList<>();
            for (int i = 0; i < 2000; i++) {
                CompletionStage<Long> call = client.nextIdAsync();
                calls.add(new WeakReference<>(call));
                held.add(call);
            }
            await().until(() ->
                    held.stream().allMatch(call -> call.toCompletableFuture().isCompletedExceptionally()));
            held.clear();
            await().until(() -> {
                System.gc();
                return calls.stream().allMatch(call -> call.get() == null);
            });
        }
    }

    /** Returns a client of servers that answer at once, however busy the machine is. */
    private static SnowkeeperClient patientClient(String servers) {
        return SnowkeeperClient.builder()
                .servers(servers)
                .deadline(Duration.ofSeconds(10))
                .attemptTimeout(Duration.ofSeconds(10))
                .build();
    }

    private static SnowkeeperClient client(String servers, Duration deadline) {
        return SnowkeeperClient.builder()
                .servers(servers)
                .deadline(deadline)
                .attemptTimeout(Duration.ofMillis(400))
                .build();
    }
}
