package io.snowkeeper.node.service.message;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.MembershipProblem;
import io.snowkeeper.coordinator.MembershipStatus;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The status of a node in its fleet at one moment, as clients are told.
 *
 * @param name the node's name
 * @param phase what it is doing: a phase of {@link MembershipStatus.Phase} in lower case, or {@value #ALONE}
 * @param fleetId the fleet's id, empty while it is not known
 * @param reservedUntilMillis the last Unix millisecond that may be issued, empty without a lease
 * @param leaseUntilMillis the last Unix millisecond up to which ids go on if nothing is renewed, in ZooKeeper and on the node's own
 *     disk; empty without a lease
 * @param connected whether the fleet's coordinator can be reached
 * @param skewMillis our clock less the coordinator's, empty if it was not measured
 * @param maxConnectionAgeMillis how old it lets connections become, give or take a tenth; empty if as old as their clients like
 * @param problem what keeps the node from holding or renewing its lease, empty if nothing does
 */
public record NodeStatus(
        String name,
        String phase,
        Optional<String> fleetId,
        OptionalLong reservedUntilMillis,
        OptionalLong leaseUntilMillis,
        boolean connected,
        OptionalLong skewMillis,
        OptionalLong maxConnectionAgeMillis,
        Optional<String> problem) {

    /** The phase of a node that belongs to no fleet. */
    public static final String ALONE = "alone";

    public NodeStatus {
        requireNonNull(name);
        requireNonNull(phase);
        requireNonNull(fleetId);
        requireNonNull(reservedUntilMillis);
        requireNonNull(leaseUntilMillis);
        requireNonNull(skewMillis);
        requireNonNull(maxConnectionAgeMillis);
        requireNonNull(problem);
    }

    /** Returns the status of a node that takes part in a fleet, with connections as old as their clients like. */
    public static NodeStatus inFleet(String name, MembershipStatus membership) {
        return new NodeStatus(
                name,
                membership.phase().name().toLowerCase(Locale.ROOT),
                membership.fleetId(),
                membership.reservedUntilMillis(),
                membership.goesOnUntilMillis(),
                membership.connected(),
                membership.skewMillis(),
                OptionalLong.empty(),
                membership.problem().map(MembershipProblem::text));
    }

    /** Returns the same status of a node that lets connections become so old, 0 for as old as their clients like. */
    public NodeStatus withMaxConnectionAge(Duration age) {
        return new NodeStatus(
                name,
                phase,
                fleetId,
                reservedUntilMillis,
                leaseUntilMillis,
                connected,
                skewMillis,
                age.isZero() ? OptionalLong.empty() : OptionalLong.of(age.toMillis()),
                problem);
    }

    /** Returns the status of a node without a fleet. */
    public static NodeStatus alone(String name) {
        return new NodeStatus(
                name,
                ALONE,
                Optional.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                false,
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty());
    }
}
