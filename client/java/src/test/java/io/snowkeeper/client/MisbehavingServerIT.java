package io.snowkeeper.client;

import static io.snowkeeper.client.FakeServer.WRONG;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.client.FakeServer.Script;
import io.snowkeeper.core.api.UnavailableException;
import io.snowkeeper.testkit.time.Patience;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** If a server misbehaves in any way: correct ids, from another one if necessary. */
class MisbehavingServerIT {

    private final AtomicLong ids = new AtomicLong();

    @ParameterizedTest
    @EnumSource
    void callersGetTheIdsOfTheOtherServer(Misbehaviour misbehaviour) {
        try (FakeServer bad = FakeServer.start(misbehaviour.script());
                FakeServer good = FakeServer.start(FakeServer.honest(ids));
                SnowkeeperClient client = MadeClients.hasty(bad.address() + "," + good.address(), Patience.LIMIT)) {
            Set<Long> seen = new HashSet<>();
            for (int i = 0; i < 50 || bad.requests().isEmpty(); i++) {
                assertThat(client.next())
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
                RuntimeInHand client = new RuntimeInHand(bad.address())) {
            assertThat(client.next().join()).isEqualTo(WRONG);
            assertThat(client.failureOf(client.next(), () -> bad.requests().size() > 2))
                    .isInstanceOf(UnavailableException.class)
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
                SnowkeeperClient client = MadeClients.patient(bad.address() + "," + good.address())) {
            Set<Long> seen = new HashSet<>();
            for (int i = 0; i < 100 || bad.requests().size() < 2; i++) {
                assertThat(seen.add(client.next())).isTrue();
            }
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
                SnowkeeperClient client = MadeClients.hasty(bad.address() + "," + good.address(), Patience.LIMIT)) {
            for (int i = 0; i < 20 || bad.requests().isEmpty(); i++) {
                assertThat(client.next(3))
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
                SnowkeeperClient client = MadeClients.hasty(server.address(), Patience.LIMIT)) {
            Set<Long> seen = new HashSet<>();
            for (int i = 0; i < 20; i++) {
                assertThat(seen.add(client.next())).isTrue();
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
                SnowkeeperClient client = MadeClients.hasty(server.address(), Patience.LIMIT)) {
            long id = client.next();
            assertThat(id).isLessThanOrEqualTo(ids.get());
            assertThat(client.next()).isGreaterThan(id).isLessThanOrEqualTo(ids.get());
        }
    }

    @Test
    void aServerThatDoesNotGreetGetsNoCalls() {
        try (FakeServer web = FakeServer.startWithoutGreeting(asked -> asked.raw("HTTP/1.1 400 Bad Request\r\n\r\n"));
                FakeServer good = FakeServer.start(FakeServer.honest(ids));
                SnowkeeperClient client = MadeClients.hasty(web.address() + "," + good.address(), Patience.LIMIT)) {
            for (int i = 0; i < 20; i++) {
                client.next();
            }
            assertThat(web.requests())
                    .allMatch(body -> body.get("type").asText().equals("status"));
        }
    }
}
