package io.snowkeeper.benchmarks.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.snowkeeper.core.MonotonicClock;
import io.snowkeeper.core.Reservation;
import io.snowkeeper.core.sortable.MonotonicSequencer;
import io.snowkeeper.core.sortable.SortableLayout;
import io.snowkeeper.core.sortable.SortableUnit;
import io.snowkeeper.core.sortable.TimedCount;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Sortable ids, while the time outgrows one atomic value. 10 is the later time; added is the counter. */
public final class OutgrownSpan {

    /** Six bytes of counter leave 15 bits of nanoseconds. */
    private static final SortableLayout LAYOUT = new SortableLayout(SortableUnit.NANOSECOND, 8, 6, 2);

    private static final long START_MILLIS = 1;
    private static final long START = START_MILLIS * 1_000_000;
    private static final long STEP = 1L << 20;

    private OutgrownSpan() {}

    /**
     * One was taken, then a thread wants one, and another moves the time beyond the range of the sequencer's one atomic
     * value, so that it must be replaced, and takes one too.
     */
    @JCStressTest
    @Outcome(id = "1, 10", expect = ACCEPTABLE, desc = "The first actor before the step.")
    @Outcome(id = "10, 11", expect = ACCEPTABLE, desc = "Both after the step, the first actor first.")
    @Outcome(id = "11, 10", expect = ACCEPTABLE, desc = "Both after the step, the second actor first.")
    @Outcome(expect = FORBIDDEN, desc = "A repeat, or a counter that does not start at 0.")
    @State
    public static class TwoThreads {

        private volatile long nanos;
        private final MonotonicSequencer sequencer = new MonotonicSequencer(
                LAYOUT, new MonotonicClock(() -> START_MILLIS, () -> nanos), Reservation.unlimited());

        public TwoThreads() {
            sequencer.next();
        }

        @Actor
        public void first(II_Result result) {
            result.r1 = shorten(sequencer.next());
        }

        @Actor
        public void second(II_Result result) {
            nanos = STEP;
            result.r2 = shorten(sequencer.next());
        }
    }

    /**
     * Sortable ids: one was taken, then two threads want one each while a third moves the time beyond the range of the
     * sequencer's one atomic value, so that it must be replaced. Outcomes: 10 if the time is the later one, plus the
     * counter.
     */
    @JCStressTest
    @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "Both before the step, the first actor first.")
    @Outcome(id = "2, 1", expect = ACCEPTABLE, desc = "Both before the step, the second actor first.")
    @Outcome(id = "1, 10", expect = ACCEPTABLE, desc = "The step between the first and the second.")
    @Outcome(id = "10, 1", expect = ACCEPTABLE, desc = "The step between the second and the first.")
    @Outcome(id = "10, 11", expect = ACCEPTABLE, desc = "Both after the step, the first actor first.")
    @Outcome(id = "11, 10", expect = ACCEPTABLE, desc = "Both after the step, the second actor first.")
    @Outcome(expect = FORBIDDEN, desc = "A repeat, or a counter that does not start at 0.")
    @State
    public static class ThreeThreads {

        private volatile long nanos;
        private final MonotonicSequencer sequencer = new MonotonicSequencer(
                LAYOUT, new MonotonicClock(() -> START_MILLIS, () -> nanos), Reservation.unlimited());

        public ThreeThreads() {
            sequencer.next();
        }

        @Actor
        public void first(II_Result result) {
            result.r1 = shorten(sequencer.next());
        }

        @Actor
        public void second(II_Result result) {
            result.r2 = shorten(sequencer.next());
        }

        @Actor
        public void clock() {
            nanos = STEP;
        }
    }

    private static int shorten(TimedCount count) {
        return (int) ((count.time() == START + STEP ? 10 : 0) + count.counter());
    }
}
