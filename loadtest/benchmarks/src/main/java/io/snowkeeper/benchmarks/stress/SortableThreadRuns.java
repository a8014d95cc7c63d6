package io.snowkeeper.benchmarks.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.snowkeeper.core.GeneratorClosedException;
import io.snowkeeper.core.MonotonicClock;
import io.snowkeeper.core.Reservation;
import io.snowkeeper.core.sortable.SortableGenerator;
import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.core.sortable.SortableLayout;
import io.snowkeeper.core.sortable.SortableUnit;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.openjdk.jcstress.infra.results.III_Result;

/** Threads want sortable ids of their runs of four while the generator is closed. -1 is a refusal, -2 an id after the close has returned. */
public final class SortableThreadRuns {

    private SortableThreadRuns() {}

    /**
     * The clock has moved on since the last id. One thread wants two ids, the second one of the run that it took with the
     * first; the other closes the generator. The third figure is the tick that close tells as the last one.
     */
    @JCStressTest
    @Outcome(id = "-1, -1, 0", expect = ACCEPTABLE, desc = "Closed first: nothing of the new tick.")
    @Outcome(id = "10, -1, 1", expect = ACCEPTABLE, desc = "Closed within the run: nothing more of it.")
    @Outcome(id = "10, 11, 1", expect = ACCEPTABLE, desc = "Closed last, and it tells the new tick.")
    @Outcome(expect = FORBIDDEN, desc = "An id after the close, or a last tick below an id.")
    @State
    public static class TwoThreads {

        private final RunsStage stage = new RunsStage();

        @Actor
        public void issue(III_Result result) {
            result.r1 = stage.nextOrRefused();
            result.r2 = stage.nextOrRefused();
        }

        @Actor
        public void close(III_Result result) {
            result.r3 = stage.close();
        }
    }

    /** The race above, with another thread that wants one id, the third figure. */
    @JCStressTest
    @Outcome(id = "-1, -1, -1, 0", expect = ACCEPTABLE, desc = "Closed first: nothing of the new tick.")
    @Outcome(
            id = {"10, -1, -1, 1", "10, 11, -1, 1", "-1, -1, 10, 1"},
            expect = ACCEPTABLE,
            desc = "Closed after one of them.")
    @Outcome(
            id = {"10, -1, 14, 1", "14, -1, 10, 1"},
            expect = ACCEPTABLE,
            desc = "Closed within the run of the first.")
    @Outcome(
            id = {"10, 11, 14, 1", "14, 15, 10, 1"},
            expect = ACCEPTABLE,
            desc = "Closed last.")
    @Outcome(
            id = {"10, 11, 12, 1", "10, 12, 11, 1", "11, 12, 10, 1", "10, 15, 14, 1"},
            expect = ACCEPTABLE,
            desc = "Closed last; both share runs.")
    @Outcome(
            id = {"10, -1, 11, 1", "11, -1, 10, 1"},
            expect = ACCEPTABLE,
            desc = "Closed within a run that both share.")
    @Outcome(expect = FORBIDDEN, desc = "A repeat, an id after the close, or a last tick below an id.")
    @State
    public static class ThreeThreads {

        private final RunsStage stage = new RunsStage();

        @Actor
        public void first(IIII_Result result) {
            result.r1 = stage.nextOrRefused();
            result.r2 = stage.nextOrRefused();
        }

        @Actor
        public void second(IIII_Result result) {
            result.r3 = stage.nextOrRefused();
        }

        @Actor
        public void close(IIII_Result result) {
            result.r4 = stage.close();
        }
    }

    /** A generator of which one id was taken in the tick before the present one. */
    private static final class RunsStage {

        private static final SortableLayout LAYOUT = new SortableLayout(SortableUnit.MILLISECOND, 8, 2, 6);
        private static final long START = 1_000;
        private static final long NANOS_PER_MILLI = 1_000_000;

        private final SortableGenerator generator;
        private volatile long nanos;
        private volatile boolean closed;

        RunsStage() {
            MonotonicClock clock = new MonotonicClock(() -> START, () -> nanos);
            generator = new SortableGenerator(LAYOUT, 0, clock, new Reservation(START - 1, Long.MAX_VALUE), 4);
            generator.next();
            nanos = NANOS_PER_MILLI;
        }

        /** Returns an id as ticks since the start times 10 plus its counter: 11 is the second one of the next tick. */
        int nextOrRefused() {
            boolean late = closed;
            try {
                SortableId id = generator.next();
                return late ? -2 : (int) ((LAYOUT.timeOf(id) - START) * 10 + LAYOUT.counterOf(id));
            } catch (GeneratorClosedException refused) {
                return -1;
            }
        }

        /** Returns how many ticks after the start the last one is. */
        int close() {
            int last = (int) (generator.close() - START);
            closed = true;
            return last;
        }
    }
}
