package io.snowkeeper.coordinator;

/**
 * Counts of the events of a member's lease since it was started.
 *
 * @param renewals how often the reservation was extended in ZooKeeper
 * @param losses how often the lease was lost
 * @param sessionLosses how often the session with ZooKeeper was lost
 * @param clockRollbacks how often the clock was found to have gone back while the node was down: 1 at the most
 */
public record LeaseCounts(long renewals, long losses, long sessionLosses, long clockRollbacks) {}
