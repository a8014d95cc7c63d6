package io.snowkeeper.client.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffTest {

    @ParameterizedTest
    @CsvSource({"1, 10", "2, 20", "3, 40", "7, 500", "2147483647, 500"})
    void doublesFromHalfTheFirstToHalfTheLongestWhereChanceIsLow(int failures, long millis) {
        assertThat(backoff(0).nanosAfter(failures))
                .isEqualTo(Duration.ofMillis(millis).toNanos());
    }

    @ParameterizedTest
    @CsvSource({"1, 15", "2, 30", "3, 60", "7, 750", "2147483647, 750"})
    void liesInTheMiddleWhereChanceDoes(int failures, long millis) {
        assertThat(backoff(0.5).nanosAfter(failures))
                .isEqualTo(Duration.ofMillis(millis).toNanos());
    }

    private static Backoff backoff(double chance) {
        return new Backoff(Duration.ofMillis(20), Duration.ofSeconds(1), new RandomGenerator() {
            @Override
            public long nextLong() {
                throw new UnsupportedOperationException();
            }

            @Override
            public double nextDouble() {
                return chance;
            }
        });
    }
}
