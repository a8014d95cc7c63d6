package io.snowkeeper.cli.fleet;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.node.report.NodeState;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * The fleet as a node has told it.
 *
 * @param url the node that was asked
 * @param fleet its answer, in which each node has its state, too
 */
record Sighting(String url, JsonNode fleet) {

    private static final String NAME = "name";
    private static final String WORKER_ID = "worker_id";
    private static final String ENDPOINTS = "endpoints";

    private static final List<String> OF_A_STATE = List.of("state", "reason", "detail", "version", "reserved_until");

    Sighting {
        requireNonNull(url);
        requireNonNull(fleet);
    }

    /**
     * Joins two answers of one node.
     *
     * @param fleet of {@code /v1/fleet}: a node for each claim in ZooKeeper
     * @param states of {@code /v1/fleet/nodes}: each process as it reports itself, with all of its claims
     */
    static Sighting of(String url, JsonNode fleet, JsonNode states) {
        for (JsonNode claim : fleet.path("nodes")) {
            if (claim instanceof ObjectNode fields) {
                StreamSupport.stream(states.path("nodes").spliterator(), false)
                        .filter(report -> isOfOneProcess(claim, report))
                        .findFirst()
                        .ifPresent(report -> OF_A_STATE.stream()
                                .filter(report::has)
                                .forEach(field -> fields.set(field, report.get(field))));
            }
        }
        return new Sighting(url, fleet);
    }

    /** Names are not enough: a process that was started again has that of the former one, whose claim is still there. */
    private static boolean isOfOneProcess(JsonNode claim, JsonNode report) {
        String name = claim.path(NAME).asText();
        String base = report.path(NAME).asText();
        if (!name.equals(base) && !name.startsWith(base + "/")) {
            return false;
        }
        return claim.hasNonNull(WORKER_ID)
                ? StreamSupport.stream(report.path("worker_ids").spliterator(), false)
                        .anyMatch(claim.path(WORKER_ID)::equals)
                : claim.path(ENDPOINTS).equals(report.path(ENDPOINTS));
    }

    /** Returns whether a node refuses ids. */
    boolean isRefusing() {
        return StreamSupport.stream(fleet.path("nodes").spliterator(), false)
                .anyMatch(node -> node.path("state").asText().equals(NodeState.REFUSING));
    }

    /** Returns whether it is of now; else it is of when the node last reached ZooKeeper. */
    boolean isOfNow() {
        return fleet.path("connected").asBoolean();
    }

    /** Returns when the node has read it, as it says. */
    String asOf() {
        return fleet.path("as_of").asText();
    }
}
