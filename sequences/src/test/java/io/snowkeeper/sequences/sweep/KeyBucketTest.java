package io.snowkeeper.sequences.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class KeyBucketTest {

    private static final long KEPT = 1_000;
    private static final long PAUSE = 10;
    private static final int STATE = 1;

    private final KeyBucket bucket = new KeyBucket();

    private void look(long now, String... names) {
        bucket.look(List.of(names), STATE, now, now + KEPT, 10 * PAUSE);
    }

    @Test
    void ofKeysThatAreThereAtFirstNothingIsKnown() {
        assertThat(bucket.next(STATE, KEPT, PAUSE)).isZero();
        look(5_000, "a", "b");
        assertThat(bucket.isDue("a", 5_000)).isTrue();
        assertThat(bucket.isDue("b", 5_000)).isTrue();
    }

    @Test
    void aKeyThatIsNewLaterWasMadeSinceAndIsNotReadBeforeItIsDue() {
        look(5_000, "a");
        bucket.put("a", 9_000, KeyBucket.PROMISED);
        look(5_100, "b", "a");
        assertThat(bucket.isDue("b", 6_099)).isFalse();
        assertThat(bucket.isDue("b", 6_100)).isTrue();
        assertThat(bucket.isDue("a", 8_999)).isFalse();
        assertThat(bucket.isDue("a", 9_000)).isTrue();
    }

    @Test
    void aKeyThatIsNewAfterALongTimeIsReadSinceItMayHaveBeenMadeLongAgo() {
        look(5_000);
        look(5_101, "a");
        assertThat(bucket.isDue("a", 5_101)).isTrue();
    }

    @Test
    void whereThereWasNoKeyNoneIsDueBeforeItsTime() {
        KeyBucket begun = KeyBucket.begun(STATE, 5_000);
        assertThat(begun.next(STATE, KEPT, PAUSE)).isEqualTo(6_000);
    }

    @Test
    void itIsLookedAtWhenAKeyIsDueThatItKnowsOrThatMayHaveComeSinceButNotAllTheTime() {
        look(5_000, "a", "b");
        bucket.put("a", 5_500, KeyBucket.PROMISED);
        bucket.put("b", 9_000, KeyBucket.PROMISED);
        assertThat(bucket.next(STATE, KEPT, PAUSE)).isEqualTo(5_500);
        bucket.put("a", 5_001, KeyBucket.PROMISED);
        assertThat(bucket.next(STATE, KEPT, PAUSE)).isEqualTo(5_010);
        look(5_010, "b");
        assertThat(bucket.next(STATE, KEPT, PAUSE)).isEqualTo(6_010);
    }

    @Test
    void aKeyThatIsHeldWaitsForAnotherState() {
        look(5_000, "a");
        bucket.put("a", 5_100, KeyBucket.HELD);
        assertThat(bucket.next(STATE, KEPT, PAUSE)).isEqualTo(6_000);
        assertThat(bucket.next(STATE + 1, KEPT, PAUSE)).isEqualTo(5_100);
        look(6_000, "a");
        assertThat(bucket.isDue("a", 6_000)).isFalse();
        bucket.look(List.of("a"), STATE + 1, 6_000, 7_000, PAUSE);
        assertThat(bucket.isDue("a", 6_000)).isTrue();
        assertThat(bucket.wasHeld("a")).isTrue();
    }

    @Test
    void whereOthersMayHaveComeThanWereExpectedTheNewOnesAreReadAndThoseThatAreKnownStay() {
        look(5_000, "a");
        bucket.put("a", 9_000, KeyBucket.PROMISED);
        bucket.expectOthers();
        assertThat(bucket.next(STATE, KEPT, PAUSE)).isZero();
        look(5_100, "a", "b");
        assertThat(bucket.isDue("a", 5_100)).isFalse();
        assertThat(bucket.isDue("b", 5_100)).isTrue();
    }
}
