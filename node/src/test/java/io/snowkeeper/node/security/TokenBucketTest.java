package io.snowkeeper.node.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Times are nanoseconds of a scale that begins anywhere and may wrap around. */
class TokenBucketTest {

    private static final long SECOND = 1_000_000_000;

    @ParameterizedTest
    @ValueSource(longs = {0, -5, Long.MAX_VALUE - 10, Long.MIN_VALUE})
    void aSecondsWorthIsThereAtOnce(long now) {
        TokenBucket bucket = new TokenBucket(4, now);

        assertThat(taken(bucket, 10, now)).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 7, 1000})
    void thenAsManyASecondAsTheRateIs(int rate) {
        TokenBucket bucket = new TokenBucket(rate, 0);
        taken(bucket, rate, 0);

        int taken = 0;
        for (long now = 0; now <= 10 * SECOND; now += SECOND / 10_000) {
            taken += taken(bucket, 1, now);
        }
        assertThat(taken).isEqualTo(10 * rate);
    }

    @Test
    void tokensDripInOneByOne() {
        TokenBucket bucket = new TokenBucket(4, 0);
        taken(bucket, 4, 0);

        assertThat(bucket.take(SECOND / 4 - 1)).isFalse();
        assertThat(bucket.take(SECOND / 4)).isTrue();
        assertThat(bucket.take(SECOND / 4)).isFalse();
    }

    @Test
    void aLongPauseGivesNoMoreThanASecondsWorth() {
        TokenBucket bucket = new TokenBucket(4, 0);
        taken(bucket, 4, 0);

        assertThat(taken(bucket, 10, 3600 * SECOND)).isEqualTo(4);
    }

    @Test
    void whatWasRefusedCostsNothing() {
        TokenBucket bucket = new TokenBucket(1, 0);
        taken(bucket, 1000, 0);

        assertThat(bucket.take(SECOND)).isTrue();
    }

    @Test
    void itTellsHowLongTheNextTokenTakes() {
        TokenBucket bucket = new TokenBucket(4, 0);
        assertThat(bucket.nanosToToken(0)).isZero();
        taken(bucket, 4, 0);

        assertThat(bucket.nanosToToken(0)).isEqualTo(SECOND / 4);
        assertThat(bucket.nanosToToken(SECOND / 5)).isEqualTo(SECOND / 20);
        assertThat(bucket.nanosToToken(SECOND)).isZero();
    }

    @Test
    void itIsFullAgainWhenWhatWasTakenHasDrippedIn() {
        TokenBucket bucket = new TokenBucket(4, 0);
        assertThat(bucket.isFull(0)).isTrue();
        taken(bucket, 2, 0);

        assertThat(bucket.isFull(SECOND / 2 - 1)).isFalse();
        assertThat(bucket.isFull(SECOND / 2)).isTrue();
    }

    @Test
    void manyThreadsTogetherTakeNoMoreThanThereIs() {
        TokenBucket bucket = new TokenBucket(10_000, 0);

        assertThat(IntStream.range(0, 50_000)
                        .parallel()
                        .filter(i -> bucket.take(0))
                        .count())
                .isEqualTo(10_000);
    }

    private static int taken(TokenBucket bucket, int attempts, long now) {
        return (int) IntStream.range(0, attempts).filter(i -> bucket.take(now)).count();
    }
}
