package io.snowkeeper.core.sortable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snowkeeper.core.ClockMovedBackwardsException;
import io.snowkeeper.core.ClockStalledException;
import io.snowkeeper.core.GeneratorClosedException;
import io.snowkeeper.core.LayoutExhaustedException;
import io.snowkeeper.core.Reservation;
import io.snowkeeper.core.ReservationExhaustedException;
import io.snowkeeper.core.WaitInterruptedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SequencerTest {

    /** 2026-03-01T12:00:00Z. */
    private static final long T = 1_772_366_400_000L;

    private static final long MILLI = 1_000_000;

    /** 256 counters a millisecond. */
    private static final SortableLayout NARROW = new SortableLayout(SortableUnit.MILLISECOND, 11, 1, 4);

    private final ManualMonotonicTime time = new ManualMonotonicTime(T);

    @Test
    void countsWithinATickAndStartsAt0InEachNewOne() {
        Sequencer sequencer = on(SortableLayout.MILLISECOND);

        assertThat(sequencer.next()).isEqualTo(new TimedCount(T, 0));
        assertThat(sequencer.next()).isEqualTo(new TimedCount(T, 1));
        time.elapse(MILLI);
        assertThat(sequencer.next()).isEqualTo(new TimedCount(T + 1, 0));
    }

    @Test
    void countsInSeconds() {
        Sequencer sequencer = on(SortableLayout.SECOND);

        sequencer.next();
        time.elapse(999 * MILLI);
        assertThat(sequencer.next()).isEqualTo(new TimedCount(T / 1000, 1));
        time.elapse(MILLI);
        assertThat(sequencer.next()).isEqualTo(new TimedCount(T / 1000 + 1, 0));
    }

    @Test
    void countsInNanoseconds() {
        Sequencer sequencer = on(SortableLayout.NANOSECOND);

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
        Sequencer sequencer = on(NARROW);
        TimedCount last = null;
        for (int i = 0; i < 256; i++) {
            last = sequencer.next();
        }

        assertThat(last).isEqualTo(new TimedCount(T, 255));
    }

    @Test
    void waitsForTheNextTickWhenTheCounterIsUsedUp() {
        Sequencer sequencer = on(NARROW);
        for (int i = 0; i < 256; i++) {
            sequencer.next();
        }
        time.advancingPerRead(MILLI / 10);

        assertThat(sequencer.next()).isEqualTo(new TimedCount(T + 1, 0));
    }

    @Test
    void doesNotSeeTheWallClockSetBack() {
        Sequencer sequencer = on(SortableLayout.MILLISECOND);
        sequencer.next();
        time.stepWall(-3_600_000);

        assertThat(sequencer.next()).isEqualTo(new TimedCount(T, 1));
    }

    @Test
    void goesOnWithoutARepeatAfterASuspensionThatStoppedTheStopwatch() {
        Sequencer sequencer = on(SortableLayout.MILLISECOND);
        sequencer.next();
        time.stepWall(28_800_000);
        time.elapse(MILLI);

        // Eight hours passed, of which the monotonic time knows nothing: too early, but after what was issued before.
        assertThat(sequencer.next()).isEqualTo(new TimedCount(T + 1, 0));
    }

    @Test
    void goesOnInAnotherSpanOfTimeWhenOneIsOutgrown() {
        // A span of nanoseconds with 16 bits of counter lasts 2^47 ns, a day and a half.
        Sequencer sequencer = on(SortableLayout.NANOSECOND);
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
        Sequencer sequencer = on(SortableLayout.NANOSECOND);
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
        Sequencer sequencer = under(new Reservation(T, Long.MAX_VALUE));
        time.advancingPerRead(MILLI / 10);

        assertThat(sequencer.next()).isEqualTo(new TimedCount(T + 1, 0));
    }

    @Test
    void refusesTimeBelowTheFloor() {
        Sequencer sequencer = under(new Reservation(T + 1, Long.MAX_VALUE));

        assertThatExceptionOfType(ClockMovedBackwardsException.class)
                .isThrownBy(sequencer::next)
                .withMessage("clock moved backwards by 1 ms: it reads 2026-03-01T12:00:00Z, "
                        + "ids were issued or reserved up to 2026-03-01T12:00:00.001Z");
    }

    @Test
    void issuesNothingAboveAFloorAtTheEndOfTime() {
        Sequencer sequencer = under(new Reservation(Long.MAX_VALUE - 1, Long.MAX_VALUE));

        assertThatExceptionOfType(ClockMovedBackwardsException.class).isThrownBy(sequencer::next);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1})
    void issuesUpToTheLimit(long limit) {
        assertThat(under(new Reservation(T - 1, T + limit)).next()).isEqualTo(new TimedCount(T, 0));
    }

    @Test
    void refusesTimeAboveTheLimit() {
        Sequencer sequencer = under(new Reservation(T - 10, T - 1));

        assertThatExceptionOfType(ReservationExhaustedException.class)
                .isThrownBy(sequencer::next)
                .withMessage("reservation is used up: ids may be issued up to 2026-03-01T11:59:59.999Z, "
                        + "the clock reads 2026-03-01T12:00:00Z");
    }

    @Test
    void goesOnWhenTheLimitIsMovedUp() {
        Reservation reservation = new Reservation(T - 10, T - 1);
        Sequencer sequencer = under(reservation);
        assertThatExceptionOfType(ReservationExhaustedException.class).isThrownBy(sequencer::next);

        reservation.extendTo(T);

        assertThat(sequencer.next()).isEqualTo(new TimedCount(T, 0));
    }

    @Test
    void issuesNothingOnceRevoked() {
        Reservation reservation = new Reservation(T - 1, T + 10);
        Sequencer sequencer = under(reservation);
        sequencer.next();
        reservation.revoke();

        assertThatExceptionOfType(ReservationExhaustedException.class)
                .isThrownBy(sequencer::next)
                .withMessage("reservation is revoked: the worker id belongs to someone else");
    }

    @Test
    void holdsNanosecondsToTheWholeMillisecondOfFloorAndLimit() {
        Sequencer sequencer =
                new Sequencer(SortableLayout.NANOSECOND, time.clock(), new Reservation(T - 1, T), time::stopwatch);
        assertThat(sequencer.next()).isEqualTo(new TimedCount(T * MILLI, 0));
        time.elapse(999_999);
        assertThat(sequencer.next()).isEqualTo(new TimedCount(T * MILLI + 999_999, 0));
        time.elapse(1);

        assertThatExceptionOfType(ReservationExhaustedException.class).isThrownBy(sequencer::next);
    }

    @Test
    void leavesTheWholeMillisecondOfTheFloorToItsFormerOwner() {
        Sequencer sequencer = new Sequencer(
                SortableLayout.NANOSECOND, time.clock(), new Reservation(T, Long.MAX_VALUE), time::stopwatch);
        time.advancingPerRead(1_000);

        assertThat(sequencer.next().time()).isBetween((T + 1) * MILLI, (T + 1) * MILLI + 10_000);
    }

    @Test
    void holdsSecondsToTheSecondInWhichFloorAndLimitLie() {
        Sequencer sequencer =
                new Sequencer(SortableLayout.SECOND, time.clock(), new Reservation(T - 1, T + 999), time::stopwatch);
        assertThat(sequencer.next()).isEqualTo(new TimedCount(T / 1000, 0));
        time.elapse(1000 * MILLI);

        assertThatExceptionOfType(ReservationExhaustedException.class).isThrownBy(sequencer::next);
    }

    @Test
    void refusesAClockThatStandsStillWhenTheCounterIsUsedUp() {
        ManualMonotonicTime stopwatch = new ManualMonotonicTime(0);
        stopwatch.advancingPerRead(MILLI);
        Sequencer sequencer = new Sequencer(NARROW, time.clock(), Reservation.unlimited(), stopwatch::stopwatch);
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
        Sequencer sequencer = on(NARROW);
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
        Sequencer sequencer = new Sequencer(ended, early.clock(), Reservation.unlimited());
        assertThat(sequencer.next()).isEqualTo(new TimedCount(16_777_215, 0));

        early.elapse(1000 * MILLI);

        assertThatExceptionOfType(LayoutExhaustedException.class)
                .isThrownBy(sequencer::next)
                .withMessage("layout 3+6+7 of epoch 1970-01-01T00:00:00Z ended at 1970-07-14T04:20:15Z");
    }

    @Test
    void issuesNothingOnceClosed() {
        Sequencer sequencer = on(SortableLayout.MILLISECOND);
        sequencer.next();

        assertThat(sequencer.close()).isEqualTo(T);
        assertThatExceptionOfType(GeneratorClosedException.class)
                .isThrownBy(sequencer::next)
                .withMessage("generator is closed: layout=8+4+4");
    }

    @Test
    void staysClosedWhenTimeOutgrowsItsSpan() {
        Sequencer sequencer = on(SortableLayout.NANOSECOND);
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
        Sequencer sequencer = new Sequencer(SortableLayout.MILLISECOND);
        long before = System.currentTimeMillis();

        assertThat(sequencer.next().time()).isBetween(before - 1, System.currentTimeMillis() + 1);
    }

    @Test
    void refusesNegativeTimesAndCounts() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TimedCount(-1, 0))
                .withMessage("must be >= 0: time=-1, counter=0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TimedCount(0, -1))
                .withMessage("must be >= 0: time=0, counter=-1");
    }

    private Sequencer on(SortableLayout layout) {
        return new Sequencer(layout, time.clock(), Reservation.unlimited());
    }

    private Sequencer under(Reservation reservation) {
        return new Sequencer(SortableLayout.MILLISECOND, time.clock(), reservation);
    }
}
