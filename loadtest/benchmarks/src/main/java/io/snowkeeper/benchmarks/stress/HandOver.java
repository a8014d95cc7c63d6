package io.snowkeeper.benchmarks.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** Threads want ids while their generator is closed, and a successor with the same worker id starts from its end. */
public final class HandOver {

    private HandOver() {}

    /**
     * One id was taken; then the clock moves on. One thread wants an id; the other closes the generator, and asks a
     * successor, whose floor is the result of close, for one of the same tick. -1 is a refusal.
     */
    @JCStressTest
    @Outcome(id = "10, -1", expect = ACCEPTABLE, desc = "Closed last: the tick is used up for the successor.")
    @Outcome(id = "-1, 10", expect = ACCEPTABLE, desc = "Closed first: the tick is the successor's.")
    @Outcome(expect = FORBIDDEN, desc = "A repeat, or a tick that nobody may use.")
    @State
    public static class TwoThreads {

        private final Stage stage = new Stage(Stage.WIDE).afterFirstId();

        @Actor
        public void issue(II_Result result) {
            result.r1 = stage.nextUnlessClosed();
        }

        @Actor
        public void handOver(II_Result result) {
            result.r2 = stage.closeAndSucceed();
        }
    }

    /** The race above, with two threads that want an id. */
    @JCStressTest
    @Outcome(id = "-1, -1, 10", expect = ACCEPTABLE, desc = "Closed first: the tick is the successor's.")
    @Outcome(id = "10, -1, -1", expect = ACCEPTABLE, desc = "Closed after the first actor.")
    @Outcome(id = "-1, 10, -1", expect = ACCEPTABLE, desc = "Closed after the second actor.")
    @Outcome(id = "10, 11, -1", expect = ACCEPTABLE, desc = "Closed last, the first actor first.")
    @Outcome(id = "11, 10, -1", expect = ACCEPTABLE, desc = "Closed last, the second actor first.")
    @Outcome(expect = FORBIDDEN, desc = "A repeat, or a tick that nobody may use.")
    @State
    public static class ThreeThreads {

        private final Stage stage = new Stage(Stage.WIDE).afterFirstId();

        @Actor
        public void first(III_Result result) {
            result.r1 = stage.nextUnlessClosed();
        }

        @Actor
        public void second(III_Result result) {
            result.r2 = stage.nextUnlessClosed();
        }

        @Actor
        public void handOver(III_Result result) {
            result.r3 = stage.closeAndSucceed();
        }
    }
}
