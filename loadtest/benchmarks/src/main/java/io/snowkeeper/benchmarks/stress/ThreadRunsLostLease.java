package io.snowkeeper.benchmarks.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.snowkeeper.core.ReservationExhaustedException;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** Threads want ids of their runs while the lease is lost: its reservation is revoked. -1 is a refusal, -2 an id after that. */
public final class ThreadRunsLostLease {

    private ThreadRunsLostLease() {}

    /** One thread wants two ids, the second one of the run that it took with the first; the other one revokes. */
    @JCStressTest
    @Outcome(id = "-1, -1", expect = ACCEPTABLE, desc = "Both after the revocation.")
    @Outcome(id = "0, -1", expect = ACCEPTABLE, desc = "The revocation within the run.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Both before the revocation.")
    @Outcome(expect = FORBIDDEN, desc = "A repeat, or something after a refusal.")
    @State
    public static class TwoThreads {

        private final Stage stage = Stage.withPerThreadRuns();

        @Actor
        public void issue(II_Result result) {
            result.r1 = nextOrRefused(stage);
            result.r2 = nextOrRefused(stage);
        }

        @Actor
        public void lose() {
            stage.reservation.revoke();
        }
    }

    /** The race above, with another thread that wants one id, the third figure. */
    @JCStressTest
    @Outcome(id = "-1, -1, -1", expect = ACCEPTABLE, desc = "All after the revocation.")
    @Outcome(
            id = {"0, -1, -1", "0, 1, -1", "-1, -1, 0"},
            expect = ACCEPTABLE,
            desc = "One of them after the revocation.")
    @Outcome(
            id = {"0, -1, 4", "4, -1, 0"},
            expect = ACCEPTABLE,
            desc = "The revocation within the run of the first.")
    @Outcome(
            id = {"0, 1, 4", "4, 5, 0"},
            expect = ACCEPTABLE,
            desc = "All before the revocation.")
    @Outcome(
            id = {"0, 1, 2", "0, 2, 1", "1, 2, 0", "0, 5, 4"},
            expect = ACCEPTABLE,
            desc = "All before the revocation; both share runs.")
    @Outcome(
            id = {"0, -1, 1", "1, -1, 0"},
            expect = ACCEPTABLE,
            desc = "The revocation within a run that both share.")
    @Outcome(expect = FORBIDDEN, desc = "A repeat, or something after a refusal.")
    @State
    public static class ThreeThreads {

        private final Stage stage = Stage.withPerThreadRuns();

        @Actor
        public void first(III_Result result) {
            result.r1 = nextOrRefused(stage);
            result.r2 = nextOrRefused(stage);
        }

        @Actor
        public void second(III_Result result) {
            result.r3 = nextOrRefused(stage);
        }

        @Actor
        public void lose() {
            stage.reservation.revoke();
        }
    }

    private static int nextOrRefused(Stage stage) {
        boolean revoked = stage.reservation.isRevoked();
        try {
            int id = stage.shorten(stage.generator.next());
            return revoked ? -2 : id;
        } catch (ReservationExhaustedException refused) {
            return -1;
        }
    }
}
