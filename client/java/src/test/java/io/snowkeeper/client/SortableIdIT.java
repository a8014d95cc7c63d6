package io.snowkeeper.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.client.FakeServer.Script;
import io.snowkeeper.core.api.RefusedException;
import io.snowkeeper.core.api.UnavailableException;
import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.core.sortable.SortableUnit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ids of 16 bytes. */
class SortableIdIT {

    private static final String WRONG = "ffffffffffffffffffffffffffffffff";

    /** A server's wrong answer, and the client's error. */
    enum Misbehaviour {
        TOO_FEW(
                asked -> asked.ok("\"ids\": [\"" + WRONG + "\"]"),
                "ids must have the 2 texts that were asked for: it has 1"),
        NOT_RISING(
                asked -> asked.ok("\"ids\": [\"%s\", \"%s\"]".formatted(WRONG, WRONG)),
                "ids must rise: %s comes after %s".formatted(WRONG, WRONG)),
        NOT_HEX(asked -> asked.ok("\"ids\": [\"1\", \"2\"]"), "ids must have 32 hex digits each"),
        NUMBERS(asked -> asked.ok("\"ids\": [1, 2]"), "generate_sortable_ok must have ids as List"),
        ANOTHER_TYPE(
                asked -> asked.raw(
                        asked.answer("generate_batch_ok", "\"ids\": [1, 2]", asked.src(), asked.msgId()) + "\n"),
                "type must be generate_sortable_ok: type=generate_batch_ok");

        private final Script script;
        private final String problem;

        Misbehaviour(Script script, String problem) {
            this.script = script;
            this.problem = problem;
        }
    }

    private final AtomicLong ids = new AtomicLong();

    @Test
    void callsThatWaitTogetherGetIdsOfTheirOwnUnitEachOnce() {
        try (FakeServer server = FakeServer.start(FakeServer.honest(ids));
                SnowkeeperClient client = client(server)) {
            List<CompletableFuture<SortableId>> calls = new ArrayList<>();
            for (int i = 0; i < 3000; i++) {
                calls.add(client.async().nextSortable(unit(i)).toCompletableFuture());
            }

            Set<SortableId> seen = new HashSet<>();
            for (int i = 0; i < calls.size(); i++) {
                SortableId id = calls.get(i).join();
                assertThat(seen.add(id)).as("%s is new", id).isTrue();
                assertThat((int) (id.high() >>> 32))
                        .isEqualTo(unit(i).name()
                                .toLowerCase(java.util.Locale.ROOT)
                                .hashCode());
            }
            assertThat(server.requests()).hasSizeLessThan(3000);
        }
    }

    private static SortableUnit unit(int call) {
        return SortableUnit.values()[call / 100 % 3];
    }

    @Test
    void sortableIdsAndOthersGoOverTheSameConnection() {
        try (FakeServer server = FakeServer.start(FakeServer.honest(ids));
                SnowkeeperClient client = client(server)) {
            client.next();
            client.nextSortable(SortableUnit.MILLISECOND);
            client.next();

            assertThat(server.acceptedConnections()).isEqualTo(1);
        }
    }

    @Test
    void callsOfSeveralKindsThatWaitInTurnAreStillAskedForTogether() {
        try (FakeServer server = FakeServer.start(FakeServer.honest(ids));
                SnowkeeperClient client = client(server)) {
            List<CompletableFuture<?>> calls = new ArrayList<>();
            for (int i = 0; i < 3000; i++) {
                calls.add((i % 2 == 0 ? client.async().next() : client.async().nextSortable(SortableUnit.MILLISECOND))
                        .toCompletableFuture());
            }

            assertThat(CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new)))
                    .succeedsWithin(Duration.ofMinutes(1));
            assertThat(calls.stream().map(CompletableFuture::join)).doesNotHaveDuplicates();
            // Alternating, a run of one kind is a single call: each would be a request of its own.
            assertThat(server.requests()).hasSizeLessThan(1000);
        }
    }

    @ParameterizedTest
    @EnumSource
    void callersGetTheIdsOfTheOtherServer(Misbehaviour misbehaviour) {
        try (FakeServer bad = FakeServer.start(misbehaviour.script);
                FakeServer good = FakeServer.start(FakeServer.honest(ids));
                SnowkeeperClient client = MadeClients.patient(bad.address() + "," + good.address())) {
            // Where the machine is busy, the other one may have answered many calls before this one has a connection.
            await().untilAsserted(() -> {
                IntStream.range(0, 50)
                        .forEach(i -> assertThat(client.nextSortable(SortableUnit.SECOND, 2))
                                .hasSize(2)
                                .isSorted()
                                .allMatch(id -> !id.toString().equals(WRONG)));
                assertThat(bad.requests()).isNotEmpty();
            });
        }
    }

    @ParameterizedTest
    @EnumSource
    void aloneItMakesCallsFailAtTheirDeadlineWithWhatItDid(Misbehaviour misbehaviour) {
        try (FakeServer bad = FakeServer.start(misbehaviour.script);
                RuntimeInHand client = new RuntimeInHand(bad.address())) {
            assertThat(client.failureOf(
                            client.client().async().nextSortable(SortableUnit.SECOND, 2),
                            () -> bad.requests().size() > 1))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageStartingWith(
                            "no answer within 3600000 ms from %s (not the answer that was due: %s: {",
                            bad.address(), misbehaviour.problem);
        }
    }

    @Test
    void aServerWithoutSortableIdsRefuses() {
        try (FakeServer server = FakeServer.start(asked -> asked.error(10, "there are no sortable ids here"));
                SnowkeeperClient client = client(server)) {
            assertThatThrownBy(() -> client.nextSortable(SortableUnit.SECOND))
                    .isInstanceOf(RefusedException.class)
                    .hasMessage("refused by %s with error 10: there are no sortable ids here", server.address());
        }
    }

    private static SnowkeeperClient client(FakeServer server) {
        return MadeClients.patient(server.address());
    }
}
