package io.snowkeeper.benchmarks.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Threads want ids or sortable counts while the lease is lost: its reservation is revoked. -1 is a refusal. */
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

        private final ClockedStage stage;

        public TwoThreads() {
            this(new Stage(Stage.WIDE));
        }

        TwoThreads(ClockedStage stage) {
            this.stage = stage;
        }

        @Actor
        public void issue(II_Result result) {
            result.r1 = stage.nextUnlessExhausted();
            result.r2 = stage.nextUnlessExhausted();
        }

        @Actor
        public void lose() {
            stage.reservation.revoke();
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
        public void issue(II_Result result) {
            super.issue(result);
        }

        @Override
        @Actor
        public void lose() {
            super.lose();
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

        private final ClockedStage stage;

        public ThreeThreads() {
            this(new Stage(Stage.WIDE));
        }

        ThreeThreads(ClockedStage stage) {
            this.stage = stage;
        }

        @Actor
        public void first(II_Result result) {
            result.r1 = stage.nextUnlessExhausted();
        }

        @Actor
        public void second(II_Result result) {
            result.r2 = stage.nextUnlessExhausted();
        }

        @Actor
        public void lose() {
            stage.reservation.revoke();
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
