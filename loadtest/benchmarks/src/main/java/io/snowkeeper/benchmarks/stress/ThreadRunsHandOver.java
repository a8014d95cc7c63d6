package io.snowkeeper.benchmarks.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * Threads want ids of their runs while their generator is closed, and a successor with the same worker id starts from
 * its end.
 */
public final class ThreadRunsHandOver {

    private ThreadRunsHandOver() {}

    /**
     * The clock has moved on since the last id. One thread wants two ids, the second one of its run; the other closes
     * the generator, and asks a successor, whose floor is the result of close, for one of the same tick. -1 is a
     * refusal.
     */
    @JCStressTest
    @Outcome(id = "-1, -1, 10", expect = ACCEPTABLE, desc = "Closed first: the tick is the successor's.")
    @Outcome(id = "10, -1, -1", expect = ACCEPTABLE, desc = "Closed within the run: the tick is used up.")
    @Outcome(id = "10, 11, -1", expect = ACCEPTABLE, desc = "Closed last: the tick is used up.")
    @Outcome(expect = FORBIDDEN, desc = "A repeat, or a tick that nobody may use.")
    @State
    public static class TwoThreads {

        private final Stage stage = Stage.withPerThreadRuns().afterFirstId();

        @Actor
        public void issue(III_Result result) {
            result.r1 = stage.nextUnlessClosed();
            result.r2 = stage.nextUnlessClosed();
        }

        @Actor
        public void handOver(III_Result result) {
            result.r3 = stage.closeAndSucceed();
        }
    }

    /** The race above, with two threads that want an id each. */
    @JCStressTest
    @Outcome(id = "-1, -1, 10", expect = ACCEPTABLE, desc = "Closed first: the tick is the successor's.")
    @Outcome(
            id = {"10, -1, -1", "-1, 10, -1"},
            expect = ACCEPTABLE,
            desc = "Closed after one of them.")
    @Outcome(
            id = {"10, 14, -1", "14, 10, -1"},
            expect = ACCEPTABLE,
            desc = "Closed last.")
    @Outcome(
            id = {"10, 11, -1", "11, 10, -1"},
            expect = ACCEPTABLE,
            desc = "Closed last; both share a run.")
    @Outcome(expect = FORBIDDEN, desc = "A repeat, or a tick that nobody may use.")
    @State
    public static class ThreeThreads {

        private final Stage stage = Stage.withPerThreadRuns().afterFirstId();

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
