package io.snowkeeper.coordinator.lease;

import io.snowkeeper.coordinator.MembershipProblem;
import io.snowkeeper.coordinator.fleet.LeaseProblemException;
import io.snowkeeper.coordinator.fleet.LeaseProblemException.Kind;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The problem that keeps a lease from being claimed or renewed: logged when it comes and when it goes, not at every round. Thread-safe. */
final class LeaseProblems {

    private static final Logger log = LoggerFactory.getLogger(LeaseProblems.class);

    private volatile @Nullable LeaseProblemException present;

    void report(LeaseProblemException problem) {
        LeaseProblemException before = present;
        present = problem;
        if (before != null && before.kind() == problem.kind()) {
            return;
        }
        if (problem.kind() == Kind.STANDBY) {
            log.info("{}", problem.getMessage());
        } else if (problem.getCause() == null) {
            log.warn("{}", problem.getMessage());
        } else {
            log.error("{}", problem.getMessage(), problem.getCause());
        }
    }

    void recovered() {
        LeaseProblemException before = present;
        present = null;
        if (before != null) {
            log.info("no longer so: {}", before.getMessage());
        }
    }

    Optional<MembershipProblem> present() {
        return Optional.ofNullable(present).map(LeaseProblemException::problem);
    }
}
