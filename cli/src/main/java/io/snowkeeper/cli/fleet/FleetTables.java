package io.snowkeeper.cli.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import io.snowkeeper.cli.remote.TextTable;
import io.snowkeeper.core.text.PrintableText;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** The tables of a fleet: its members, and the worker ids that are in use, resting or retired. */
final class FleetTables {

    private static final String NONE = "-";

    private final JsonNode fleet;

    /** @param fleet a node's answer */
    FleetTables(JsonNode fleet) {
        this.fleet = fleet;
    }

    /** Prints the verdict on the fleet, which one it is, its members, and the worker ids that are not free. */
    void print(PrintWriter out) {
        printHead(out);
        out.println();
        printNodes(out);
        out.println();
        printWorkerIds(out);
    }

    private void printHead(PrintWriter out) {
        String name =
                fleet.hasNonNull("fleet_name") ? " " + fleet.path("fleet_name").asText() : "";
        out.println(PrintableText.of(
                "fleet%s: %s".formatted(name, fleet.path("verdict").path("text").asText("the node gives no verdict"))));
        out.println(PrintableText.of("id %s, seen in ZooKeeper at %s%s"
                .formatted(
                        fleet.path("fleet").asText("not known yet"),
                        fleet.path("as_of").asText(),
                        fleet.path("connected").asBoolean() ? "" : away())));
        out.println(PrintableText.of(counts()));
    }

    private String away() {
        return "; it cannot be reached at %s since %s"
                .formatted(
                        texts(fleet.path("zookeeper").path("servers")),
                        fleet.path("zookeeper").path("away_since").asText("then"));
    }

    private void printNodes(PrintWriter out) {
        TextTable nodes = new TextTable(
                "NODE", "STATE", "WORKER", "IDS/S", "LEFT", "SKEW", "VERSION", "SINCE", "ADDRESS", "REASON");
        fleet.path("nodes")
                .forEach(node -> nodes.add(
                        name(node),
                        text(node, "state", ""),
                        text(node, "worker_id", ""),
                        node.hasNonNull("ids_per_second") ? Long.toString(idsPerSecond(node)) : NONE,
                        left(node),
                        text(node, "skew_ms", " ms"),
                        text(node, "version", ""),
                        text(node, "since", ""),
                        texts(node.path("endpoints")),
                        text(node, "reason", "")));
        nodes.print(out);
    }

    private void printWorkerIds(PrintWriter out) {
        TextTable slots = new TextTable("WORKER", "STATE", "NODE", "RESERVED UNTIL");
        for (JsonNode slot : fleet.path("slots")) {
            if (!slot.path("state").asText().equals("free")) {
                slots.add(
                        text(slot, "worker_id", ""),
                        text(slot, "state", ""),
                        text(slot, "node", ""),
                        text(slot, "reserved_until", ""));
            }
        }
        slots.print(out);
    }

    /** "1024 worker ids: 1021 free, 3 live, ...; 18400 ids/s", for every state that occurs. */
    private String counts() {
        JsonNode workers = fleet.path("worker_ids");
        List<String> counts = new ArrayList<>();
        workers.properties().forEach(count -> {
            if (!count.getKey().equals("total") && count.getValue().asLong() > 0) {
                counts.add(count.getValue().asText() + " " + count.getKey());
            }
        });
        long rate = Math.round(StreamSupport.stream(fleet.path("nodes").spliterator(), false)
                .mapToDouble(node -> node.path("ids_per_second").asDouble())
                .sum());
        return "%s worker ids: %s; %s ids/s".formatted(workers.path("total").asText(), String.join(", ", counts), rate);
    }

    private static long idsPerSecond(JsonNode node) {
        return Math.round(node.path("ids_per_second").asDouble());
    }

    private static String name(JsonNode node) {
        String name = node.path("name").asText();
        boolean embedded = node.path("kind").asText().equals("embedded");
        return name + (embedded ? " (embedded)" : "") + (node.path("self").asBoolean() ? " *" : "");
    }

    /** Returns how long the member can go on if nothing is renewed, by the clock of the node that was asked. */
    private String left(JsonNode node) {
        return time(node.path("reserved_until").asText())
                .flatMap(until -> time(fleet.path("answered_at").asText()).map(now -> Duration.between(now, until)))
                .map(left -> Math.max(0, left.toSeconds()) + " s")
                .orElse(NONE);
    }

    /**
     * Returns the time in a node's answer; empty if it is malformed, since a foreign node's texts are shown and not
     * relied on.
     */
    private static Optional<Instant> time(String told) {
        try {
            return Optional.of(Instant.parse(told));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    private static String text(JsonNode object, String key, String unit) {
        return object.hasNonNull(key) ? object.path(key).asText() + unit : NONE;
    }

    private static String texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asText)
                .collect(Collectors.joining(" "));
    }
}
