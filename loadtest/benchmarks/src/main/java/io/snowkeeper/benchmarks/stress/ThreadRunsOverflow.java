package io.snowkeeper.benchmarks.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Threads want the last run of a tick. */
public final class ThreadRunsOverflow {

    private static final int LEFT = 4;

    private ThreadRunsOverflow() {}

    /**
     * One run is left in the tick: 0 is its first id. One thread wants an id; the other one, too, but without a wait, then
     * moves the clock. -1 for none.
     */
    @JCStressTest
    @Outcome(id = "0, -1", expect = ACCEPTABLE, desc = "The first actor took the last run.")
    @Outcome(id = "10, 0", expect = ACCEPTABLE, desc = "The second did; the first waited for the tick.")
    @Outcome(
            id = {"0, 1", "1, 0"},
            expect = ACCEPTABLE,
            desc = "Both share the run.")
    @Outcome(expect = FORBIDDEN, desc = "A repeat, or a run that nobody may use.")
    @State
    public static class TwoThreads {

        private final Stage stage = stageWithOneRunLeft();

        @Actor
        public void waiting(II_Result result) {
            result.r1 = shorten(stage, stage.nextInTime());
        }

        @Actor
        public void trying(II_Result result) {
            long id = stage.generator.tryNext();
            result.r2 = id < 0 ? -1 : shorten(stage, id);
            stage.tick();
        }
    }

    /** Two threads want an id each; who is late waits until a third moves the clock. */
    @JCStressTest
    @Outcome(
            id = {"0, 10", "10, 0"},
            expect = ACCEPTABLE,
            desc = "One took the last run, the other waited for the tick.")
    @Outcome(
            id = {"10, 14", "14, 10"},
            expect = ACCEPTABLE,
            desc = "Both after the tick.")
    @Outcome(
            id = {"0, 1", "1, 0", "10, 11", "11, 10"},
            expect = ACCEPTABLE,
            desc = "Both share a run.")
    @Outcome(expect = FORBIDDEN, desc = "A repeat, or a run that nobody may use.")
    @State
    public static class ThreeThreads {

        private final Stage stage = stageWithOneRunLeft();

        @Actor
        public void first(II_Result result) {
            result.r1 = shorten(stage, stage.nextInTime());
        }

        @Actor
        public void second(II_Result result) {
            result.r2 = shorten(stage, stage.nextInTime());
        }

        @Actor
        public void clock() {
            stage.tick();
        }
    }

    private static Stage stageWithOneRunLeft() {
        Stage stage = Stage.withPerThreadRuns();
        stage.reservation.extendTo(Long.MAX_VALUE);
        stage.generator.nextRun(used());
        return stage;
    }

    /** Returns 0 for the first sequence of the run that is left, 10 for the first of the next tick. */
    private static int shorten(Stage stage, long id) {
        int shortened = stage.shorten(id);
        return shortened < used() ? shortened : shortened - used();
    }

    private static int used() {
        return (int) Stage.WIDE.maxSequence() + 1 - LEFT;
    }
}
