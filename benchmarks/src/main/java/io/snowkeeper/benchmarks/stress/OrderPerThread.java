package io.snowkeeper.benchmarks.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.stream.LongStream;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.openjdk.jcstress.infra.results.ZI_Result;

/** Each thread takes two ids: what one of them gets increases, whatever the others do. */
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

        private final Subject subject;

        public TwoThreads() {
            this(new SnowflakeSubject(SnowflakeSubject.WIDE));
        }

        TwoThreads(Subject subject) {
            this.subject = subject;
        }

        @Actor
        public void first(IIII_Result result) {
            result.r1 = subject.next();
            result.r2 = subject.next();
        }

        @Actor
        public void second(IIII_Result result) {
            result.r3 = subject.next();
            result.r4 = subject.next();
        }
    }

    /** Three threads take two each; one of them moves the clock in between. The orders are too many to list. */
    @JCStressTest
    @Outcome(id = "true, 6", expect = ACCEPTABLE, desc = "Each actor's increase, and all differ.")
    @Outcome(expect = FORBIDDEN, desc = "A repeat, or an actor whose second is not above its first.")
    @State
    public static class ThreeThreads {

        private final Subject subject;
        private final long[] taken = new long[6];

        public ThreeThreads() {
            this(new SnowflakeSubject(SnowflakeSubject.WIDE));
        }

        ThreeThreads(Subject subject) {
            this.subject = subject;
            subject.reservation.extendTo(Long.MAX_VALUE);
        }

        @Actor
        public void first() {
            taken[0] = subject.next();
            taken[1] = subject.next();
        }

        @Actor
        public void second() {
            taken[2] = subject.next();
            taken[3] = subject.next();
        }

        @Actor
        public void third() {
            taken[4] = subject.next();
            subject.tick();
            taken[5] = subject.next();
        }

        @Arbiter
        public void compare(ZI_Result result) {
            result.r1 = taken[0] < taken[1] && taken[2] < taken[3] && taken[4] < taken[5];
            result.r2 = (int) LongStream.of(taken).distinct().count();
        }
    }

    /** The same races of sortable ids. jcstress looks for actors in the class itself, so they stand here again. */
    public static final class Sortable {

        private Sortable() {}

        /** As {@link OrderPerThread.TwoThreads}. */
        @JCStressTest
        @JCStressMeta(OrderPerThread.TwoThreads.class)
        @State
        public static class TwoThreads extends OrderPerThread.TwoThreads {

            public TwoThreads() {
                super(new SortableSubject());
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

        /** As {@link OrderPerThread.ThreeThreads}. */
        @JCStressTest
        @JCStressMeta(OrderPerThread.ThreeThreads.class)
        @State
        public static class ThreeThreads extends OrderPerThread.ThreeThreads {

            public ThreeThreads() {
                super(new SortableSubject());
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
}
