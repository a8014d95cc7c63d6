package io.snowkeeper.benchmarks.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.snowkeeper.core.ReservationExhaustedException;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Threads want sortable counts while the reservation is renewed. -1 is a refusal. */
public final class SortableMovingLimit {

    private SortableMovingLimit() {}

    /**
     * The clock is past the limit. One thread wants a count; the other moves the limit up, then takes one.
     */
    @JCStressTest
    @Outcome(id = "-1, 10", expect = ACCEPTABLE, desc = "The first actor before the limit moved.")
    @Outcome(id = "10, 11", expect = ACCEPTABLE, desc = "Both after the limit moved, the first actor first.")
    @Outcome(id = "11, 10", expect = ACCEPTABLE, desc = "Both after the limit moved, the second actor first.")
    @Outcome(expect = FORBIDDEN, desc = "A repeat, or a counter lost to a refusal.")
    @State
    public static class TwoThreads {

        private final SortableStage stage = new SortableStage();

        public TwoThreads() {
            stage.tick();
        }

        @Actor
        public void first(II_Result result) {
            result.r1 = nextOrRefused(stage);
        }

        @Actor
        public void second(II_Result result) {
            stage.reservation.extendTo(Long.MAX_VALUE);
            result.r2 = nextOrRefused(stage);
        }
    }

    /** The clock is past the limit. Two threads want a count while a third moves the limit up. -1 is a refusal. */
    @JCStressTest
    @Outcome(id = "-1, -1", expect = ACCEPTABLE, desc = "Both before the limit moved.")
    @Outcome(id = "-1, 10", expect = ACCEPTABLE, desc = "The first actor before the limit moved, the second after it.")
    @Outcome(id = "10, -1", expect = ACCEPTABLE, desc = "The second actor before the limit moved, the first after it.")
    @Outcome(id = "10, 11", expect = ACCEPTABLE, desc = "Both after the limit moved, the first actor first.")
    @Outcome(id = "11, 10", expect = ACCEPTABLE, desc = "Both after the limit moved, the second actor first.")
    @Outcome(expect = FORBIDDEN, desc = "A repeat, or a counter lost to a refusal.")
    @State
    public static class ThreeThreads {

        private final SortableStage stage = new SortableStage();

        public ThreeThreads() {
            stage.tick();
        }

        @Actor
        public void first(II_Result result) {
            result.r1 = nextOrRefused(stage);
        }

        @Actor
        public void second(II_Result result) {
            result.r2 = nextOrRefused(stage);
        }

        @Actor
        public void renewal() {
            stage.reservation.extendTo(Long.MAX_VALUE);
        }
    }

    private static int nextOrRefused(SortableStage stage) {
        try {
            return stage.shorten(stage.sequencer.next());
        } catch (ReservationExhaustedException refused) {
            return -1;
        }
    }
}
