package io.snowkeeper.benchmarks.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** Threads want ids or sortable counts while the generator is closed. -1 is a refusal. */
public final class Closing {

    private Closing() {}

    /**
     * One id was taken; then the clock moves on. One thread wants an id while the other closes the generator. The second
     * figure is the tick that close tells as the last one.
     */
    @JCStressTest
    @Outcome(id = "-1, 0", expect = ACCEPTABLE, desc = "Closed first: nothing of the new tick.")
    @Outcome(id = "10, 1", expect = ACCEPTABLE, desc = "Closed last, and it tells the new tick.")
    @Outcome(expect = FORBIDDEN, desc = "An id after the close, or a last tick below an id.")
    @State
    public static class TwoThreads {

        private final ClockedStage stage;

        public TwoThreads() {
            this(new Stage(Stage.WIDE));
        }

        TwoThreads(ClockedStage stage) {
            this.stage = stage;
            stage.reservation.extendTo(Long.MAX_VALUE);
            stage.next();
            stage.tick();
        }

        @Actor
        public void issue(II_Result result) {
            result.r1 = stage.nextUnlessClosed();
        }

        @Actor
        public void close(II_Result result) {
            result.r2 = stage.close();
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
        public void issue(II_Result result) {
            super.issue(result);
        }

        @Override
        @Actor
        public void close(II_Result result) {
            super.close(result);
        }
    }

    /**
     * One id was taken; then the clock moves on. Two threads want an id while a third closes the generator. -1 is a refusal;
     * the third figure is the tick that close tells as the last one.
     */
    @JCStressTest
    @Outcome(id = "-1, -1, 0", expect = ACCEPTABLE, desc = "Closed first: nothing of the new tick.")
    @Outcome(id = "10, -1, 1", expect = ACCEPTABLE, desc = "Closed after the first actor, and it tells the new tick.")
    @Outcome(id = "-1, 10, 1", expect = ACCEPTABLE, desc = "Closed after the second actor, and it tells the new tick.")
    @Outcome(id = "10, 11, 1", expect = ACCEPTABLE, desc = "Closed last, the first actor first.")
    @Outcome(id = "11, 10, 1", expect = ACCEPTABLE, desc = "Closed last, the second actor first.")
    @Outcome(expect = FORBIDDEN, desc = "An id after the close, or a last tick below an id.")
    @State
    public static class ThreeThreads {

        private final ClockedStage stage;

        public ThreeThreads() {
            this(new Stage(Stage.WIDE));
        }

        ThreeThreads(ClockedStage stage) {
            this.stage = stage;
            stage.reservation.extendTo(Long.MAX_VALUE);
            stage.next();
            stage.tick();
        }

        @Actor
        public void first(III_Result result) {
            result.r1 = stage.nextUnlessClosed();
        }

        @Actor
        public void second(III_Result result) {
            result.r2 = stage.nextUnlessClosed();
        }

        @Actor
        public void close(III_Result result) {
            result.r3 = stage.close();
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
        public void first(III_Result result) {
            super.first(result);
        }

        @Override
        @Actor
        public void second(III_Result result) {
            super.second(result);
        }

        @Override
        @Actor
        public void close(III_Result result) {
            super.close(result);
        }
    }
}
