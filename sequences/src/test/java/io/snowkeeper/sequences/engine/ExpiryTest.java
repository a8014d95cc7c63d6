package io.snowkeeper.sequences.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.Page;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.UnknownReservationException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Expired reservations come back and expired keys are forgotten, whatever else there is; a pass of the sweep a second.
 */
class ExpiryTest {

    private static final NumberRange RANGE = new NumberRange(1, 100_000);

    private static final SequenceOptions RETURNING =
            SequenceOptions.DEFAULT.withReservationTime(Duration.ofSeconds(10)).withAtExpiry(AtExpiry.RETURN);

    /** Keys are known for ten seconds, and looked at in every fifth pass. */
    private static final SequenceOptions SHORT_KEYS = RETURNING.withKeyRetention(Duration.ofSeconds(10));

    private final ManualFleet fleet = new ManualFleet();
    private final StoredSequences node = fleet.node;
    private final StoredSequences other = fleet.other;

    @BeforeEach
    void create() {
        create("G", SequenceMode.GAPLESS, RETURNING);
    }

    @AfterEach
    void stop() {
        fleet.close();
    }

    private <T> T get(CompletionStage<T> answer) {
        return fleet.get(answer);
    }

    private void create(String name, SequenceMode mode, SequenceOptions options) {
        get(node.create(new SequenceDefinition(name, mode, List.of(RANGE), options)));
    }

    private SequenceDescription describe(String name) {
        return get(node.describe(name));
    }

    private Grant reserve() {
        return get(node.next(NextRequest.of("G")));
    }

    private void confirm(Grant grant) {
        get(node.confirm("G", grant.reservation().orElseThrow()));
    }

    private void configure(SequenceOptions options) {
        get(node.configure("G", options));
    }

    private void put(String path, String data) {
        fleet.ensemble.put(path, data.getBytes(UTF_8));
    }

    /** Returns the path of the sequence that has the name. */
    private String path(String name) {
        return "/sequences/" + name + "/"
                + fleet.ensemble.children("/sequences/" + name).get(0);
    }

    private void assertThatReservationsExpire() {
        reserve();
        fleet.pass(9);
        assertThat(describe("G").pending()).isPositive();
        fleet.pass();
        assertThat(describe("G").pending()).isZero();
    }

    @Test
    void timeIsUpForManyReservationsOverSeveralBuckets() {
        List<CompletionStage<Grant>> stages = new ArrayList<>();
        for (int i = 0; i < 1_500; i++) {
            stages.add(node.next(NextRequest.of("G")));
        }
        stages.forEach(this::get);
        // A pass begins with the rest of the one before.
        fleet.pass(11);
        assertThat(get(other.describe("G")).pending()).isZero();
        assertThat(get(other.describe("G")).taken()).isEqualTo(1_500);
        assertThat(get(other.describe("G")).returned()).isEqualTo(1_500);
        assertThat(get(other.next(NextRequest.of("G", 1_501))).places())
                .containsExactly(new NumberRange(1, 1_500), new NumberRange(1_501, 1_501));
    }

    @Test
    void reservationsKeepTheTimeTheyWerePromised() {
        configure(SequenceOptions.DEFAULT);
        Grant patient = reserve();
        configure(RETURNING);
        reserve();
        fleet.pass(10);
        assertThat(describe("G").returned()).isEqualTo(1);
        confirm(patient);
        assertThat(reserve().first()).isEqualTo(2);
    }

    @Test
    void settledReservationsAreForgottenInTheEnd() {
        configure(SHORT_KEYS);
        Grant grant = reserve();
        confirm(grant);
        // Reservations with another time are kept apart, so the former bucket is complete.
        configure(SHORT_KEYS.withReservationTime(Duration.ofSeconds(9)));
        confirm(reserve());
        fleet.pass(9);
        assertThat(fleet.ensemble.children(path("G") + "/pending")).hasSize(2);
        fleet.pass(2);
        assertThat(fleet.ensemble.children(path("G") + "/pending")).hasSize(1);
        // It has never seen the sequence.
        assertThatThrownBy(() -> get(other.confirm("G", grant.reservation().orElseThrow())))
                .isInstanceOf(UnknownReservationException.class);
    }

