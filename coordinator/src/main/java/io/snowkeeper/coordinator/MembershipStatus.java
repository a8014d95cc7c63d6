package io.snowkeeper.coordinator;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * The status of a node in the fleet at one moment.
 *
 * @param phase what it is doing
 * @param fleetId the fleet's id, empty while it is not known
 * @param workerId the worker id that is leased, empty without a lease
 * @param reservedUntilMillis the last Unix millisecond that may be issued, empty without a lease
 * @param slotReservedUntilMillis the last Unix millisecond that is reserved in ZooKeeper, up to which ids can go on without
 *     it; empty without a lease. {@code reservedUntilMillis} is below it where the node's own disk has to follow first
 * @param connected whether ZooKeeper can be reached
 * @param skewMillis our clock less ZooKeeper's, as last measured, empty if it was not
 * @param problem what keeps the node from holding or renewing a lease, empty if nothing does
 */
public record MembershipStatus(
        Phase phase,
        Optional<String> fleetId,
        OptionalLong workerId,
        OptionalLong reservedUntilMillis,
        OptionalLong slotReservedUntilMillis,
        boolean connected,
        OptionalLong skewMillis,
        Optional<MembershipProblem> problem) {

    /** A phase of a member's life. */
    public enum Phase {
        /** Made, not started. */
        LATENT,
        /** Has no lease and is trying to get one. */
        CLAIMING,
        /** Has a lease. */
        HOLDING,
        /** Has given up for good; only a restart with another configuration helps. */
        FAILED,
        /** Has left. */
        CLOSED
    }
}
