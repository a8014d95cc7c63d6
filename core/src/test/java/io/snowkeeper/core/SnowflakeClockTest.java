package io.snowkeeper.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A generator whose clock goes back or stands still. */
class SnowflakeClockTest {

    private static final long T = Instant.parse("2026-03-01T12:00:00Z").toEpochMilli();

    private final ManualTime time = new ManualTime(T).stopwatchAdvancingPerRead(Duration.ofMillis(1));

    @Test
    void refusesAClockThatWentBackAndNamesBothTimes() {
        SnowflakeGenerator generator = waitingAtMost(Duration.ZERO);
        generator.next();
        time.set(T - 1);

        ClockMovedBackwardsException refusal =
                catchThrowableOfType(ClockMovedBackwardsException.class, generator::next);

        assertThat(refusal)
                .hasMessage("clock moved backwards by 1 ms: it reads 2026-03-01T11:59:59.999Z, "
                        + "ids were issued or reserved up to 2026-03-01T12:00:00Z");
        assertThat(refusal.lastMillis()).isEqualTo(T);
        assertThat(refusal.nowMillis()).isEqualTo(T - 1);
    }

    @ParameterizedTest
    @ValueSource(longs = {500, 3_000, 3_600_000})
    void refusesAnyStepBackAtOnceWithoutAWait(long stepMillis) {
        SnowflakeGenerator generator = waitingAtMost(Duration.ZERO);
        generator.next();
        time.set(T - stepMillis);
        long before = time.nanoTime();

        assertThatExceptionOfType(ClockMovedBackwardsException.class).isThrownBy(generator::next);
        assertThat(time.nanoTime() - before)
                .isLessThanOrEqualTo(Duration.ofMillis(5).toNanos());
    }

    @Test
    void waitsForAStepBackWithinItsBoundAndNeverDecreases() {
        SnowflakeGenerator generator = waitingAtMost(Duration.ofSeconds(1));
        long before = generator.next();
        time.set(T - 500);
        time.advancingPerRead(1);

        assertThat(generator.next()).isGreaterThan(before);
        assertThat(time.millis()).isGreaterThanOrEqualTo(T);
    }

    @ParameterizedTest
    @ValueSource(longs = {3_000, 3_600_000})
    void refusesAStepBackBeyondItsBoundAtOnce(long stepMillis) {
        SnowflakeGenerator generator = waitingAtMost(Duration.ofSeconds(1));
        generator.next();
        time.set(T - stepMillis);
        long before = time.nanoTime();

        assertThatExceptionOfType(ClockMovedBackwardsException.class).isThrownBy(generator::next);
        assertThat(time.nanoTime() - before)
                .isLessThanOrEqualTo(Duration.ofMillis(5).toNanos());
    }

    @ParameterizedTest
    @EnumSource
    void holdsNoLockWhileItWaits(WaitStrategy strategy) throws Exception {
        SnowflakeGenerator generator = SnowflakeGenerator.builder(Layout.DEFAULT, 7)
                .clock(time)
                .maxRollbackWait(Duration.ofMinutes(1))
                .waitStrategy(strategy)
                .build();
        generator.next();
        time.set(T - 30_000);
        ExecutorService executor = Executors.newSingleThreadExecutor();
        CountDownLatch waiting = new CountDownLatch(1);
        Future<Long> id = executor.submit(() -> {
            waiting.countDown();
            return generator.next();
        });
        waiting.await();

        assertThat(generator.tryNextRun(1)).isEqualTo(IdRun.EMPTY);
        assertThat(generator.lastMillis()).isEqualTo(T);
        time.set(T);

        long own = generator.next();
        assertThat(generator.close()).isEqualTo(T);
        executor.shutdown();
        assertThat(waitedFor(id)).isNotEqualTo(own);
    }

    @Test
    void goesOnWhereItWasOnceTheClockHasCaughtUp() {
        SnowflakeGenerator generator = waitingAtMost(Duration.ZERO);
        long first = generator.next();
        time.set(T - 1);
        assertThatExceptionOfType(ClockMovedBackwardsException.class).isThrownBy(generator::next);
        time.set(T);

        assertThat(generator.next()).isEqualTo(first + 1);
    }

    @Test
    void waitsForAClockThatIsBackByAsMuchAsTheWait() {
        SnowflakeGenerator generator = onClockReading(T, T - 10, T - 10, T - 1, T);
        time.stopwatchAdvancingPerRead(Duration.ofMillis(3));
        long first = generator.next();

        assertThat(generator.next()).isEqualTo(first + 1);
    }

