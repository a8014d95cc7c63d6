package io.snowkeeper.node.http.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.node.http.routing.ObjectFields;
import io.snowkeeper.node.report.NodeFigures;
import io.snowkeeper.node.report.NodeReport;
import io.snowkeeper.node.report.NodeState;
import io.snowkeeper.node.report.Standing;
import io.snowkeeper.node.report.Verdict;
import io.snowkeeper.node.service.message.NodeConfiguration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;

/** A writer of nodes' reports. Other nodes read it, too. */
final class ReportJson {

    private static final double THOUSANDTHS = 1000;

    private ReportJson() {}

    static void put(ObjectNode body, NodeReport report) {
        body.put("name", report.name());
        body.put("version", report.version());
        body.put("fleet", report.fleet().orElse(null));
        body.put("started_at", report.startedAt().toString());
        body.put("as_of", report.asOf().toString());
        body.put("connected", report.connected());
        put(body, report.state());
        ArrayNode workerIds = body.putArray("worker_ids");
        report.workerIds().forEach(workerIds::add);
        // A string, as every number that may go beyond 2^53.
        body.put("ids_issued", Long.toString(report.figures().idsIssued()));
        put(body, report.figures(), true);
        putSequences(body, report.sequences());
        put(body, report.verdict());
    }

    static void put(ObjectNode body, Verdict verdict) {
        ObjectNode told = body.putObject("verdict");
        told.put("text", verdict.text());
        put(told.putObject("ids"), verdict.ids());
        put(told.putObject("sequences"), verdict.sequences());
    }

    private static void put(ObjectNode body, Standing standing) {
        body.put("verdict", standing.word());
        body.put("given_by", standing.by());
        body.put("nodes", standing.of());
        put(body, "until", standing.end());
        body.put("reason", standing.cause().orElse(null));
    }

    static void put(ObjectNode body, NodeConfiguration running) {
        body.set("configuration", ObjectFields.of(fields -> {
            fields.text("layout", running.layout().widths());
            fields.text(
                    "epoch",
                    Instant.ofEpochMilli(running.layout().epochMillis()).toString());
            fields.number("tick_ms", running.layout().tick().millis());
            running.writeTo(fields);
        }));
    }

    static void put(ObjectNode body, NodeState state) {
        body.put("state", state.word());
        body.put("reason", state.reason().orElse(null));
        body.put("detail", state.detail().orElse(null));
    }

    /** @param whole whether the node itself reported them; else errors and connections are unknown */
    static void put(ObjectNode body, NodeFigures figures, boolean whole) {
        put(body, "ids_per_second", figures.idsPerSecond());
        put(body, "p50_ms", figures.p50Millis());
        put(body, "p99_ms", figures.p99Millis());
        put(body, "errors_per_second", whole ? OptionalDouble.of(figures.errorsPerSecond()) : OptionalDouble.empty());
        put(body, "connections", whole ? OptionalLong.of(figures.connections()) : OptionalLong.empty());
        put(body, "reserved_until", figures.reservedUntil());
        put(body, "skew_ms", figures.skewMillis());
    }

    static void putSequences(ObjectNode body, Map<String, Double> rates) {
        ArrayNode sequences = body.putArray("sequences");
        new TreeMap<>(rates)
                .forEach((sequence, rate) ->
                        sequences.addObject().put("sequence", sequence).put("numbers_per_second", rounded(rate)));
    }

    static void put(ObjectNode body, String field, OptionalDouble value) {
        if (value.isPresent()) {
            body.put(field, rounded(value.getAsDouble()));
        } else {
            body.putNull(field);
        }
    }

    static void put(ObjectNode body, String field, OptionalLong value) {
        if (value.isPresent()) {
            body.put(field, value.getAsLong());
        } else {
            body.putNull(field);
        }
    }

    static void put(ObjectNode body, String field, Optional<Instant> value) {
        body.put(field, value.map(Instant::toString).orElse(null));
    }

    static double rounded(double value) {
        return Math.round(value * THOUSANDTHS) / THOUSANDTHS;
    }
}
