package io.snowkeeper.benchmarks.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.stream.LongStream;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.openjdk.jcstress.infra.results.ZI_Result;

/** Each thread takes two ids or sortable counts: those of one thread increase, whatever the others do. */
public final class OrderPerThread {

    private OrderPerThread() {}

    /** Two threads take two each, of one tick. */
    @JCStressTest
    @Outcome(id = "0, 1, 2, 3", expect = ACCEPTABLE, desc = "The first actor, then the second.")
    @Outcome(id = "0, 2, 1, 3", expect = ACCEPTABLE, desc = "In turn, the first actor first.")
    @Outcome(id = "0, 3, 1, 2", expect = ACCEPTABLE, desc = "The second actor within the first.")
    @Outcome(id = "1, 2, 0, 3", expect = ACCEPTABLE, desc = "The first actor within the second.")
    @Outcome(id = "1, 3, 0, 2", expect = ACCEPTABLE, desc = "In turn, the second actor first.")
    @Outcome(id = "2, 3, 0, 1", expect = ACCEPTABLE, desc = "The second actor, then the first.")
    @Outcome(expect = FORBIDDEN, desc = "A repeat, a gap, or an actor whose second is not above its first.")
    @State
    public static class TwoThreads {

        private final ClockedStage stage;

        public TwoThreads() {
            this(new Stage(Stage.WIDE));
        }

        TwoThreads(ClockedStage stage) {
            this.stage = stage;
        }

        @Actor
        public void first(IIII_Result result) {
            result.r1 = stage.next();
            result.r2 = stage.next();
        }

        @Actor
        public void second(IIII_Result result) {
            result.r3 = stage.next();
            result.r4 = stage.next();
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
        public void first(IIII_Result result) {
            super.first(result);
        }

        @Override
        @Actor
        public void second(IIII_Result result) {
            super.second(result);
        }
    }

    /** Three threads take two each; one of them moves the clock in between. The orders are too many to list. */
    @JCStressTest
    @Outcome(id = "true, 6", expect = ACCEPTABLE, desc = "Each actor's increase, and all differ.")
    @Outcome(expect = FORBIDDEN, desc = "A repeat, or an actor whose second is not above its first.")
    @State
    public static class ThreeThreads {

        private final ClockedStage stage;
        private final long[] taken = new long[6];

        public ThreeThreads() {
            this(new Stage(Stage.WIDE));
        }

        ThreeThreads(ClockedStage stage) {
            this.stage = stage;
            stage.reservation.extendTo(Long.MAX_VALUE);
        }

        @Actor
        public void first() {
            taken[0] = stage.next();
            taken[1] = stage.next();
        }

        @Actor
        public void second() {
            taken[2] = stage.next();
            taken[3] = stage.next();
        }

        @Actor
        public void third() {
            taken[4] = stage.next();
            stage.tick();
            taken[5] = stage.next();
        }

        @Arbiter
        public void compare(ZI_Result result) {
            result.r1 = taken[0] < taken[1] && taken[2] < taken[3] && taken[4] < taken[5];
            result.r2 = (int) LongStream.of(taken).distinct().count();
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
        public void first() {
            super.first();
        }

        @Override
        @Actor
        public void second() {
            super.second();
        }

        @Override
        @Actor
        public void third() {
            super.third();
        }

        @Override
        @Arbiter
        public void compare(ZI_Result result) {
            super.compare(result);
        }
    }
}
