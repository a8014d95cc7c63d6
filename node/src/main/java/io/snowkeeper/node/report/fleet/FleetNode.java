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
 * @param kind its kind, in a word; empty for one that is gone and was not seen before
 * @param version the program's version, empty if it is not known
 * @param workerIds the worker ids that it holds, or held
 * @param endpoints where it serves, or served
 * @param since when it joined, by its own clock; empty for one that is gone
 * @param startedAt when its process began, by its own clock; empty unless it reported that
 * @param figures its own figures, empty if it cannot be contacted or does not answer
 * @param claimedIdsPerSecond its last rate in ZooKeeper, a mean of up to twenty seconds; empty if it has none
 * @param claimedSkewMillis likewise, its clock less ZooKeeper's
 * @param verdict whether it issues ids and numbers, by its own report or by ZooKeeper's data; empty if unknown
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

    /** Returns its rate: the one it reports itself, else its last one in ZooKeeper, if it still has a session. */
    public OptionalDouble idsPerSecond() {
        return figures.map(NodeFigures::idsPerSecond).orElse(claimedIdsPerSecond);
    }
}
