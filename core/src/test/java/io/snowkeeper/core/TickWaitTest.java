package io.snowkeeper.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowkeeper.core.internal.PaddedAtomicLong;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How a thread waits, on time that goes on by a microsecond with each look at it, and by as much as is slept. */
class TickWaitTest {

    private static final long LAST = 7;
    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000_000;

    private final PaddedAtomicLong state = new PaddedAtomicLong(LAST);
    private final List<Long> sleeps = new ArrayList<>();
    private final TickWait.Phase phase = new TickWait.Phase();
    private long nanos = 10_000 * MILLI;
    private long oversleeps;
    private long clockAhead;
    private boolean standsStill;

    @AfterEach
    void clearInterrupt() {
        Thread.interrupted();
    }

    @Test
    void returnsAtOnceWhenTheTimeHasCome() {
        waitUntil(WaitStrategy.PARK, 10_000);

        assertThat(sleeps).isEmpty();
    }

    @Test
    void returnsAtOnceWhenTheStateHasMovedOn() {
        TickWait wait = wait(WaitStrategy.PARK);

        wait.await(state, LAST - 1, 10_000, Long.MAX_VALUE);

        assertThat(sleeps).isEmpty();
    }

    @Test
    void neverSleepsWhenItSpins() {
        waitUntil(WaitStrategy.SPIN, 10_003);

        assertThat(sleeps).isEmpty();
        assertThat(nanos).isBetween(10_003 * MILLI, 10_003 * MILLI + 10 * MICRO);
    }

    @Test
    void spinsTheFirstMillisecondThatItDoesNotKnow() {
        nanos += 300 * MICRO;

        waitUntil(WaitStrategy.PARK, 10_001);

        assertThat(sleeps).isEmpty();
    }

    @Test
    void sleepsUntilShortlyBeforeAMillisecondWhoseStartItKnows() {
        waitUntil(WaitStrategy.PARK, 10_001);

        waitUntil(WaitStrategy.PARK, 10_002);

        assertThat(sleeps)
                .singleElement()
                .satisfies(slept -> assertThat(slept)
                        .isBetween(MILLI - TickWait.SPIN_NANOS - 10 * MICRO, MILLI - TickWait.SPIN_NANOS));
    }

    @Test
    void sleepsAllButTheLastOfManyMillisecondsWhoseStartItDoesNotKnow() {
        waitUntil(WaitStrategy.PARK, 10_006);

        assertThat(sleeps.get(0)).isEqualTo(5 * MILLI - TickWait.SPIN_NANOS);
    }

    @Test
    void looksAtTheClockNowAndThenDuringALongSleep() {
        waitUntil(WaitStrategy.PARK, 10_050);

        assertThat(sleeps).startsWith(10 * MILLI, 10 * MILLI, 10 * MILLI, 10 * MILLI);
    }

    @Test
    void keepsToTheStartThatItKnowsWhenItOverslept() {
        waitUntil(WaitStrategy.PARK, 10_001);
        oversleeps = 2 * TickWait.SPIN_NANOS;
        waitUntil(WaitStrategy.PARK, 10_002);
        long first = sleeps.get(0);
        nanos = 10_003 * MILLI;

        waitUntil(WaitStrategy.PARK, 10_004);

        assertThat(first - sleeps.get(1)).isBetween(-10 * MICRO, 10 * MICRO);
    }

    @Test
    void spinsTheNextTimeWhenAMillisecondStartedBeforeItWasExpected() {
        waitUntil(WaitStrategy.PARK, 10_001);
        clockAhead = MILLI / 2;
        waitUntil(WaitStrategy.PARK, 10_002);
        sleeps.clear();

        waitUntil(WaitStrategy.PARK, 10_003);

        assertThat(sleeps).isEmpty();
    }

    @Test
    void sleepsAgainOnceItHasSeenWhereMillisecondsStartAfterAStep() {
        waitUntil(WaitStrategy.PARK, 10_001);
        clockAhead = MILLI / 2;
        waitUntil(WaitStrategy.PARK, 10_002);
        waitUntil(WaitStrategy.PARK, 10_003);
        sleeps.clear();

        waitUntil(WaitStrategy.PARK, 10_004);

        assertThat(sleeps)
                .singleElement()
                .satisfies(slept -> assertThat(slept)
                        .isBetween(MILLI - TickWait.SPIN_NANOS - 10 * MICRO, MILLI - TickWait.SPIN_NANOS));
    }

    @Test
    void sleepsThroughTheStartWhileAnotherThreadWatchesIt() {
        waitUntil(WaitStrategy.PARK, 10_001);
        TickWait watching = new TickWait(
                this::millis, this::stopwatch, this::sleepWhileAnotherWaits, WaitStrategy.PARK, 0, 1000 * MILLI, phase);

        watching.await(state, LAST, 10_000, 10_002);

        assertThat(sleeps).anySatisfy(slept -> assertThat(slept).isBetween(MILLI - 20 * MICRO, MILLI));
    }

