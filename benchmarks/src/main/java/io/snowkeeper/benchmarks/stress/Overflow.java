package io.snowkeeper.benchmarks.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.snowkeeper.core.IdRun;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
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

        private final SnowflakeSubject subject = new SnowflakeSubject(SnowflakeSubject.NARROW);

        public TwoThreads() {
            subject.reservation.extendTo(Long.MAX_VALUE);
            subject.next();
        }

        @Actor
        public void first(II_Result result) {
            result.r1 = subject.next();
        }

        @Actor
        public void second(II_Result result) {
            IdRun run = subject.generator.tryNextRun(1);
            result.r2 = run.isEmpty() ? -1 : subject.shorten(run.first());
            subject.tick();
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

        private final Subject subject;

        public ThreeThreads() {
            this(new SnowflakeSubject(SnowflakeSubject.NARROW));
        }

        ThreeThreads(Subject subject) {
            this.subject = subject;
            subject.reservation.extendTo(Long.MAX_VALUE);
            subject.next();
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

        /** One counter is left in the tick. One thread takes one, and waits if it must; the other moves the clock, then takes one. */
        @JCStressTest
        @Outcome(id = "1, 10", expect = ACCEPTABLE, desc = "The first actor took the last counter.")
        @Outcome(id = "10, 11", expect = ACCEPTABLE, desc = "Both after the tick, the first actor first.")
        @Outcome(id = "11, 10", expect = ACCEPTABLE, desc = "Both after the tick, the second actor first.")
        @Outcome(expect = FORBIDDEN, desc = "A counter given twice, one beyond the last, or a tick that was not read.")
        @State
        public static class TwoThreads {

            private final SortableSubject subject = SortableSubject.withTwoLeft();

            public TwoThreads() {
                subject.reservation.extendTo(Long.MAX_VALUE);
                subject.next();
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

        /** As {@link Overflow.ThreeThreads}. */
        @JCStressTest
        @JCStressMeta(Overflow.ThreeThreads.class)
        @State
        public static class ThreeThreads extends Overflow.ThreeThreads {

            public ThreeThreads() {
                super(SortableSubject.withTwoLeft());
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