    @Test
    void aKeyThatIsUsedAnewIsKnownForItsWholeTimeAgain() {
        create("A", SequenceMode.ORDERED, SHORT_KEYS);
        for (int round = 1; round <= 3; round++) {
            NextRequest request = NextRequest.of("A").withKey("key");
            assertThat(get(node.next(request)).first()).isEqualTo(round);
            fleet.pass(9);
            assertThat(get(other.next(request)).first()).isEqualTo(round);
            fleet.pass(6);
            assertThat(describe("A").keys()).isZero();
        }
    }

    @Test
    void aNodeThatSweepsForTheFirstTimeTakesNothingForOlderBecauseOfAClockThatHasJumpedBefore() {
        create("A", SequenceMode.ORDERED, SHORT_KEYS);
        get(node.next(NextRequest.of("A").withKey("sale-1")));
        reserve();
        fleet.pass();
        node.abandon();
        fleet.serverAheadMillis = Duration.ofDays(2).toMillis();
        fleet.pass(7);
        assertThat(get(other.describe("A")).keys()).isOne();
        assertThat(get(other.describe("G")).pending()).isOne();
        fleet.pass(20);
        assertThat(get(other.describe("A")).keys()).isZero();
        assertThat(get(other.describe("G")).pending()).isZero();
    }

    @Test
    void nothingIsSweptWhileTheNodesClockAndTheServersDisagree() {
        create("A", SequenceMode.ORDERED, SHORT_KEYS);
        get(node.next(NextRequest.of("A").withKey("sale-1")));
        reserve();
        long ahead = Duration.ofSeconds(6).toMillis();
        LongSupplier servers = fleet.time.clock;
        fleet.time.clock = () -> servers.getAsLong() - ahead;
        fleet.pass(60);
        assertThat(describe("A").keys()).isOne();
        assertThat(describe("G").pending()).isOne();
        fleet.time.clock = servers;
        // A node that could not sweep rests for a minute.
        fleet.pass(80);
        assertThat(describe("A").keys()).isZero();
        assertThat(describe("G").pending()).isZero();
    }

    @Test
    void aZnodeThatIsNoSequenceCostsItselfAlone() {
        put("/sequences/A-stray-one", "");
        put("/sequences/not a sequence", "\"text\"");
        put("/sequences/Z", "{\"incarnation\":\"lost\"}");
        put("/sequences/Z/lost", "");
        put("/sequences/Z/lost/state", "no JSON");
        assertThatReservationsExpire();
        Page<SequenceDescription> page = get(node.list(Optional.empty(), Page.MAX_LIMIT));
        assertThat(page.items())
                .extracting(sequence -> sequence.definition().name())
                .containsExactly("G");
        assertThat(page.next()).isEmpty();
        assertThat(node.unreadable()).isEqualTo(3);
        fleet.ensemble.deleteAll("/sequences/A-stray-one");
        fleet.pass();
        assertThat(node.unreadable()).isEqualTo(2);
    }

    @Test
    void aZnodeThatIsNoneOfItsSequencesCostsItselfAlone() {
        reserve();
        put(path("G") + "/pending/0/none", "");
        put(path("G") + "/pending/0/7", "no JSON");
        create("K", SequenceMode.ORDERED, SHORT_KEYS);
        get(node.next(NextRequest.of("K").withKey("key")));
        put(path("K") + "/keys/00", "");
        put(path("K") + "/keys/00/none", "no JSON");
        assertThatReservationsExpire();
        fleet.pass(5);
        assertThat(describe("K").keys()).isZero();
        assertThat(node.unreadable()).isEqualTo(3);
    }

    @Test
    void whatADeletedSequenceHasLeftIsRemovedWhileOthersAreSwept() {
        create("D", SequenceMode.ORDERED, RETURNING);
        String keys = path("D") + "/keys/00";
        put(keys, "");
        for (int i = 0; i < 1_000; i++) {
            put(keys + "/%064d".formatted(i), "");
        }
        get(node.delete("D", OptionalLong.of(1)));
        reserve();
        for (int i = 0; i < 10; i++) {
            // Not the removal, which has a thread of its own and however much time it takes.
            fleet.sweepAfter(Duration.ofSeconds(1));
        }
        assertThat(describe("G").pending()).isZero();
        assertThat(fleet.ensemble.children(keys)).hasSize(1_000);
        fleet.removal.runReady();
        assertThat(fleet.ensemble.children("/sequences")).containsExactly("G");
    }
}
