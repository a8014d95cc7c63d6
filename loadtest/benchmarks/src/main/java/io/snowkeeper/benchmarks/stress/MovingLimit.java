package io.snowkeeper.benchmarks.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Threads want ids or sortable counts while the reservation is renewed. -1 is a refusal. */
public final class MovingLimit {

    private MovingLimit() {}

    /**
     * The clock is past the limit. One thread wants an id; the other moves the limit up, then takes one.
     */
    @JCStressTest
    @Outcome(id = "-1, 10", expect = ACCEPTABLE, desc = "The first actor before the limit moved.")
    @Outcome(id = "10, 11", expect = ACCEPTABLE, desc = "Both after the limit moved, the first actor first.")
    @Outcome(id = "11, 10", expect = ACCEPTABLE, desc = "Both after the limit moved, the second actor first.")
    @Outcome(expect = FORBIDDEN, desc = "A repeat, or a sequence lost to a refusal.")
    @State
    public static class TwoThreads {

        private final ClockedStage stage;

        public TwoThreads() {
            this(new Stage(Stage.WIDE));
        }

        TwoThreads(ClockedStage stage) {
            this.stage = stage;
            stage.tick();
        }

        @Actor
        public void first(II_Result result) {
            result.r1 = stage.nextUnlessExhausted();
        }

        @Actor
        public void second(II_Result result) {
            stage.reservation.extendTo(Long.MAX_VALUE);
            result.r2 = stage.nextUnlessExhausted();
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

    /** The clock is past the limit. Two threads want an id while a third moves the limit up. -1 is a refusal. */
    @JCStressTest
    @Outcome(id = "-1, -1", expect = ACCEPTABLE, desc = "Both before the limit moved.")
    @Outcome(id = "-1, 10", expect = ACCEPTABLE, desc = "The first actor before the limit moved, the second after it.")
    @Outcome(id = "10, -1", expect = ACCEPTABLE, desc = "The second actor before the limit moved, the first after it.")
    @Outcome(id = "10, 11", expect = ACCEPTABLE, desc = "Both after the limit moved, the first actor first.")
    @Outcome(id = "11, 10", expect = ACCEPTABLE, desc = "Both after the limit moved, the second actor first.")
    @Outcome(expect = FORBIDDEN, desc = "A repeat, or a sequence lost to a refusal.")
    @State
    public static class ThreeThreads {

        private final ClockedStage stage;

        public ThreeThreads() {
            this(new Stage(Stage.WIDE));
        }

        ThreeThreads(ClockedStage stage) {
            this.stage = stage;
            stage.tick();
        }

        @Actor
        public void first(II_Result result) {
            result.r1 = stage.nextUnlessExhausted();
        }

        @Actor
        public void second(II_Result result) {
            result.r2 = stage.nextUnlessExhausted();
        }

        @Actor
        public void renewal() {
            stage.reservation.extendTo(Long.MAX_VALUE);
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
        public void renewal() {
            super.renewal();
        }
    }
}