    @Test
    void sleepsNoLessThanIsWorthIt() {
        waitUntil(WaitStrategy.PARK, 10_001);
        nanos = 10_001 * MILLI + 990 * MICRO;
        TickWait watching =
                new TickWait(this::millis, this::stopwatch, this::sleep, WaitStrategy.PARK, 0, 1000 * MILLI, phase);
        Runnable second = () -> watching.await(state, LAST, 10_000, 10_002);

        new TickWait(
                        () -> {
                            second.run();
                            return 10_002;
                        },
                        this::stopwatch,
                        this::sleep,
                        WaitStrategy.PARK,
                        0,
                        1000 * MILLI,
                        phase)
                .await(state, LAST, 10_000, 10_002);

        assertThat(sleeps).containsExactly(TickWait.SHORTEST_PARK_NANOS);
    }

    @Test
    void sleepsNoLongerThanItMayWaitForAClockThatWentBack() {
        standsStill = true;

        assertThatExceptionOfType(ClockMovedBackwardsException.class)
                .isThrownBy(() -> waiting(WaitStrategy.PARK, 5 * MILLI).await(state, LAST, 10_005, 10_006));

        assertThat(sleeps).first().satisfies(slept -> assertThat(slept).isLessThan(5 * MILLI));
        assertThat(nanos).isBetween(10_005 * MILLI, 10_005 * MILLI + 20 * MICRO);
    }

    @Test
    void refusesAClockThatIsFurtherBackThanItMayWait() {
        standsStill = true;

        assertThatExceptionOfType(ClockMovedBackwardsException.class)
                .isThrownBy(() -> waiting(WaitStrategy.PARK, 5 * MILLI).await(state, LAST, 10_006, 10_007));

        assertThat(sleeps).isEmpty();
    }

    @Test
    void sleepsNoLongerThanAStallIsBorne() {
        standsStill = true;

        assertThatExceptionOfType(ClockStalledException.class)
                .isThrownBy(() -> wait(WaitStrategy.PARK).await(state, LAST, 10_000, 20_000));

        assertThat(nanos).isBetween(11_000 * MILLI, 11_000 * MILLI + 20 * MICRO);
    }

    @Test
    void endsWhenTheThreadIsInterruptedAndLeavesItInterrupted() {
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(WaitInterruptedException.class)
                .isThrownBy(() -> waitUntil(WaitStrategy.SPIN, 10_001))
                .withMessage("interrupted after a wait of 1 us for the clock")
                .satisfies(refusal -> assertThat(refusal.waitedNanos()).isEqualTo(MICRO));
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }

    @Test
    void letsAnotherThreadWatchAfterAWaitThatFailed() {
        waitUntil(WaitStrategy.PARK, 10_001);
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(WaitInterruptedException.class)
                .isThrownBy(() -> waitUntil(WaitStrategy.PARK, 10_002));
        Thread.interrupted();

        waitUntil(WaitStrategy.PARK, 10_002);

        assertThat(sleeps)
                .singleElement()
                .satisfies(slept -> assertThat(slept).isLessThan(MILLI - TickWait.SPIN_NANOS));
    }

    @Test
    void issuesWithoutAWaitToAnInterruptedThread() {
        Thread.currentThread().interrupt();

        assertThat(new SnowflakeGenerator(Layout.MORE_SEQUENCE, 1).next()).isPositive();
    }

    @Test
    void wakesAThreadThatIsParkedWhenItIsInterrupted() throws Exception {
        SnowflakeGenerator generator = SnowflakeGenerator.builder(Layout.SECONDS, 1)
                .clock(() -> Layout.DEFAULT_EPOCH.toEpochMilli())
                .waitStrategy(WaitStrategy.PARK)
                // So long that it is not up before the interrupt comes, however busy the machine is.
                .maxRollbackWait(Duration.ofMinutes(1))
                .build();
        generator.next(new long[1 << 22], 0, 1 << 22);
        WaitInterruptedException[] refusal = new WaitInterruptedException[1];
        Thread waiting = new Thread(() -> {
            try {
                generator.next();
            } catch (WaitInterruptedException e) {
                refusal[0] = e;
            }
        });
        waiting.start();

        waiting.interrupt();
        waiting.join();

        assertThat(refusal[0]).isNotNull();
        assertThat(refusal[0].waitedNanos()).isLessThan(Duration.ofMinutes(1).toNanos());
    }

    private void waitUntil(WaitStrategy strategy, long targetMillis) {
        wait(strategy).await(state, LAST, 10_000, targetMillis);
    }

    private TickWait wait(WaitStrategy strategy) {
        return waiting(strategy, 0);
    }

    private TickWait waiting(WaitStrategy strategy, long maxRollbackNanos) {
        return new TickWait(
                this::millis, this::stopwatch, this::sleep, strategy, maxRollbackNanos, 1000 * MILLI, phase);
    }

    private long millis() {
        return standsStill ? 10_000 : (nanos + clockAhead) / MILLI;
    }

    private long stopwatch() {
        long now = nanos;
        nanos += MICRO;
        return now;
    }

    private void sleep(long duration) {
        sleeps.add(duration);
        nanos += duration + oversleeps;
    }

    /** The thread that watches sleeps, and meanwhile another one waits for the same millisecond. */
    private void sleepWhileAnotherWaits(long duration) {
        waitUntil(WaitStrategy.PARK, 10_002);
        sleep(duration);
    }
}
