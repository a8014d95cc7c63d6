package io.snowkeeper.embedded;

import io.snowkeeper.coordinator.zookeeper.ZooKeeperCoordinator;
import io.snowkeeper.core.MillisClock;

/** Members of fleets whose clock a test sets. */
public final class TimedMembers {

    private TimedMembers() {}

    /** Joins as {@link LeasedIds#join(String, LeasedIdsOptions)} does. */
    public static LeasedIds join(String connectString, LeasedIdsOptions options, MillisClock clock) {
        return LeasedIds.join(connectString, options, clock, new ZooKeeperCoordinator());
    }
}
