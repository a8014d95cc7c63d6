package io.snowkeeper.benchmarks.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.snowkeeper.core.IdRun;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A single id and a run want the last sequence of a tick. */
public final class OverflowOfRuns {

    private OverflowOfRuns() {}

    /**
     * One sequence of four is left in the tick. One thread adds one; the other takes up to two without a wait, then moves
     * the clock. Outcomes as below; 0 for a run without ids.
     */
    @JCStressTest
    @Outcome(id = "3, 0", expect = ACCEPTABLE, desc = "The single id took the last.")
    @Outcome(id = "10, 103", expect = ACCEPTABLE, desc = "The run took the last; the single id waited for the tick.")
    @Outcome(expect = FORBIDDEN, desc = "A sequence given twice, or one beyond the last.")
    @State
    public static class TwoThreads {

        private final Stage stage = new Stage(Stage.FOUR);

        public TwoThreads() {
            stage.reservation.extendTo(Long.MAX_VALUE);
            stage.generator.nextRun(3);
        }

        @Actor
        public void single(II_Result result) {
            result.r1 = stage.shorten(stage.nextInTime());
        }

        @Actor
        public void run(II_Result result) {
            IdRun run = stage.generator.tryNextRun(2);
            result.r2 = run.isEmpty() ? 0 : stage.shorten(run.first()) + 100 * run.count();
            stage.tick();
        }
    }

    /**
     * One sequence of four is left in the tick. One thread adds one, the other takes two in one step; who is late waits
     * until a third moves the clock. Outcomes: the id of the one; the first id of the other, plus 100 for each of its run.
     */
    @JCStressTest
    @Outcome(id = "3, 210", expect = ACCEPTABLE, desc = "The single id took the last; the run waited for the tick.")
    @Outcome(id = "10, 103", expect = ACCEPTABLE, desc = "The run took the last; the single id waited for the tick.")
    @Outcome(id = "10, 211", expect = ACCEPTABLE, desc = "Both after the tick, the single id first.")
    @Outcome(id = "12, 210", expect = ACCEPTABLE, desc = "Both after the tick, the run first.")
    @Outcome(expect = FORBIDDEN, desc = "A sequence given twice, or one beyond the last.")
    @State
    public static class ThreeThreads {

        private final Stage stage = new Stage(Stage.FOUR);

        public ThreeThreads() {
            stage.reservation.extendTo(Long.MAX_VALUE);
            stage.generator.nextRun(3);
        }

        @Actor
        public void single(II_Result result) {
            result.r1 = stage.shorten(stage.nextInTime());
        }

        @Actor
        public void run(II_Result result) {
            IdRun run = stage.generator.nextRun(2);
            result.r2 = stage.shorten(run.first()) + 100 * run.count();
        }

        @Actor
        public void clock() {
            stage.tick();
        }
    }
}
