package io.snowkeeper.node.report.fleet;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.text.PrintableText;
import io.snowkeeper.node.report.NodeFigures;
import io.snowkeeper.node.report.NodeReport;
import io.snowkeeper.node.report.NodeState;
import io.snowkeeper.node.report.Standing;
import io.snowkeeper.node.report.Standing.AtRisk;
import io.snowkeeper.node.report.Standing.Given;
import io.snowkeeper.node.report.Standing.Refused;
import io.snowkeeper.node.report.Verdict;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A reader of another node's answer to {@code /v1/node}. Unknown fields are skipped: it may be a newer node. Its texts
 * are shown to people, so none may act in a terminal, and none is longer than our own.
 */
final class ReportReader {

    private static final int MAX_DEPTH = 10;
    private static final int MAX_TEXT = 1000;

    private static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .build())
                    .build())
            .build();

    private ReportReader() {}

    /** @throws PeerFailureException if it is no such answer */
    static NodeReport read(byte[] json) {
        try {
            return report(MAPPER.readTree(json));
        } catch (IOException | DateTimeException | IllegalArgumentException e) {
            throw new PeerFailureException("its answer is not a node's report", true);
        }
    }

    private static NodeReport report(JsonNode node) {
        NodeState state = new NodeState(required(node, "state"), text(node, "reason"), text(node, "detail"));
        return new NodeReport(
                required(node, "name"),
                required(node, "version"),
                text(node, "fleet"),
                Instant.parse(required(node, "started_at")),
                Instant.parse(required(node, "as_of")),
                isConnected(node),
                state,
                longs(node.path("worker_ids")),
                figures(node),
                sequences(node.path("sequences")),
                new Verdict(
                        standing(node.at("/verdict/ids")).orElseGet(() -> ids(node, state)),
                        standing(node.at("/verdict/sequences")).orElseGet(() -> writtenNumbers(node, state))));
    }

    /** Empty for a node of another version, which says it otherwise or not at all. */
    private static Optional<Standing> standing(JsonNode standing) {
        String reason = text(standing, "reason").orElseGet(UnavailableReason.NO_WORKER_ID::text);
        return switch (text(standing, "verdict").orElse("")) {
            case Given.WORD -> Optional.of(Given.BY_ONE);
            case AtRisk.WORD -> Optional.of(new AtRisk(1, 1, Instant.parse(required(standing, "until")), reason));
            case Refused.WORD -> Optional.of(new Refused(1, reason));
            default -> Optional.empty();
        };
    }

    /** A node whose report lacks it goes on while it can renew its reservation, or else to the end of that. */
    private static Standing ids(JsonNode node, NodeState state) {
        boolean connected = isConnected(node);
        if (!gives(state) || (connected && state.word().equals(NodeState.READY))) {
            return writtenNumbers(node, state);
        }
        Instant asOf = Instant.parse(required(node, "as_of"));
        Instant end = text(node, "reserved_until").map(Instant::parse).orElse(asOf);
        String reason = (connected ? UnavailableReason.RESERVATION_USED_UP : UnavailableReason.ZOOKEEPER_AWAY).text();
        return end.isAfter(asOf) ? new AtRisk(1, 1, end, reason) : new Refused(1, reason);
    }

    private static Standing writtenNumbers(JsonNode node, NodeState state) {
        if (!gives(state)) {
            return new Refused(1, state.reason().orElseGet(UnavailableReason.NO_WORKER_ID::text));
        }
        return isConnected(node) ? Given.BY_ONE : new Refused(1, UnavailableReason.ZOOKEEPER_AWAY.text());
    }

    private static boolean gives(NodeState state) {
        return state.word().equals(NodeState.READY) || state.word().equals(NodeState.NOT_READY);
    }

    private static boolean isConnected(JsonNode node) {
        return node.path("connected").asBoolean();
    }

    private static NodeFigures figures(JsonNode node) {
        return new NodeFigures(
                Long.parseLong(required(node, "ids_issued")),
                number(node, "ids_per_second"),
                number(node, "p50_ms"),
                number(node, "p99_ms"),
                node.path("errors_per_second").asDouble(),
                node.path("connections").asInt(),
                text(node, "reserved_until").map(Instant::parse),
                integer(node, "skew_ms"));
    }

    private static Map<String, Double> sequences(JsonNode all) {
        Map<String, Double> rates = new HashMap<>();
        all.forEach(one -> rates.put(
                required(one, "sequence"), one.path("numbers_per_second").asDouble()));
        return rates;
    }

    private static List<Long> longs(JsonNode all) {
        List<Long> values = new ArrayList<>();
        all.forEach(value -> values.add(value.asLong()));
        return values;
    }

    private static String required(JsonNode node, String field) {
        return text(node, field).orElseThrow(() -> new IllegalArgumentException("missing: " + field));
    }

    private static Optional<String> text(JsonNode node, String field) {
        JsonNode value = node.path(field);
        return value.isTextual() ? Optional.of(PrintableText.of(value.asText(), MAX_TEXT)) : Optional.empty();
    }

    private static OptionalDouble number(JsonNode node, String field) {
        JsonNode value = node.path(field);
        return value.isNumber() ? OptionalDouble.of(value.asDouble()) : OptionalDouble.empty();
    }

    private static OptionalLong integer(JsonNode node, String field) {
        JsonNode value = node.path(field);
        return value.isIntegralNumber() ? OptionalLong.of(value.asLong()) : OptionalLong.empty();
    }
}
