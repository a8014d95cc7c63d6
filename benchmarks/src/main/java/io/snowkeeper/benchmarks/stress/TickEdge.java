package io.snowkeeper.benchmarks.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Threads take ids while the clock reaches the next millisecond. */
public final class TickEdge {

    private TickEdge() {}

    /**
     * One thread takes an id; the other moves the clock to the next millisecond, then takes one.
     */
    @JCStressTest
    @Outcome(id = "0, 10", expect = ACCEPTABLE, desc = "The first actor before the tick.")
    @Outcome(id = "10, 11", expect = ACCEPTABLE, desc = "Both after the tick, the first actor first.")
    @Outcome(id = "11, 10", expect = ACCEPTABLE, desc = "Both after the tick, the second actor first.")
    @Outcome(expect = FORBIDDEN, desc = "A repeat, a gap, or a sequence that does not start at 0.")
    @State
    public static class TwoThreads {

        private final Subject subject;

        public TwoThreads() {
            this(new SnowflakeSubject(SnowflakeSubject.WIDE));
        }

        TwoThreads(Subject subject) {
            this.subject = subject;
            subject.reservation.extendTo(Long.MAX_VALUE);
        }

        @Actor
        public void first(II_Result result) {
            result.r1 = subject.next();
        }

        @Actor
        public void second(II_Result result) {
            subject.tick();
            result.r2 = subject.next();
        }
    }

    /** Two threads take an id each while a third moves the clock to the next millisecond. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Both before the tick, the first actor first.")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Both before the tick, the second actor first.")
    @Outcome(id = "0, 10", expect = ACCEPTABLE, desc = "The tick between the first and the second.")
    @Outcome(id = "10, 0", expect = ACCEPTABLE, desc = "The tick between the second and the first.")
    @Outcome(id = "10, 11", expect = ACCEPTABLE, desc = "Both after the tick, the first actor first.")
    @Outcome(id = "11, 10", expect = ACCEPTABLE, desc = "Both after the tick, the second actor first.")
    @Outcome(expect = FORBIDDEN, desc = "A repeat, a gap, or a sequence that does not start at 0.")
    @State
    public static class ThreeThreads {

        private final Subject subject;

        public ThreeThreads() {
            this(new SnowflakeSubject(SnowflakeSubject.WIDE));
        }

        ThreeThreads(Subject subject) {
            this.subject = subject;
            subject.reservation.extendTo(Long.MAX_VALUE);
        }

        @Actor
        public void first(II_Result result) {
            result.r1 = subject.next();
        }

        @Actor
        public void second(II_Result result) {
            result.r2 = subject.next();
        }

        @Actor
        public void clock() {
            subject.tick();
        }
    }

    /** The same races of sortable ids. jcstress looks for actors in the class itself, so they stand here again. */
    public static final class Sortable {

        private Sortable() {}

        /** As {@link TickEdge.TwoThreads}. */
        @JCStressTest
        @JCStressMeta(TickEdge.TwoThreads.class)
        @State
        public static class TwoThreads extends TickEdge.TwoThreads {

            public TwoThreads() {
                super(new SortableSubject());
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

        /** As {@link TickEdge.ThreeThreads}. */
        @JCStressTest
        @JCStressMeta(TickEdge.ThreeThreads.class)
        @State
        public static class ThreeThreads extends TickEdge.ThreeThreads {

            public ThreeThreads() {
                super(new SortableSubject());
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
            public void clock() {
                super.clock();
            }
        }
    }
}
