package io.snowkeeper.coordinator.lease;

import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.fleet.FleetFailedException;
import io.snowkeeper.core.UnavailableReason;
import java.time.Duration;

/**
 * The finding that ZooKeeper's data is older than this process has seen it: a backup was restored while the node was
 * running. Other nodes may then still issue under reservations that the data no longer contain.
 */
final class RestoredBackup {

    private final Duration wait;

    RestoredBackup(MemberSettings settings) {
        this.wait = longestReservation(settings);
    }

    /**
     * Returns how far ahead of ZooKeeper's time any node may have reserved: its clock may be ahead of the right time, and
     * ZooKeeper's behind it.
     */
    static Duration longestReservation(MemberSettings settings) {
        return settings.window().plus(settings.maxSkew().multipliedBy(2));
    }

    /** @param evidence the finding, and the state seen before */
    FleetFailedException foundBy(String evidence) {
        return new FleetFailedException(
                UnavailableReason.ENSEMBLE_RESTORED,
                "ZooKeeper's data is not the one that this node has written to, a backup was restored while it was running: %s; stop all nodes of the fleet, wait %s, then start them"
                        .formatted(evidence, describe(wait)));
    }

    private static String describe(Duration duration) {
        return duration.toMillis() % 1_000 == 0 ? duration.toSeconds() + " s" : duration.toMillis() + " ms";
    }
}
