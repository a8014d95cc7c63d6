package io.snowkeeper.coordinator;

import io.snowkeeper.core.UnavailableReason;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The status of a node in the fleet at one moment.
 *
 * @param phase its present activity
 * @param fleetId the fleet's id, empty while it is not known
 * @param workerId the worker id that is leased, empty without a lease
 * @param reservedUntilMillis the last Unix millisecond that may be issued, empty without a lease
 * @param goesOnUntilMillis the last Unix millisecond up to which ids go on if nothing is renewed: the end of the
 *     reservation in ZooKeeper, or no more than {@code reservedUntilMillis} while the node's own disk takes no writes;
 *     empty without a lease
 * @param connected whether ZooKeeper can be reached
 * @param skewMillis our clock less ZooKeeper's, as last measured, empty if it was not
 * @param problem the obstacle to holding or renewing a lease, empty if there is none
 */
public record MembershipStatus(
        Phase phase,
        Optional<String> fleetId,
        OptionalLong workerId,
        OptionalLong reservedUntilMillis,
        OptionalLong goesOnUntilMillis,
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

    /** Returns whether another member has the one worker id of the fleet, and this one waits for its end. */
    public boolean standsBy() {
        return workerId.isEmpty()
                && problem.filter(is -> is.reason() == UnavailableReason.STANDBY)
                        .isPresent();
    }

    /** Returns whether an id may carry this Unix millisecond, and ids go on for so long from then. */
    public boolean isReserved(long nowMillis, Duration ahead) {
        return reservedUntilMillis.isPresent()
                && reservedUntilMillis.getAsLong() >= nowMillis
                && goesOnUntilMillis.orElseThrow() - ahead.toMillis() >= nowMillis;
    }

    /** Returns until when ids go on, or went on where that is over; empty without a lease, and where the reservation was revoked. */
    public OptionalLong endMillis(long nowMillis) {
        OptionalLong end = reservedUntilMillis.isPresent() && reservedUntilMillis.getAsLong() < nowMillis
                ? reservedUntilMillis
                : goesOnUntilMillis;
        return end.isPresent() && end.getAsLong() == Long.MIN_VALUE ? OptionalLong.empty() : end;
    }

    /** Returns why a reservation is short, or there is none. */
    public String describeProblem() {
        return problem.map(MembershipProblem::text)
                .orElse(
                        workerId.isPresent()
                                ? "no renewal has failed: this process stood still, or a clock was set"
                                : "a worker id is being claimed");
    }
}
