package io.snowkeeper.node.report.fleet;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.node.report.NodeFigures;
import io.snowkeeper.node.report.NodeState;
import io.snowkeeper.node.report.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A node or embedded member of the fleet, as well as it is known.
 *
 * @param name its name
 * @param kind what it is, in a word; empty for one that is gone and was not seen before
 * @param version the program's version, empty if it is not known
 * @param workerIds the worker ids that it holds, or held
 * @param endpoints where it serves, or served
 * @param since when it joined, by its own clock; empty for one that is gone
 * @param startedAt when its process began, by its own clock; empty unless it has told it
 * @param figures what it tells itself, empty if it cannot be asked or does not answer
 * @param claimedIdsPerSecond what it last wrote to ZooKeeper, a mean of up to twenty seconds; empty if it did not
 * @param claimedSkewMillis likewise, its clock less ZooKeeper's
 * @param verdict whether it gives ids and numbers, as it says or as ZooKeeper lets one think; empty if neither tells
 */
public record FleetNode(
        String name,
        Optional<String> kind,
        NodeState state,
        Optional<String> version,
        List<Long> workerIds,
        List<String> endpoints,
        Optional<Instant> since,
        Optional<Instant> startedAt,
        Optional<NodeFigures> figures,
        OptionalDouble claimedIdsPerSecond,
        OptionalLong claimedSkewMillis,
        Optional<Verdict> verdict) {

    public FleetNode {
        requireNonNull(name);
        requireNonNull(kind);
        requireNonNull(state);
        requireNonNull(version);
        workerIds = List.copyOf(workerIds);
        endpoints = List.copyOf(endpoints);
        requireNonNull(since);
        requireNonNull(startedAt);
        requireNonNull(figures);
        requireNonNull(claimedIdsPerSecond);
        requireNonNull(claimedSkewMillis);
        requireNonNull(verdict);
    }

    /** Returns its rate: what it tells itself, else what it last wrote to ZooKeeper, if it has a session still. */
    public OptionalDouble idsPerSecond() {
        return figures.map(NodeFigures::idsPerSecond).orElse(claimedIdsPerSecond);
    }
}
