package io.snowkeeper.node.service.message;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.MembershipProblem;
import io.snowkeeper.coordinator.MembershipStatus;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The status of a node in its fleet at one moment, in the clients' form.
 *
 * @param name the node's name
 * @param phase a phase of {@link MembershipStatus.Phase} in lower case, or {@value #ALONE}
 * @param fleetId the fleet's id, empty while it is not known
 * @param idsUntilMillis the last Unix millisecond that may be issued as of now, empty without a lease
 * @param reservedUntilMillis the last Unix millisecond up to which ids go on if nothing is renewed, in ZooKeeper and on
 *     the node's own disk; empty without a lease
 * @param connected whether the fleet's coordinator can be reached
 * @param skewMillis our clock less the coordinator's, empty if it was not measured
 * @param maxConnectionAgeMillis how old it lets connections become, give or take a tenth; empty if as old as their
 *     clients like
 * @param problem the obstacle to holding or renewing its lease, empty if there is none
 * @param configuration its configuration; empty over standard input and output
 */
public record NodeStatus(
        String name,
        String phase,
        Optional<String> fleetId,
        OptionalLong idsUntilMillis,
        OptionalLong reservedUntilMillis,
        boolean connected,
        OptionalLong skewMillis,
        OptionalLong maxConnectionAgeMillis,
        Optional<String> problem,
        Optional<NodeConfiguration> configuration) {

    /** The phase of a node that belongs to no fleet. */
    public static final String ALONE = "alone";

    public NodeStatus {
        requireNonNull(name);
        requireNonNull(phase);
        requireNonNull(fleetId);
        requireNonNull(idsUntilMillis);
        requireNonNull(reservedUntilMillis);
        requireNonNull(skewMillis);
        requireNonNull(maxConnectionAgeMillis);
        requireNonNull(problem);
        requireNonNull(configuration);
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
                membership.problem().map(MembershipProblem::text),
                Optional.empty());
    }

    /**
     * Returns the same status of a node that runs with this.
     *
     * @param age how old it lets connections become, 0 for as old as their clients like
     */
    public NodeStatus with(NodeConfiguration running, Duration age) {
        return new NodeStatus(
                name,
                phase,
                fleetId,
                idsUntilMillis,
                reservedUntilMillis,
                connected,
                skewMillis,
                age.isZero() ? OptionalLong.empty() : OptionalLong.of(age.toMillis()),
                problem,
                Optional.of(running));
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
                Optional.empty(),
                Optional.empty());
    }
}
