package io.snowkeeper.benchmarks.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Threads want ids while the reservation is renewed. -1 is a refusal. */
public final class MovingLimit {

    private MovingLimit() {}

    /**
     * The clock is past the limit. One thread wants an id; the other moves the limit up, then takes one.
     */
    @JCStressTest
    @Outcome(id = "-1, 10", expect = ACCEPTABLE, desc = "The first actor before the limit moved.")
    @Outcome(id = "10, 11", expect = ACCEPTABLE, desc = "Both after the limit moved, the first actor first.")
    @Outcome(id = "11, 10", expect = ACCEPTABLE, desc = "Both after the limit moved, the second actor first.")
    @Outcome(expect = FORBIDDEN, desc = "A repeat, or a sequence lost to a refusal.")
    @State
    public static class TwoThreads {

        private final Subject subject;

        public TwoThreads() {
            this(new SnowflakeSubject(SnowflakeSubject.WIDE));
        }

        TwoThreads(Subject subject) {
            this.subject = subject;
            subject.tick();
        }

        @Actor
        public void first(II_Result result) {
            result.r1 = subject.nextUnlessExhausted();
        }

        @Actor
        public void second(II_Result result) {
            subject.reservation.extendTo(Long.MAX_VALUE);
            result.r2 = subject.nextUnlessExhausted();
        }
    }

    /** The clock is past the limit. Two threads want an id while a third moves the limit up. -1 is a refusal. */
    @JCStressTest
    @Outcome(id = "-1, -1", expect = ACCEPTABLE, desc = "Both before the limit moved.")
    @Outcome(id = "-1, 10", expect = ACCEPTABLE, desc = "The first actor before the limit moved, the second after it.")
    @Outcome(id = "10, -1", expect = ACCEPTABLE, desc = "The second actor before the limit moved, the first after it.")
    @Outcome(id = "10, 11", expect = ACCEPTABLE, desc = "Both after the limit moved, the first actor first.")
    @Outcome(id = "11, 10", expect = ACCEPTABLE, desc = "Both after the limit moved, the second actor first.")
    @Outcome(expect = FORBIDDEN, desc = "A repeat, or a sequence lost to a refusal.")
    @State
    public static class ThreeThreads {

        private final Subject subject;

        public ThreeThreads() {
            this(new SnowflakeSubject(SnowflakeSubject.WIDE));
        }

        ThreeThreads(Subject subject) {
            this.subject = subject;
            subject.tick();
        }

        @Actor
        public void first(II_Result result) {
            result.r1 = subject.nextUnlessExhausted();
        }

        @Actor
        public void second(II_Result result) {
            result.r2 = subject.nextUnlessExhausted();
        }

        @Actor
        public void renewal() {
            subject.reservation.extendTo(Long.MAX_VALUE);
        }
    }

    /** The same races of sortable ids. jcstress looks for actors in the class itself, so they stand here again. */
    public static final class Sortable {

        private Sortable() {}

        /** As {@link MovingLimit.TwoThreads}. */
        @JCStressTest
        @JCStressMeta(MovingLimit.TwoThreads.class)
        @State
        public static class TwoThreads extends MovingLimit.TwoThreads {

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

        /** As {@link MovingLimit.ThreeThreads}. */
        @JCStressTest
        @JCStressMeta(MovingLimit.ThreeThreads.class)
        @State
        public static class ThreeThreads extends MovingLimit.ThreeThreads {

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
            public void renewal() {
                super.renewal();
            }
        }
    }
}
