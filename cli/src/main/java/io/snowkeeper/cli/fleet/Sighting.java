package io.snowkeeper.cli.fleet;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The fleet as a node has told it.
 *
 * @param url the node that was asked
 * @param fleet its answer
 */
record Sighting(String url, JsonNode fleet) {

    Sighting {
        requireNonNull(url);
        requireNonNull(fleet);
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
