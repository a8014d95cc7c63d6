package io.snowkeeper.coordinator.lease;

import io.snowkeeper.coordinator.MembershipProblem;
import io.snowkeeper.coordinator.fleet.ObstacleException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What keeps us from getting on at present: logged when it comes and when it goes, not at every round. Thread-safe. */
final class Obstacles {

    private static final Logger log = LoggerFactory.getLogger(Obstacles.class);

    private volatile @Nullable ObstacleException present;

    void met(ObstacleException obstacle) {
        ObstacleException before = present;
        present = obstacle;
        if (before != null && before.kind() == obstacle.kind()) {
            return;
        }
        if (obstacle.getCause() == null) {
            log.warn("{}", obstacle.getMessage());
        } else {
            log.error("{}", obstacle.getMessage(), obstacle.getCause());
        }
    }

    void passed() {
        ObstacleException before = present;
        present = null;
        if (before != null) {
            log.info("no more in the way: {}", before.getMessage());
        }
    }

    Optional<MembershipProblem> present() {
        return Optional.ofNullable(present).map(ObstacleException::problem);
    }
}
