package io.snowkeeper.benchmarks.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.openjdk.jcstress.infra.results.III_Result;

/** Threads want ids of their runs while the generator is closed. -1 is a refusal, -2 an id after the close has returned. */
public final class ThreadRunsClosing {

    private ThreadRunsClosing() {}

    /**
     * The clock has moved on since the last id. One thread wants two ids, the second one of the run that it took with the
     * first; the other closes the generator. The third figure is the tick that close tells as the last one.
     */
    @JCStressTest
    @Outcome(id = "-1, -1, 0", expect = ACCEPTABLE, desc = "Closed first: nothing of the new tick.")
    @Outcome(id = "10, -1, 1", expect = ACCEPTABLE, desc = "Closed within the run: nothing more of it.")
    @Outcome(id = "10, 11, 1", expect = ACCEPTABLE, desc = "Closed last, and it tells the new tick.")
    @Outcome(expect = FORBIDDEN, desc = "An id after the close, or a last tick below an id.")
    @State
    public static class TwoThreads {

        private final Stage stage = Stage.withPerThreadRuns().afterFirstId();

        @Actor
        public void issue(III_Result result) {
            result.r1 = nextOrRefused(stage);
            result.r2 = nextOrRefused(stage);
        }

        @Actor
        public void close(III_Result result) {
            result.r3 = stage.close();
        }
    }

    /** The race above, with another thread that wants one id, the third figure. */
    @JCStressTest
    @Outcome(id = "-1, -1, -1, 0", expect = ACCEPTABLE, desc = "Closed first: nothing of the new tick.")
    @Outcome(
            id = {"10, -1, -1, 1", "10, 11, -1, 1", "-1, -1, 10, 1"},
            expect = ACCEPTABLE,
            desc = "Closed after one of them.")
    @Outcome(
            id = {"10, -1, 14, 1", "14, -1, 10, 1"},
            expect = ACCEPTABLE,
            desc = "Closed within the run of the first.")
    @Outcome(
            id = {"10, 11, 14, 1", "14, 15, 10, 1"},
            expect = ACCEPTABLE,
            desc = "Closed last.")
    @Outcome(
            id = {"10, 11, 12, 1", "10, 12, 11, 1", "11, 12, 10, 1", "10, 15, 14, 1"},
            expect = ACCEPTABLE,
            desc = "Closed last; both share runs.")
    @Outcome(
            id = {"10, -1, 11, 1", "11, -1, 10, 1"},
            expect = ACCEPTABLE,
            desc = "Closed within a run that both share.")
    @Outcome(expect = FORBIDDEN, desc = "A repeat, an id after the close, or a last tick below an id.")
    @State
    public static class ThreeThreads {

        private final Stage stage = Stage.withPerThreadRuns().afterFirstId();

        @Actor
        public void first(IIII_Result result) {
            result.r1 = nextOrRefused(stage);
            result.r2 = nextOrRefused(stage);
        }

        @Actor
        public void second(IIII_Result result) {
            result.r3 = nextOrRefused(stage);
        }

        @Actor
        public void close(IIII_Result result) {
            result.r4 = stage.close();
        }
    }

    private static int nextOrRefused(Stage stage) {
        boolean closed = stage.isClosed();
        int next = stage.nextUnlessClosed();
        return closed && next >= 0 ? -2 : next;
    }
}
