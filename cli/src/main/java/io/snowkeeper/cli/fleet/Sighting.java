package io.snowkeeper.cli.fleet;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.node.report.NodeState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/**
 * The fleet as a node has told it.
 *
 * @param url the node that was asked
 * @param fleet its answer, in which each node has its state, too
 */
record Sighting(String url, JsonNode fleet) {

    private static final List<String> OF_A_STATE = List.of("state", "reason", "detail", "version", "reserved_until");

    Sighting {
        requireNonNull(url);
        requireNonNull(fleet);
    }

    /**
     * Joins two answers of one node.
     *
     * @param fleet of {@code /v1/fleet}: nodes by their claims in ZooKeeper
     * @param states of {@code /v1/fleet/nodes}: the same nodes as each reports itself
     */
    static Sighting of(String url, JsonNode fleet, JsonNode states) {
        Map<String, JsonNode> reports = new HashMap<>();
        states.path("nodes").forEach(report -> reports.put(report.path("name").asText(), report));
        for (JsonNode node : fleet.path("nodes")) {
            JsonNode report = reports.get(node.path("name").asText());
            if (report != null && node instanceof ObjectNode fields) {
                OF_A_STATE.stream().filter(report::has).forEach(field -> fields.set(field, report.get(field)));
            }
        }
        return new Sighting(url, fleet);
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
