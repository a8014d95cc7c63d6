package io.snowkeeper.benchmarks.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Threads want the last counter of a tick. */
public final class SortableOverflow {

    private SortableOverflow() {}

    /** One counter is left in the tick. One thread takes one, and waits if it must; the other moves the clock, then takes one. */
    @JCStressTest
    @Outcome(id = "1, 10", expect = ACCEPTABLE, desc = "The first actor took the last counter.")
    @Outcome(id = "10, 11", expect = ACCEPTABLE, desc = "Both after the tick, the first actor first.")
    @Outcome(id = "11, 10", expect = ACCEPTABLE, desc = "Both after the tick, the second actor first.")
    @Outcome(expect = FORBIDDEN, desc = "A counter given twice, one beyond the last, or a tick that was not read.")
    @State
    public static class TwoThreads {

        private final SortableStage stage = SortableStage.withTwoLeft();

        public TwoThreads() {
            stage.reservation.extendTo(Long.MAX_VALUE);
            stage.sequencer.next();
        }

        @Actor
        public void first(II_Result result) {
            result.r1 = stage.shorten(stage.sequencer.next());
        }

        @Actor
        public void second(II_Result result) {
            stage.tick();
            result.r2 = stage.shorten(stage.sequencer.next());
        }
    }

    /** One counter is left in the tick. Two threads want it; who is late waits until a third moves the clock. */
    @JCStressTest
    @Outcome(id = "1, 10", expect = ACCEPTABLE, desc = "The first actor took the last counter, the second waited.")
    @Outcome(id = "10, 1", expect = ACCEPTABLE, desc = "The second actor took the last counter, the first waited.")
    @Outcome(id = "10, 11", expect = ACCEPTABLE, desc = "Both after the tick, the first actor first.")
    @Outcome(id = "11, 10", expect = ACCEPTABLE, desc = "Both after the tick, the second actor first.")
    @Outcome(expect = FORBIDDEN, desc = "A counter given twice, one beyond the last, or a tick that was not read.")
    @State
    public static class ThreeThreads {

        private final SortableStage stage = SortableStage.withTwoLeft();

        public ThreeThreads() {
            stage.reservation.extendTo(Long.MAX_VALUE);
            stage.sequencer.next();
        }

        @Actor
        public void first(II_Result result) {
            result.r1 = stage.shorten(stage.sequencer.next());
        }

        @Actor
        public void second(II_Result result) {
            result.r2 = stage.shorten(stage.sequencer.next());
        }

        @Actor
        public void clock() {
            stage.tick();
        }
    }
}
