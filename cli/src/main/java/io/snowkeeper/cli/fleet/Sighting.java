package io.snowkeeper.cli.fleet;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.node.report.NodeState;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * The fleet by a node's answer.
 *
 * @param url the node that answered
 * @param fleet its answer, in which each node has its state, too
 */
record Sighting(String url, JsonNode fleet) {

    private static final String NODES = "nodes";
    private static final String STATE = "state";
    private static final String GIVEN = "given";
    private static final String NAME = "name";
    private static final String WORKER_ID = "worker_id";
    private static final String ENDPOINTS = "endpoints";

    private static final List<String> OF_A_STATE = List.of(STATE, "reason", "detail", "version", "reserved_until");

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
        for (JsonNode claim : fleet.path(NODES)) {
            if (claim instanceof ObjectNode fields) {
                StreamSupport.stream(states.path(NODES).spliterator(), false)
                        .filter(report -> isOfOneProcess(claim, report))
                        .findFirst()
                        .ifPresent(report -> OF_A_STATE.stream()
                                .filter(report::has)
                                .forEach(field -> fields.set(field, report.get(field))));
            }
        }
        if (fleet.path(NODES) instanceof ArrayNode nodes) {
            for (JsonNode report : states.path(NODES)) {
                if (report.path(STATE).asText().equals(NodeState.GONE)) {
                    nodes.add(withoutClaim(report));
                }
            }
        }
        return new Sighting(url, fleet);
    }

    private static JsonNode withoutClaim(JsonNode report) {
        ObjectNode node = report.deepCopy();
        node.set(WORKER_ID, report.path("worker_ids").path(0));
        return node;
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

    /** Returns whether ids and numbers of sequences are given, no node refuses ids, and all that is of now. */
    boolean isWell() {
        return fleet.path("connected").asBoolean() && isGiven("ids") && isGiven("sequences") && !isRefusing();
    }

    /** A node of another version may not say it. */
    private boolean isGiven(String what) {
        return fleet.path("verdict").path(what).path("verdict").asText(GIVEN).equals(GIVEN);
    }

    private boolean isRefusing() {
        return StreamSupport.stream(fleet.path(NODES).spliterator(), false)
                .anyMatch(node -> node.path(STATE).asText().equals(NodeState.REFUSING));
    }
}
