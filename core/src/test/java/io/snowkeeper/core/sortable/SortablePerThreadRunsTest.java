package io.snowkeeper.core.sortable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snowkeeper.core.ClockMovedBackwardsException;
import io.snowkeeper.core.ClockStalledException;
import io.snowkeeper.core.GeneratorClosedException;
import io.snowkeeper.core.MonotonicClock;
import io.snowkeeper.core.Reservation;
import io.snowkeeper.core.ReservationExhaustedException;
import io.snowkeeper.core.internal.NumberedThread;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs of 64 counters for each thread, in milliseconds of 65,536; threads 1 and 2 have runs of their own. */
class SortablePerThreadRunsTest {

    private static final long T = 1_772_366_400_000L;
    private static final long MILLI = 1_000_000;
    private static final int RUN = 64;
    private static final SortableLayout LAYOUT = new SortableLayout(SortableUnit.MILLISECOND, 8, 2, 6);

    private final ManualMonotonicTime time = new ManualMonotonicTime(T);
    private final MonotonicClock clock = time.clock();
    private final Reservation reservation = new Reservation(T - 1, T + 100);
    private final SortableGenerator generator = on(LAYOUT);

    @Test
    void aThreadHandsOutItsRunThenTheNextOne() {
        for (int i = 0; i < 2 * RUN; i++) {
            assertThat(generator.next()).isEqualTo(id(T, i));
        }
    }

    @Test
    void eachThreadHandsOutItsOwnRun() throws Exception {
        assertThat(nextOf(1)).isEqualTo(id(T, 0));
        assertThat(nextOf(2)).isEqualTo(id(T, 64));
        assertThat(nextOf(1)).isEqualTo(id(T, 1));
        assertThat(nextOf(2)).isEqualTo(id(T, 65));
    }

    @Test
    void theRestOfARunIsDroppedWhenItsTickEnds() throws Exception {
        nextOf(1);
        time.elapse(MILLI);

        assertThat(nextOf(2)).isEqualTo(id(T + 1, 0));
        assertThat(nextOf(1)).isEqualTo(id(T + 1, 64));
    }

    @Test
    void aClockBackInTheRunsTickRefusesItWhereAnotherThreadIsFurther() throws Exception {
        nextOf(1);
        time.elapse(MILLI);
        nextOf(2);
        clock.anchorAnew();

        assertThatExceptionOfType(ClockMovedBackwardsException.class).isThrownBy(() -> nextOf(1));
        time.elapse(MILLI);
        assertThat(nextOf(1)).isEqualTo(id(T + 1, 64));
    }

    @Test
    void aReservationThatIsRevokedWithinARunEndsIt() {
        generator.next();

        reservation.revoke();

        assertThatExceptionOfType(ReservationExhaustedException.class).isThrownBy(generator::next);
        assertThatExceptionOfType(ReservationExhaustedException.class)
                .isThrownBy(() -> generator.next(new byte[16], 0, 1));
        assertThatExceptionOfType(ReservationExhaustedException.class).isThrownBy(() -> generator.tryNextRun(1));
    }

    @Test
    void aLimitThatIsPassedWithinARunEndsItUntilItIsMovedUp() {
        time.elapse(100 * MILLI);
        generator.next();
        time.elapse(MILLI);
        assertThatExceptionOfType(ReservationExhaustedException.class).isThrownBy(generator::next);

        reservation.extendTo(T + 101);

        assertThat(generator.next()).isEqualTo(id(T + 101, 0));
    }

    @Test
    void nothingOfARunIsIssuedOnceClosed() throws Exception {
        nextOf(1);
        nextOf(2);

        assertThat(generator.close()).isEqualTo(T);

        for (int thread = 1; thread <= 3; thread++) {
            int number = thread;
            assertThatExceptionOfType(GeneratorClosedException.class).isThrownBy(() -> nextOf(number));
            assertThatExceptionOfType(GeneratorClosedException.class)
                    .isThrownBy(() -> NumberedThread.call(number, () -> generator.tryNextRun(1)));
        }
    }

    @Test
    void aTickThatIsUsedUpStillHasTheRunsOfThreads() throws Exception {
        generator.nextRun(65_536 - RUN);

        assertThat(nextOf(1)).isEqualTo(id(T, 65_472));
        assertThat(NumberedThread.call(2, () -> generator.tryNextRun(1))).isEmpty();
        assertThat(NumberedThread.call(1, () -> generator.nextRun(63)))
                .isEqualTo(new SortableIdRun(LAYOUT, T, 65_473, 7, 63));
        assertThat(NumberedThread.call(1, () -> generator.tryNextRun(1))).isEmpty();
        time.elapse(MILLI);
        assertThat(nextOf(2)).isEqualTo(id(T + 1, 0));
    }

