package io.snowkeeper.sequences.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.SequenceFullException;
import io.snowkeeper.sequences.SequencePreconditionException;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SequenceKeyIT {

    private static final NumberRange RANGE = new NumberRange(1, 100_000);

    private ServingNode node;
    private ServingNode other;

    @BeforeEach
    void start() {
        String zooKeeper = SharedZooKeeper.newConnectString();
        node = ServingNode.start(zooKeeper);
        other = ServingNode.start(zooKeeper);
    }

    @AfterEach
    void stop() {
        node.closeAside();
        other.closeAside();
    }

    @ParameterizedTest
    @EnumSource(SequenceMode.class)
    void theSameKeyGetsTheSameNumberOnWhicheverNode(SequenceMode mode) {
        node.create("A", mode, RANGE);
        long number = node.next("A", "order-17");
        node.next("A");
        assertThat(node.next("A", "order-17")).isEqualTo(number);
        assertThat(other.next("A", "order-17")).isEqualTo(number);
    }

    @ParameterizedTest
    @EnumSource(SequenceMode.class)
    void theSameKeyFromTwoNodesAtTheSameMomentGetsOneNumber(SequenceMode mode) throws Exception {
        node.create("A", mode, RANGE);
        Set<Long> numbers = new HashSet<>();
        for (int round = 0; round < 20; round++) {
            String key = "key " + round;
            List<Long> got = Callers.run(8, caller -> (caller % 2 == 0 ? node : other).next("A", key));
            assertThat(new HashSet<>(got)).as(key).hasSize(1);
            numbers.addAll(got);
        }
        assertThat(numbers).hasSize(20);
    }

    @ParameterizedTest
    @EnumSource(
            value = SequenceMode.class,
            names = {"ORDERED", "GAPLESS"})
    void aKeyThatIsAskedAgainTakesNoNumber(SequenceMode mode) {
        node.create("A", mode, RANGE);
        for (int i = 0; i < 10; i++) {
            node.next("A", "key");
            other.next("A", "key");
        }
        assertThat(other.next("A")).isEqualTo(2);
    }

    @Test
    void aKeyMayStandForSeveralNumbers() {
        node.create("A", SequenceMode.ORDERED, RANGE);
        NextRequest request = NextRequest.of("A", 5).withKey("five");
        assertThat(node.grant(request).numbers()).containsExactly(1, 2, 3, 4, 5);
        assertThat(other.grant(request).numbers()).containsExactly(1, 2, 3, 4, 5);
    }

    @Test
    void aKeyIsNotGivenANumberForAnotherCount() {
        node.create("A", SequenceMode.ORDERED, RANGE);
        node.grant(NextRequest.of("A", 5).withKey("five"));
        assertThatThrownBy(() -> other.grant(NextRequest.of("A", 6).withKey("five")))
                .isInstanceOf(SequencePreconditionException.class)
                .hasMessage(
                        "the key was used before to ask for another count; ask with count=5, or with another key: sequence=A, key=five, count=6");
    }

    @Test
    void aKeyMayHoldAnyCharacter() {
        node.create("A", SequenceMode.ORDERED, RANGE);
        long number = node.next("A", "Ärger/../mit \"Zeichen\" \n ☃");
        assertThat(other.next("A", "Ärger/../mit \"Zeichen\" \n ☃")).isEqualTo(number);
    }

    @ParameterizedTest
    @EnumSource(SequenceMode.class)
    void aKeyIsServedThoughTheRangesAreUsedUp(SequenceMode mode) {
        node.create("A", mode, new NumberRange(5, 5));
        node.next("A", "last");
        assertThat(other.next("A", "last")).isEqualTo(5);
    }

    @Test
    void aKeyIsForgottenAfterItsTimeAndNotBefore() {
        node.create(new SequenceDefinition("A", SequenceMode.ORDERED, List.of(RANGE), shortLived()));
        long started = System.nanoTime();
        node.next("A", "key");
        await().until(() -> node.describe("A").keys() == 0);
        assertThat(Duration.ofNanos(System.nanoTime() - started)).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
        assertThat(other.next("A", "key")).isEqualTo(2);
    }

    @Test
    void noKeyIsForgottenToMakeRoomForAnother() {
        SequenceOptions options = SequenceOptions.DEFAULT.withMaxKeys(3);
        node.create(new SequenceDefinition("A", SequenceMode.ORDERED, List.of(RANGE), options));
        for (int i = 1; i <= 3; i++) {
            node.next("A", "key " + i);
        }
        assertThatThrownBy(() -> other.next("A", "key 4"))
                .isInstanceOf(SequenceFullException.class)
                .hasMessage(
                        "sequence A knows 3 keys, its limit; each is known for 10m at least: ask without a key, later, or after raising max_keys");
        assertThat(other.next("A", "key 1")).isEqualTo(1);
        assertThat(other.next("A")).isEqualTo(4);
    }

    @Test
    void aCancelledReservationsKeyGetsAnotherOne() {
        node.create("A", SequenceMode.GAPLESS, RANGE);
        Grant first = node.grant(NextRequest.of("A").withKey("key"));
        node.cancel("A", first);
        Grant second = other.grant(NextRequest.of("A").withKey("key"));
        assertThat(second.reservation()).isNotEqualTo(first.reservation());
        assertThat(second.first()).isEqualTo(1);
    }

    @Test
    void aConfirmedReservationsKeyStillGetsItsNumber() {
        node.create("A", SequenceMode.GAPLESS, RANGE);
        Grant grant = node.grant(NextRequest.of("A").withKey("key"));
        node.confirm("A", grant);
        assertThat(other.grant(NextRequest.of("A").withKey("key"))).isEqualTo(grant);
    }

    private static SequenceOptions shortLived() {
        return SequenceOptions.DEFAULT
                .withReservationTime(Duration.ofSeconds(1))
                .withKeyRetention(Duration.ofSeconds(1));
    }
}
