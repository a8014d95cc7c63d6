package io.snowkeeper.benchmarks.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Threads want ids while the lease is lost: its reservation is revoked. -1 is a refusal. */
public final class LostLease {

    private LostLease() {}

    /** One thread wants two ids, one after the other; the other one revokes the reservation. */
    @JCStressTest
    @Outcome(id = "-1, -1", expect = ACCEPTABLE, desc = "Both after the revocation.")
    @Outcome(id = "0, -1", expect = ACCEPTABLE, desc = "The revocation between them.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Both before the revocation.")
    @Outcome(expect = FORBIDDEN, desc = "A repeat, or something after a refusal.")
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
        public void issue(II_Result result) {
            result.r1 = subject.nextUnlessExhausted();
            result.r2 = subject.nextUnlessExhausted();
        }

        @Actor
        public void lose() {
            subject.reservation.revoke();
        }
    }

    /** Two threads want one each; a third revokes the reservation. */
    @JCStressTest
    @Outcome(id = "-1, -1", expect = ACCEPTABLE, desc = "Both after the revocation.")
    @Outcome(id = "0, -1", expect = ACCEPTABLE, desc = "The first actor before the revocation, the second after it.")
    @Outcome(id = "-1, 0", expect = ACCEPTABLE, desc = "The second actor before the revocation, the first after it.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Both before the revocation, the first actor first.")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Both before the revocation, the second actor first.")
    @Outcome(expect = FORBIDDEN, desc = "A repeat.")
    @State
    public static class ThreeThreads {

        private final Subject subject;

        public ThreeThreads() {
            this(new SnowflakeSubject(SnowflakeSubject.WIDE));
        }

        ThreeThreads(Subject subject) {
            this.subject = subject;
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
        public void lose() {
            subject.reservation.revoke();
        }
    }

    /** The same races of sortable ids. jcstress looks for actors in the class itself, so they stand here again. */
    public static final class Sortable {

        private Sortable() {}

        /** As {@link LostLease.TwoThreads}. */
        @JCStressTest
        @JCStressMeta(LostLease.TwoThreads.class)
        @State
        public static class TwoThreads extends LostLease.TwoThreads {

            public TwoThreads() {
                super(new SortableSubject());
            }

            @Override
            @Actor
            public void issue(II_Result result) {
                super.issue(result);
            }

            @Override
            @Actor
            public void lose() {
                super.lose();
            }
        }

        /** As {@link LostLease.ThreeThreads}. */
        @JCStressTest
        @JCStressMeta(LostLease.ThreeThreads.class)
        @State
        public static class ThreeThreads extends LostLease.ThreeThreads {

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
            public void lose() {
                super.lose();
            }
        }
    }
}
