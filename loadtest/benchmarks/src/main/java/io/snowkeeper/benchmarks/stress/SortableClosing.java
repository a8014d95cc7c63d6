package io.snowkeeper.benchmarks.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.snowkeeper.core.GeneratorClosedException;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** Threads want sortable counts while the sequencer is closed. -1 is a refusal. */
public final class SortableClosing {

    private SortableClosing() {}

    /**
     * One count was taken; then the clock moves on. One thread wants a count while the other closes the sequencer. The second
     * figure is the tick that close tells as the last one.
     */
    @JCStressTest
    @Outcome(id = "-1, 0", expect = ACCEPTABLE, desc = "Closed first: nothing of the new tick.")
    @Outcome(id = "10, 1", expect = ACCEPTABLE, desc = "Closed last, and it tells the new tick.")
    @Outcome(expect = FORBIDDEN, desc = "A count after the close, or a last tick below a count.")
    @State
    public static class TwoThreads {

        private final SortableStage stage = new SortableStage();

        public TwoThreads() {
            stage.reservation.extendTo(Long.MAX_VALUE);
            stage.sequencer.next();
            stage.tick();
        }

        @Actor
        public void issue(II_Result result) {
            result.r1 = nextOrRefused(stage);
        }

        @Actor
        public void close(II_Result result) {
            result.r2 = stage.tickOf(stage.sequencer.close());
        }
    }

    /**
     * One count was taken; then the clock moves on. Two threads want a count while a third closes the sequencer. -1 is a refusal;
     * the third figure is the tick that close tells as the last one.
     */
    @JCStressTest
    @Outcome(id = "-1, -1, 0", expect = ACCEPTABLE, desc = "Closed first: nothing of the new tick.")
    @Outcome(id = "10, -1, 1", expect = ACCEPTABLE, desc = "Closed after the first actor, and it tells the new tick.")
    @Outcome(id = "-1, 10, 1", expect = ACCEPTABLE, desc = "Closed after the second actor, and it tells the new tick.")
    @Outcome(id = "10, 11, 1", expect = ACCEPTABLE, desc = "Closed last, the first actor first.")
    @Outcome(id = "11, 10, 1", expect = ACCEPTABLE, desc = "Closed last, the second actor first.")
    @Outcome(expect = FORBIDDEN, desc = "A count after the close, or a last tick below a count.")
    @State
    public static class ThreeThreads {

        private final SortableStage stage = new SortableStage();

        public ThreeThreads() {
            stage.reservation.extendTo(Long.MAX_VALUE);
            stage.sequencer.next();
            stage.tick();
        }

        @Actor
        public void first(III_Result result) {
            result.r1 = nextOrRefused(stage);
        }

        @Actor
        public void second(III_Result result) {
            result.r2 = nextOrRefused(stage);
        }

        @Actor
        public void close(III_Result result) {
            result.r3 = stage.tickOf(stage.sequencer.close());
        }
    }

    private static int nextOrRefused(SortableStage stage) {
        try {
            return stage.shorten(stage.sequencer.next());
        } catch (GeneratorClosedException refused) {
            return -1;
        }
    }
}
