package io.snowkeeper.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InitWaitTest {

    private final CompletableFuture<Void> lease = new CompletableFuture<>();

    @Test
    void endsWithALease() throws Exception {
        lease.complete(null);

        assertThat(wait(Duration.ofHours(1)).await(lease, () -> false)).isTrue();
    }

    /** Nothing completes the lease, so that a wait of any length would be seen as a test that hangs. */
    @Test
    void countsFromTheStartOfTheProcess() throws Exception {
        assertThat(wait(Duration.ofSeconds(60)).await(lease, () -> false)).isFalse();
    }

    @Test
    void goesOnWhileZooKeeperCanBeReached() throws Exception {
        boolean ended = wait(Duration.ofSeconds(60)).await(lease, () -> {
            lease.complete(null);
            return true;
        });

        assertThat(ended).isTrue();
    }

    @Test
    void endsForAZooKeeperThatCanBeReachedAfterTwiceTheTime() throws Exception {
        assertThat(wait(Duration.ofSeconds(120)).await(lease, () -> true)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 60_001})
    void isAMinuteAtMost(long millis) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new InitWait(Duration.ofMillis(millis), () -> Duration.ZERO))
                .withMessage("must be >= PT0S && <= PT1M: initWait=" + Duration.ofMillis(millis));
    }

    private static InitWait wait(Duration sinceStart) {
        return new InitWait(Duration.ofMinutes(1), () -> sinceStart);
    }
}