    @Test
    void refusesAClockThatIsBackByMoreThanTheWait() {
        SnowflakeGenerator generator = waitingAtMost(Duration.ofMillis(10));
        generator.next();
        time.set(T - 11);
        time.stopwatchAdvancingPerRead(Duration.ZERO);

        assertThatExceptionOfType(ClockMovedBackwardsException.class)
                .isThrownBy(generator::next)
                .withMessage("clock moved backwards by 11 ms: it reads 2026-03-01T11:59:59.989Z, "
                        + "ids were issued or reserved up to 2026-03-01T12:00:00Z");
    }

    @Test
    void waitsNoLongerThanTheWaitForAClockThatDoesNotCatchUp() {
        SnowflakeGenerator generator = waitingAtMost(Duration.ofMillis(10));
        generator.next();
        time.set(T - 1);
        long before = time.nanoTime();

        assertThatExceptionOfType(ClockMovedBackwardsException.class).isThrownBy(generator::next);

        // A reading for the start, ten for the wait, and the two of this test: one each millisecond.
        assertThat(time.nanoTime() - before).isEqualTo(Duration.ofMillis(12).toNanos());
    }

    @Test
    void looksAtTheClockOnceMoreWhenItWasPausedBeyondTheWait() {
        SnowflakeGenerator generator = onClockReading(T, T - 5, T - 5, T);
        time.stopwatchAdvancingPerRead(Duration.ofMillis(9));

        long first = generator.next();

        assertThat(generator.next()).isEqualTo(first + 1);
    }

    @Test
    void refusesAClockThatStandsStillWhenTheSequenceIsUsedUp() {
        SnowflakeGenerator generator = waitingAtMost(Duration.ZERO);
        generator.next(new long[4096], 0, 4096);

        ClockStalledException refusal = catchThrowableOfType(ClockStalledException.class, generator::next);

        assertThat(refusal)
                .hasMessage("clock stands still: it still reads 2026-03-01T12:00:00Z "
                        + "after a wait of 1001 ms for the next tick");
        assertThat(refusal.nowMillis()).isEqualTo(T);
        assertThat(refusal.waitedNanos()).isEqualTo(Duration.ofMillis(1001).toNanos());
    }

    @Test
    void waitsAWholeTickLongerInALayoutOfSeconds() {
        Layout seconds = new Layout(Layout.DEFAULT.epochMillis(), Tick.SECOND, 51, 10, 2);
        SnowflakeGenerator generator = SnowflakeGenerator.builder(seconds, 7)
                .clock(time)
                .nanoTime(time::nanoTime)
                .build();
        generator.next(new long[4], 0, 4);

        assertThatExceptionOfType(ClockStalledException.class)
                .isThrownBy(generator::next)
                .withMessage("clock stands still: it still reads 2026-03-01T12:00:00Z "
                        + "after a wait of 2000 ms for the next tick");
    }

    @Test
    void takesNoStepBackWithinATickForARollback() {
        Layout seconds = new Layout(Layout.DEFAULT.epochMillis(), Tick.SECOND, 31, 10, 22);
        SnowflakeGenerator generator =
                SnowflakeGenerator.builder(seconds, 7).clock(time).build();
        time.set(T + 900);
        long first = generator.next();
        time.set(T + 100);

        assertThat(generator.next()).isEqualTo(first + 1);
    }

    /** Returns the id, or 0 if the generator was closed before the thread had one. */
    private static long waitedFor(Future<Long> id) throws InterruptedException {
        try {
            return id.get();
        } catch (ExecutionException e) {
            assertThat(e).hasCauseExactlyInstanceOf(GeneratorClosedException.class);
            return 0;
        }
    }

    /** Waits at most 10 ms. Its clock goes on reading the last of the given times. */
    private SnowflakeGenerator onClockReading(long... times) {
        int[] next = {0};
        return SnowflakeGenerator.builder(Layout.DEFAULT, 7)
                .clock(() -> times[Math.min(next[0]++, times.length - 1)])
                .nanoTime(time::nanoTime)
                .maxRollbackWait(Duration.ofMillis(10))
                .build();
    }

    private SnowflakeGenerator waitingAtMost(Duration wait) {
        return SnowflakeGenerator.builder(Layout.DEFAULT, 7)
                .clock(time)
                .nanoTime(time::nanoTime)
                .maxRollbackWait(wait)
                .build();
    }
}