    @Test
    void aThreadWhoseRunIsHandedOutWaitsForTheNextTickWhereThereIsNoOther() throws Exception {
        ManualMonotonicTime stopwatch = new ManualMonotonicTime(0);
        stopwatch.advancingPerRead(MILLI);
        MonotonicSequencer sequencer =
                new MonotonicSequencer(LAYOUT, clock, Reservation.unlimited(), RUN, stopwatch::stopwatch);
        sequencer.claim(sequencer.span(), 65_536);

        assertThatExceptionOfType(ClockStalledException.class).isThrownBy(sequencer::next);
        time.advancingPerRead(MILLI / 10);
        assertThat(sequencer.next()).isEqualTo(new TimedCount(T + 1, 0));
    }

    @Test
    void manyIdsComeOutOfTheRunIfItHoldsThem() {
        generator.next();

        assertThat(generator.nextRun(60)).isEqualTo(new SortableIdRun(LAYOUT, T, 1, 7, 60));
        assertThat(generator.nextRun(3)).isEqualTo(new SortableIdRun(LAYOUT, T, 61, 7, 3));
        assertThat(generator.nextRun(10)).isEqualTo(new SortableIdRun(LAYOUT, T, 64, 7, 10));
        assertThat(generator.nextRun(100)).isEqualTo(new SortableIdRun(LAYOUT, T, 128, 7, 100));
        assertThat(generator.next()).isEqualTo(id(T, 228));
    }

    @Test
    void theRestOfARunIsDroppedWhenItsSpanOfTimeIsOutgrown() throws Exception {
        // With 6 bytes of counter a span of microseconds lasts 33 milliseconds.
        SortableLayout layout = new SortableLayout(SortableUnit.MICROSECOND, 8, 6, 2);
        SortableGenerator spans = on(layout);
        nextOf(1, spans);
        time.elapse(40 * MILLI);

        assertThat(nextOf(2, spans)).isEqualTo(layout.compose((T + 40) * 1000, 0, 7));
        assertThat(nextOf(1, spans)).isEqualTo(layout.compose((T + 40) * 1000, 64, 7));
        assertThat(nextOf(2, spans)).isEqualTo(layout.compose((T + 40) * 1000, 1, 7));
    }

    @Test
    void nothingIsTakenOfARunWhoseSpanWasLeft() {
        MonotonicSequencer sequencer = new MonotonicSequencer(LAYOUT, clock, reservation, RUN);
        sequencer.next();
        Span left = sequencer.span();

        sequencer.close();

        assertThat(left.takeOfRun(T, 1)).isNegative();
    }

    @ParameterizedTest
    @ValueSource(ints = {-64, 0, 3})
    void refusesALengthThatIsNoPowerOf2(int length) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SortableGenerator(LAYOUT, 7, clock, reservation, length))
                .withMessage("must be a power of 2, 1 for no runs: perThreadRuns=" + length);
    }

    @Test
    void refusesRunsForWhichATickHasTooFewCounters() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SortableGenerator(LAYOUT, 7, clock, reservation, 128))
                .withMessage("runs of 128 need 17 counter bits, for 1024 runs in a tick: layout 8+2+6 has 16, "
                        + "enough for perThreadRuns=64");
    }

    @Test
    void refusesRunsInTicksThatAreOverAtOnce() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> on(SortableLayout.NANOSECOND))
                .withMessage("runs of 64 need a tick of 1000 ns or more, which lasts for several ids of a thread: "
                        + "tickNanos=1, enough for perThreadRuns=1");
    }

    @Test
    void aLengthOf1IsNoRuns() throws Exception {
        SortableGenerator plain =
                new SortableGenerator(SortableLayout.NANOSECOND, 7, clock, Reservation.unlimited(), 1);

        assertThat(nextOf(1, plain)).isEqualTo(SortableLayout.NANOSECOND.compose(T * MILLI, 0, 7));
        assertThat(nextOf(2, plain)).isEqualTo(SortableLayout.NANOSECOND.compose(T * MILLI, 1, 7));
    }

    private SortableGenerator on(SortableLayout layout) {
        return new SortableGenerator(layout, 7, clock, reservation, RUN);
    }

    private static SortableId nextOf(long thread, SortableGenerator shared) throws InterruptedException {
        return NumberedThread.call(thread, shared::next);
    }

    private SortableId nextOf(long thread) throws InterruptedException {
        return nextOf(thread, generator);
    }

    private static SortableId id(long time, long counter) {
        return LAYOUT.compose(time, counter, 7);
    }
}
