package io.snowkeeper.core.sortable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowkeeper.core.ClockBeforeEpochException;
import io.snowkeeper.core.ClockMovedBackwardsException;
import io.snowkeeper.core.ClockStalledException;
import io.snowkeeper.core.GeneratorClosedException;
import io.snowkeeper.core.LayoutExhaustedException;
import io.snowkeeper.core.MonotonicClock;
import io.snowkeeper.core.Reservation;
import io.snowkeeper.core.ReservationExhaustedException;
import io.snowkeeper.core.WaitInterruptedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class MonotonicSequencerTest {

    /** 2026-03-01T12:00:00Z. */
    private static final long T = 1_772_366_400_000L;

    private static final long MILLI = 1_000_000;

    /** 256 counters a millisecond. */
    private static final SortableLayout NARROW = new SortableLayout(SortableUnit.MILLISECOND, 11, 1, 4);

    private final ManualMonotonicTime time = new ManualMonotonicTime(T);

    @Test
    void countsWithinATickAndStartsAt0InEachNewOne() {
        MonotonicSequencer sequencer = on(SortableLayout.MILLISECOND);

        assertThat(sequencer.next()).isEqualTo(new TimedCount(T, 0));
        assertThat(sequencer.next()).isEqualTo(new TimedCount(T, 1));
        time.elapse(MILLI);
        assertThat(sequencer.next()).isEqualTo(new TimedCount(T + 1, 0));
    }

    @Test
    void countsInSeconds() {
        MonotonicSequencer sequencer = on(SortableLayout.SECOND);

        sequencer.next();
        time.elapse(999 * MILLI);
        assertThat(sequencer.next()).isEqualTo(new TimedCount(T / 1000, 1));
        time.elapse(MILLI);
        assertThat(sequencer.next()).isEqualTo(new TimedCount(T / 1000 + 1, 0));
    }

    @Test
    void countsInNanoseconds() {
        MonotonicSequencer sequencer = on(SortableLayout.NANOSECOND);

        assertThat(sequencer.next()).isEqualTo(new TimedCount(T * MILLI, 0));
        assertThat(sequencer.next()).isEqualTo(new TimedCount(T * MILLI, 1));
        time.elapse(1);
        assertThat(sequencer.next()).isEqualTo(new TimedCount(T * MILLI + 1, 0));
    }

    @Test
    void tellsTheHighestCounterAndTime() {
        assertThat(on(SortableLayout.NANOSECOND).max()).isEqualTo(65_535);
        assertThat(on(SortableLayout.SECOND).maxTime()).isEqualTo(0xFFFF_FFFF_FFFFL);
    }

    @Test
    void usesTheWholeCounterBeforeItWaits() {
        MonotonicSequencer sequencer = on(NARROW);
        TimedCount last = null;
        for (int i = 0; i < 256; i++) {
            last = sequencer.next();
        }

        assertThat(last).isEqualTo(new TimedCount(T, 255));
    }

    @Test
    void waitsForTheNextTickWhenTheCounterIsUsedUp() {
        MonotonicSequencer sequencer = on(NARROW);
        for (int i = 0; i < 256; i++) {
            sequencer.next();
        }
        time.advancingPerRead(MILLI / 10);

        assertThat(sequencer.next()).isEqualTo(new TimedCount(T + 1, 0));
    }

    @Test
    void saysThatTheCounterIsUsedUpInsteadOfWaiting() {
        MonotonicSequencer sequencer = on(NARROW);
        for (int i = 0; i < 256; i++) {
            assertThat(sequencer.tryNext()).contains(new TimedCount(T, i));
        }

        assertThat(sequencer.tryNext()).isEmpty();
        assertThat(sequencer.tryNext()).isEmpty();
        time.elapse(MILLI);
        assertThat(sequencer.tryNext()).contains(new TimedCount(T + 1, 0));
    }

    @Test
    void countsOnWhetherItMayWaitOrNot() {
        MonotonicSequencer sequencer = on(SortableLayout.MILLISECOND);

        assertThat(sequencer.next()).isEqualTo(new TimedCount(T, 0));
        assertThat(sequencer.tryNext()).contains(new TimedCount(T, 1));
        assertThat(sequencer.next()).isEqualTo(new TimedCount(T, 2));
    }

    @Test
    void saysAtTheFloorThatTheTickHasToEnd() {
        MonotonicSequencer sequencer = new MonotonicSequencer(
                SortableLayout.SECOND, time.clock(), new Reservation(T + 300, Long.MAX_VALUE), 1, time::stopwatch);
        time.elapse(400 * MILLI);
        assertThat(sequencer.tryNext()).isEmpty();

        time.elapse(600 * MILLI);

        assertThat(sequencer.tryNext()).contains(new TimedCount(T / 1000 + 1, 0));
    }

    @Test
    void refusesInTheSameWordsWhetherItMayWaitOrNot() {
        MonotonicSequencer below = under(new Reservation(T + 1, Long.MAX_VALUE));
        MonotonicSequencer above = under(new Reservation(T - 10, T - 1));
        MonotonicSequencer closed = on(NARROW);
        closed.close();

        assertThatExceptionOfType(ClockMovedBackwardsException.class)
                .isThrownBy(below::tryNext)
                .withMessage("clock moved backwards by 1 ms: it reads 2026-03-01T12:00:00Z, "
                        + "ids were issued or reserved up to 2026-03-01T12:00:00.001Z");
        assertThatExceptionOfType(ReservationExhaustedException.class)
                .isThrownBy(above::tryNext)
                .withMessage("reservation is used up: ids may be issued up to 2026-03-01T11:59:59.999Z, "
                        + "the clock reads 2026-03-01T12:00:00Z");
        assertThatExceptionOfType(GeneratorClosedException.class)
                .isThrownBy(closed::tryNext)
                .withMessage("generator is closed: layout=11+1+4");
    }

    @Test
    void doesNotSeeTheWallClockSetBack() {
        MonotonicSequencer sequencer = on(SortableLayout.MILLISECOND);
        sequencer.next();
        time.stepWall(-3_600_000);

        assertThat(sequencer.next()).isEqualTo(new TimedCount(T, 1));
    }

    @Test
    void goesOnWithoutARepeatAfterASuspensionThatStoppedTheStopwatch() {
        MonotonicSequencer sequencer = on(SortableLayout.MILLISECOND);
        sequencer.next();
        time.stepWall(28_800_000);
        time.elapse(MILLI);

        // Eight hours passed, which the monotonic time does not know: too early, but after the earlier ids.
        assertThat(sequencer.next()).isEqualTo(new TimedCount(T + 1, 0));
    }

    @Test
    void refusesAClockThatIsAnchoredAnewBehindTheLastTickUntilItIsReached() {
        MonotonicClock clock = time.clock();
        MonotonicSequencer sequencer =
                new MonotonicSequencer(SortableLayout.MILLISECOND, clock, Reservation.unlimited(), 1, time::stopwatch);
        sequencer.next();
        time.stepWall(-4_000);
        clock.anchorAnew();

        assertThatExceptionOfType(ClockMovedBackwardsException.class).isThrownBy(sequencer::next);
        assertThat(sequencer.refusal()).containsInstanceOf(ClockMovedBackwardsException.class);

        time.elapse(4_000 * MILLI);
        assertThat(sequencer.refusal()).isEmpty();
        assertThat(sequencer.next()).isEqualTo(new TimedCount(T, 1));
    }

    @Test
    void tellsWhatItWouldRefuseWithoutUsingAnything() {
        Reservation reservation = new Reservation(T - 1, T + 1);
        MonotonicSequencer sequencer =
                new MonotonicSequencer(SortableLayout.MILLISECOND, time.clock(), reservation, 1, time::stopwatch);

        assertThat(sequencer.refusal()).isEmpty();
        assertThat(sequencer.next()).isEqualTo(new TimedCount(T, 0));
        time.elapse(2 * MILLI);
        assertThat(sequencer.refusal()).containsInstanceOf(ReservationExhaustedException.class);
        sequencer.close();
        assertThat(sequencer.refusal()).containsInstanceOf(GeneratorClosedException.class);
    }

    @Test
    void goesOnInAnotherSpanOfTimeWhenOneIsOutgrown() {
        // A span of nanoseconds with 16 bits of counter lasts 2^47 ns, a day and a half.
        MonotonicSequencer sequencer = on(SortableLayout.NANOSECOND);
        long base = T * MILLI - 1;
        long span = (1L << 47) - 1;
        time.elapse(span - 1);
        assertThat(sequencer.next()).isEqualTo(new TimedCount(base + span, 0));

        time.elapse(1);

        assertThat(sequencer.next()).isEqualTo(new TimedCount(base + span + 1, 0));
        assertThat(sequencer.next()).isEqualTo(new TimedCount(base + span + 1, 1));
        time.elapse(1);
        assertThat(sequencer.next()).isEqualTo(new TimedCount(base + span + 2, 0));
    }

    @Test
    void goesOnAfterManySpansWithoutAnId() {
        MonotonicSequencer sequencer = on(SortableLayout.NANOSECOND);
        sequencer.next();
        time.elapse(10L << 47);

        assertThat(sequencer.next()).isEqualTo(new TimedCount(T * MILLI + (10L << 47), 0));
    }

    @ParameterizedTest
    @ValueSource(longs = {-10, -1})
    void issuesAboveTheFloor(long floor) {
        assertThat(under(new Reservation(T + floor, Long.MAX_VALUE)).next()).isEqualTo(new TimedCount(T, 0));
    }

    @Test
    void waitsAtTheFloor() {
        MonotonicSequencer sequencer = under(new Reservation(T, Long.MAX_VALUE));
        time.advancingPerRead(MILLI / 10);

        assertThat(sequencer.next()).isEqualTo(new TimedCount(T + 1, 0));
    }

    @Test
    void refusesTimeBelowTheFloor() {
        MonotonicSequencer sequencer = under(new Reservation(T + 1, Long.MAX_VALUE));

        assertThatExceptionOfType(ClockMovedBackwardsException.class)
                .isThrownBy(sequencer::next)
                .withMessage("clock moved backwards by 1 ms: it reads 2026-03-01T12:00:00Z, "
                        + "ids were issued or reserved up to 2026-03-01T12:00:00.001Z");
    }

    @Test
    void issuesNothingAboveAFloorAtTheEndOfTime() {
        MonotonicSequencer sequencer = under(new Reservation(Long.MAX_VALUE - 1, Long.MAX_VALUE));

        assertThatExceptionOfType(ClockMovedBackwardsException.class).isThrownBy(sequencer::next);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1})
    void issuesUpToTheLimit(long limit) {
        assertThat(under(new Reservation(T - 1, T + limit)).next()).isEqualTo(new TimedCount(T, 0));
    }

    @Test
    void refusesTimeAboveTheLimit() {
        MonotonicSequencer sequencer = under(new Reservation(T - 10, T - 1));

        assertThatExceptionOfType(ReservationExhaustedException.class)
                .isThrownBy(sequencer::next)
                .withMessage("reservation is used up: ids may be issued up to 2026-03-01T11:59:59.999Z, "
                        + "the clock reads 2026-03-01T12:00:00Z");
    }

    @Test
    void goesOnWhenTheLimitIsMovedUp() {
        Reservation reservation = new Reservation(T - 10, T - 1);
        MonotonicSequencer sequencer = under(reservation);
        assertThatExceptionOfType(ReservationExhaustedException.class).isThrownBy(sequencer::next);

        reservation.extendTo(T);

        assertThat(sequencer.next()).isEqualTo(new TimedCount(T, 0));
    }

    @Test
    void issuesNothingOnceRevoked() {
        Reservation reservation = new Reservation(T - 1, T + 10);
        MonotonicSequencer sequencer = under(reservation);
        sequencer.next();
        reservation.revoke();

        assertThatExceptionOfType(ReservationExhaustedException.class)
                .isThrownBy(sequencer::next)
                .withMessage("reservation is revoked: the worker id belongs to someone else");
    }

    @Test
    void holdsNanosecondsToTheWholeMillisecondOfFloorAndLimit() {
        MonotonicSequencer sequencer = new MonotonicSequencer(
                SortableLayout.NANOSECOND, time.clock(), new Reservation(T - 1, T), 1, time::stopwatch);
        assertThat(sequencer.next()).isEqualTo(new TimedCount(T * MILLI, 0));
        time.elapse(999_999);
        assertThat(sequencer.next()).isEqualTo(new TimedCount(T * MILLI + 999_999, 0));
        time.elapse(1);

        assertThatExceptionOfType(ReservationExhaustedException.class).isThrownBy(sequencer::next);
    }

    @Test
    void leavesTheWholeMillisecondOfTheFloorToItsFormerOwner() {
        MonotonicSequencer sequencer = new MonotonicSequencer(
                SortableLayout.NANOSECOND, time.clock(), new Reservation(T, Long.MAX_VALUE), 1, time::stopwatch);
        time.advancingPerRead(1_000);

        assertThat(sequencer.next().time()).isBetween((T + 1) * MILLI, (T + 1) * MILLI + 10_000);
    }

    @Test
    void holdsSecondsToTheSecondInWhichFloorAndLimitLie() {
        MonotonicSequencer sequencer = new MonotonicSequencer(
                SortableLayout.SECOND, time.clock(), new Reservation(T - 1, T + 999), 1, time::stopwatch);
        assertThat(sequencer.next()).isEqualTo(new TimedCount(T / 1000, 0));
        time.elapse(1000 * MILLI);

        assertThatExceptionOfType(ReservationExhaustedException.class).isThrownBy(sequencer::next);
    }

    @Test
    void refusesAClockThatStandsStillWhenTheCounterIsUsedUp() {
        ManualMonotonicTime stopwatch = new ManualMonotonicTime(0);
        stopwatch.advancingPerRead(MILLI);
        MonotonicSequencer sequencer =
                new MonotonicSequencer(NARROW, time.clock(), Reservation.unlimited(), 1, stopwatch::stopwatch);
        for (int i = 0; i < 256; i++) {
            sequencer.next();
        }

        assertThatExceptionOfType(ClockStalledException.class)
                .isThrownBy(sequencer::next)
                .withMessage("clock stands still: it still reads 2026-03-01T12:00:00Z "
                        + "after a wait of 1001 ms for the next tick");
    }

    @Test
    void endsItsWaitWhenTheThreadIsInterrupted() {
        MonotonicSequencer sequencer = on(NARROW);
        for (int i = 0; i < 256; i++) {
            sequencer.next();
        }
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(WaitInterruptedException.class).isThrownBy(sequencer::next);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void issuesUpToTheLayoutsEnd() {
        // Three bytes of seconds end on 1970-07-14.
        SortableLayout ended = new SortableLayout(SortableUnit.SECOND, 3, 6, 7);
        ManualMonotonicTime early = new ManualMonotonicTime(16_777_215_000L);
        MonotonicSequencer sequencer = new MonotonicSequencer(ended, early.clock(), Reservation.unlimited());
        assertThat(sequencer.next()).isEqualTo(new TimedCount(16_777_215, 0));

        early.elapse(1000 * MILLI);

        assertThatExceptionOfType(LayoutExhaustedException.class)
                .isThrownBy(sequencer::next)
                .withMessage("layout 3+6+7 of epoch 1970-01-01T00:00:00Z ended at 1970-07-14T04:20:15Z");
    }

    @Test
    void refusesWhatLiesBehindWhenTheClockIsAnchoredAnew() {
        MonotonicClock clock = time.clock();
        MonotonicSequencer sequencer =
                new MonotonicSequencer(SortableLayout.MILLISECOND, clock, Reservation.unlimited());
        sequencer.next();
        time.stepWall(-4_000);
        clock.anchorAnew();
        assertThatExceptionOfType(ClockMovedBackwardsException.class).isThrownBy(sequencer::next);

        time.elapse(4_000 * MILLI);

        assertThat(sequencer.next()).isEqualTo(new TimedCount(T, 1));
    }

    @Test
    void tellsWhatItWouldRefuse() {
        Reservation reservation = new Reservation(T - 1, T);
        MonotonicSequencer sequencer = under(reservation);
        assertThat(sequencer.refusal()).isEmpty();
        assertThat(sequencer.next()).isEqualTo(new TimedCount(T, 0));

        reservation.revoke();
        assertThat(sequencer.refusal()).get().isInstanceOf(ReservationExhaustedException.class);
        sequencer.close();
        assertThat(sequencer.refusal()).get().isInstanceOf(GeneratorClosedException.class);
    }

    @Test
    void issuesNothingOnceClosed() {
        MonotonicSequencer sequencer = on(SortableLayout.MILLISECOND);
        sequencer.next();

        assertThat(sequencer.close()).isEqualTo(T);
        assertThatExceptionOfType(GeneratorClosedException.class)
                .isThrownBy(sequencer::next)
                .withMessage("generator is closed: layout=8+4+4");
    }

    @Test
    void staysClosedWhenTimeOutgrowsItsSpan() {
        MonotonicSequencer sequencer = on(SortableLayout.NANOSECOND);
        sequencer.next();
        sequencer.close();
        time.elapse(1L << 48);

        assertThatExceptionOfType(GeneratorClosedException.class).isThrownBy(sequencer::next);
        assertThat(sequencer.close()).isEqualTo(T);
        assertThat(sequencer.lastMillis()).isEqualTo(T);
    }

    @Test
    void tellsATimeBeforeTheFirstAsLastMillisecondOfNothing() {
        assertThat(on(SortableLayout.MILLISECOND).lastMillis()).isEqualTo(T - 1);
    }

    @Test
    void runsOnTheSystemsClocksByDefault() {
        MonotonicSequencer sequencer = new MonotonicSequencer(SortableLayout.MILLISECOND);
        long before = System.currentTimeMillis();

        assertThat(sequencer.next().time()).isBetween(before - 1, System.currentTimeMillis() + 1);
    }

    @Test
    void countsInMicroseconds() {
        MonotonicSequencer sequencer = on(SortableLayout.MICROSECOND);

        assertThat(sequencer.next()).isEqualTo(new TimedCount(T * 1000, 0));
        time.elapse(999);
        assertThat(sequencer.next()).isEqualTo(new TimedCount(T * 1000, 1));
        time.elapse(1);
        assertThat(sequencer.next()).isEqualTo(new TimedCount(T * 1000 + 1, 0));
    }

    @ParameterizedTest
    @ValueSource(longs = {3, 100, 7_777, 100_000, 1_500_000, 10_000_000, 999_999_999})
    void countsInAnyUnitUpToASecond(long tickNanos) {
        MonotonicSequencer sequencer = on(new SortableLayout(tickNanos, 8, 4, 4));
        long first = T * MILLI / tickNanos;
        assertThat(sequencer.next()).isEqualTo(new TimedCount(first, 0));

        time.elapse((first + 1) * tickNanos - T * MILLI - 1);
        assertThat(sequencer.next()).isEqualTo(new TimedCount(first, 1));
        time.elapse(1);
        assertThat(sequencer.next()).isEqualTo(new TimedCount(first + 1, 0));
    }

    @Test
    void countsToTheEndOfOneByteOfTimeAndFourteenOfCounter() {
        // 256 seconds are over on 1970-01-01.
        SortableLayout layout = new SortableLayout(SortableUnit.SECOND, 1, 14, 1);
        ManualMonotonicTime early = new ManualMonotonicTime(255_999);
        MonotonicSequencer sequencer = new MonotonicSequencer(layout, early.clock(), Reservation.unlimited());

        assertThat(sequencer.next()).isEqualTo(new TimedCount(255, 0));
        assertThat(sequencer.next()).isEqualTo(new TimedCount(255, 1));
        assertThat(sequencer.max()).isEqualTo(0xFFFF_FFFF_FFFFL);
    }

    @Test
    void issuesOnePerTickWithoutACounter() {
        MonotonicSequencer sequencer = on(new SortableLayout(SortableUnit.MILLISECOND, 15, 0, 1));
        assertThat(sequencer.next()).isEqualTo(new TimedCount(T, 0));
        time.advancingPerRead(MILLI / 10);

        assertThat(sequencer.next()).isEqualTo(new TimedCount(T + 1, 0));
        assertThat(sequencer.max()).isZero();
    }

    @Test
    void countsNanosecondsBeyondWhatASignedLongHolds() {
        // 2262-04-11T23:47:16.854Z, and 775,807 ns of it, are the end of a signed long.
        ManualMonotonicTime late = new ManualMonotonicTime(9_223_372_036_854L);
        MonotonicSequencer sequencer =
                new MonotonicSequencer(SortableLayout.NANOSECOND, late.clock(), Reservation.unlimited());
        late.elapse(775_807);
        assertThat(sequencer.next()).isEqualTo(new TimedCount(Long.MAX_VALUE, 0));

        late.elapse(1);

        assertThat(sequencer.next()).isEqualTo(new TimedCount(Long.MAX_VALUE + 1, 0));
        assertThat(sequencer.next()).isEqualTo(new TimedCount(Long.MAX_VALUE + 1, 1));
        assertThat(sequencer.lastMillis()).isEqualTo(9_223_372_036_854L);
    }

    @Test
    void holdsNanosecondsBeyondASignedLongToFloorAndLimit() {
        long year2300 = 10_413_792_000_000L;
        ManualMonotonicTime late = new ManualMonotonicTime(year2300);
        MonotonicSequencer sequencer = new MonotonicSequencer(
                SortableLayout.NANOSECOND, late.clock(), new Reservation(year2300 - 1, year2300));
        assertThat(sequencer.next()).isEqualTo(new TimedCount(year2300 * MILLI, 0));
        late.elapse(MILLI);

        assertThatExceptionOfType(ReservationExhaustedException.class).isThrownBy(sequencer::next);
    }

    @Test
    void tellsTheEndOfNanosecondsFromAClockThatWentBack() {
        ManualMonotonicTime end = new ManualMonotonicTime(18_446_744_073_709L);
        MonotonicSequencer sequencer =
                new MonotonicSequencer(SortableLayout.NANOSECOND, end.clock(), Reservation.unlimited());
        end.elapse(551_614);
        assertThat(sequencer.next()).isEqualTo(new TimedCount(-2, 0));

        end.elapse(1);

        assertThatExceptionOfType(LayoutExhaustedException.class)
                .isThrownBy(sequencer::next)
                .withMessage("layout 11+2+3 of epoch 1970-01-01T00:00:00Z ended at 2554-07-21T23:34:33.709Z");
    }

    @ParameterizedTest
    @EnumSource
    void tellsAClockBefore1970FromOneThatWentBack(SortableUnit unit) {
        ManualMonotonicTime early = new ManualMonotonicTime(-1);
        MonotonicSequencer sequencer =
                new MonotonicSequencer(new SortableLayout(unit, 8, 4, 4), early.clock(), Reservation.unlimited());

        assertThatExceptionOfType(ClockBeforeEpochException.class)
                .isThrownBy(sequencer::next)
                .withMessage("clock is before the epoch: it reads 1969-12-31T23:59:59.999Z, "
                        + "the time of ids starts at 1970-01-01T00:00:00Z; set the clock right");
    }

    @ParameterizedTest
    @EnumSource
    void countsFrom1970OnWhenItBegins(SortableUnit unit) {
        ManualMonotonicTime early = new ManualMonotonicTime(-1);
        MonotonicSequencer sequencer =
                new MonotonicSequencer(new SortableLayout(unit, 8, 4, 4), early.clock(), Reservation.unlimited());

        early.elapse(MILLI + 2 * unit.nanos());

        assertThat(sequencer.next()).isEqualTo(new TimedCount(2, 0));
    }

    private MonotonicSequencer on(SortableLayout layout) {
        return new MonotonicSequencer(layout, time.clock(), Reservation.unlimited());
    }

    private MonotonicSequencer under(Reservation reservation) {
        return new MonotonicSequencer(SortableLayout.MILLISECOND, time.clock(), reservation);
    }
}
