package io.snowkeeper.benchmarks.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.snowkeeper.core.IdRun;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Threads want the last sequence of a tick. */
public final class Overflow {

    private Overflow() {}

    /**
     * One sequence is left in the tick. One thread takes an id, and waits if it must; the other takes one if there is one
     * (-1 if not), then moves the clock.
     */
    @JCStressTest
    @Outcome(id = "1, -1", expect = ACCEPTABLE, desc = "The first actor took the last sequence.")
    @Outcome(id = "10, 1", expect = ACCEPTABLE, desc = "The second actor took the last sequence, the first waited.")
    @Outcome(expect = FORBIDDEN, desc = "A sequence given twice, one beyond the last, or a tick that was not read.")
    @State
    public static class TwoThreads {

        private final Stage stage = new Stage(Stage.NARROW);

        public TwoThreads() {
            stage.reservation.extendTo(Long.MAX_VALUE);
            stage.generator.next();
        }

        @Actor
        public void first(II_Result result) {
            result.r1 = stage.shorten(stage.nextInTime());
        }

        @Actor
        public void second(II_Result result) {
            IdRun run = stage.generator.tryNextRun(1);
            result.r2 = run.isEmpty() ? -1 : stage.shorten(run.first());
            stage.tick();
        }
    }

    /** One sequence is left in the tick. Two threads want it; who is late waits until a third moves the clock. */
    @JCStressTest
    @Outcome(id = "1, 10", expect = ACCEPTABLE, desc = "The first actor took the last sequence, the second waited.")
    @Outcome(id = "10, 1", expect = ACCEPTABLE, desc = "The second actor took the last sequence, the first waited.")
    @Outcome(id = "10, 11", expect = ACCEPTABLE, desc = "Both after the tick, the first actor first.")
    @Outcome(id = "11, 10", expect = ACCEPTABLE, desc = "Both after the tick, the second actor first.")
    @Outcome(expect = FORBIDDEN, desc = "A sequence given twice, one beyond the last, or a tick that was not read.")
    @State
    public static class ThreeThreads {

        private final Stage stage = new Stage(Stage.NARROW);

        public ThreeThreads() {
            stage.reservation.extendTo(Long.MAX_VALUE);
            stage.generator.next();
        }

        @Actor
        public void first(II_Result result) {
            result.r1 = stage.shorten(stage.nextInTime());
        }

        @Actor
        public void second(II_Result result) {
            result.r2 = stage.shorten(stage.nextInTime());
        }

        @Actor
        public void clock() {
            stage.tick();
        }
    }
}
