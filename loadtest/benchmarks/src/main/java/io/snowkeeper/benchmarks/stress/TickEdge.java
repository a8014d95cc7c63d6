package io.snowkeeper.benchmarks.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Threads take ids or sortable counts while the clock reaches the next millisecond. */
public final class TickEdge {

    private TickEdge() {}

    /**
     * One thread takes an id; the other moves the clock to the next millisecond, then takes one.
     */
    @JCStressTest
    @Outcome(id = "0, 10", expect = ACCEPTABLE, desc = "The first actor before the tick.")
    @Outcome(id = "10, 11", expect = ACCEPTABLE, desc = "Both after the tick, the first actor first.")
    @Outcome(id = "11, 10", expect = ACCEPTABLE, desc = "Both after the tick, the second actor first.")
    @Outcome(expect = FORBIDDEN, desc = "A repeat, a gap, or a sequence that does not start at 0.")
    @State
    public static class TwoThreads {

        private final ClockedStage stage;

        public TwoThreads() {
            this(new Stage(Stage.WIDE));
        }

        TwoThreads(ClockedStage stage) {
            this.stage = stage;
            stage.reservation.extendTo(Long.MAX_VALUE);
        }

        @Actor
        public void first(II_Result result) {
            result.r1 = stage.next();
        }

        @Actor
        public void second(II_Result result) {
            stage.tick();
            result.r2 = stage.next();
        }
    }

    /** The same for sortable counts. */
    @JCStressTest
    @State
    public static class SortableTwoThreads extends TwoThreads {

        public SortableTwoThreads() {
            super(new SortableStage());
        }

        @Override
        @Actor
        public void first(II_Result result) {
            super.first(result);
        }

        @Override
        @Actor
        public void second(II_Result result) {
            super.second(result);
        }
    }

    /** Two threads take an id each while a third moves the clock to the next millisecond. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Both before the tick, the first actor first.")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Both before the tick, the second actor first.")
    @Outcome(id = "0, 10", expect = ACCEPTABLE, desc = "The tick between the first and the second.")
    @Outcome(id = "10, 0", expect = ACCEPTABLE, desc = "The tick between the second and the first.")
    @Outcome(id = "10, 11", expect = ACCEPTABLE, desc = "Both after the tick, the first actor first.")
    @Outcome(id = "11, 10", expect = ACCEPTABLE, desc = "Both after the tick, the second actor first.")
    @Outcome(expect = FORBIDDEN, desc = "A repeat, a gap, or a sequence that does not start at 0.")
    @State
    public static class ThreeThreads {

        private final ClockedStage stage;

        public ThreeThreads() {
            this(new Stage(Stage.WIDE));
        }

        ThreeThreads(ClockedStage stage) {
            this.stage = stage;
            stage.reservation.extendTo(Long.MAX_VALUE);
        }

        @Actor
        public void first(II_Result result) {
            result.r1 = stage.next();
        }

        @Actor
        public void second(II_Result result) {
            result.r2 = stage.next();
        }

        @Actor
        public void clock() {
            stage.tick();
        }
    }

    /** The same for sortable counts. */
    @JCStressTest
    @State
    public static class SortableThreeThreads extends ThreeThreads {

        public SortableThreeThreads() {
            super(new SortableStage());
        }

        @Override
        @Actor
        public void first(II_Result result) {
            super.first(result);
        }

        @Override
        @Actor
        public void second(II_Result result) {
            super.second(result);
        }

        @Override
        @Actor
        public void clock() {
            super.clock();
        }
    }
}
