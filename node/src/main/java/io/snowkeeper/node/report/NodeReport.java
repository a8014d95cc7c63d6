package io.snowkeeper.node.report;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A node's report on itself.
 *
 * @param name its name
 * @param version the program's version
 * @param fleet the id of its fleet, empty while it is not known
 * @param startedAt when its process began, by its clock
 * @param asOf when it made the report, by its clock
 * @param connected whether it reaches ZooKeeper
 * @param workerIds the worker ids that it holds
 * @param sequences how many numbers it gives a second, by the sequence's name
 * @param verdict whether it gives ids and numbers
 */
public record NodeReport(
        String name,
        String version,
        Optional<String> fleet,
        Instant startedAt,
        Instant asOf,
        boolean connected,
        NodeState state,
        List<Long> workerIds,
        NodeFigures figures,
        Map<String, Double> sequences,
        Verdict verdict) {

    public NodeReport {
        requireNonNull(name);
        requireNonNull(version);
        requireNonNull(fleet);
        requireNonNull(startedAt);
        requireNonNull(asOf);
        requireNonNull(state);
        workerIds = List.copyOf(workerIds);
        requireNonNull(figures);
        sequences = Map.copyOf(sequences);
        requireNonNull(verdict);
    }
}
