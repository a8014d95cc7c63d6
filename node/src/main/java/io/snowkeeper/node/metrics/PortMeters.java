package io.snowkeeper.node.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.node.report.PortReport;
import io.snowkeeper.node.service.RequestCounters;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * The meters that all ports have. They hold the port weakly.
 *
 * @param answered how many of its requests were answered by a reason
 */
record PortMeters(PortReport port, ToLongFunction<UnavailableReason> answered) {

    void bindTo(MeterRegistry registry) {
        Gauge.builder("snowkeeper.connections", port, PortReport::connections)
                .description("Connected clients")
                .tags("protocol", port.protocol())
                .register(registry);
        Gauge.builder("snowkeeper.connections.limit", port, PortReport::maxConnections)
                .description("Limit of connected clients")
                .tags("protocol", port.protocol())
                .register(registry);
        refusedConnections("node", all -> all.refusals().connections()).register(registry);
        refusedConnections("address", all -> all.refusals().connectionsOfAddresses())
                .register(registry);
        counter(
                        "snowkeeper.requests.refused",
                        "Requests refused because their address made too many a second",
                        all -> all.refusals().requestsOfAddresses())
                .tag("limit", "address")
                .register(registry);
        counter(
                        "snowkeeper.connections.aged",
                        "Connections that the node began to end because of their age",
                        PortReport::aged)
                .register(registry);
        ids("snowflake", RequestCounters::ids).register(registry);
        ids("sortable", RequestCounters::sortableIds).register(registry);
        for (UnavailableReason reason : UnavailableReason.values()) {
            counter(
                            "snowkeeper.refusals",
                            "Temporary refusals, by the error's reason; each reason has a series from the start. Includes connections over a limit, answered or not",
                            all -> refused(all, reason))
                    .tag("reason", reason.text())
                    .register(registry);
        }
    }

    /** Not every connection beyond a limit gets an answer. */
    private long refused(PortReport from, UnavailableReason reason) {
        return reason == UnavailableReason.TOO_MANY_CONNECTIONS
                ? from.refusals().connections() + from.refusals().connectionsOfAddresses()
                : answered.applyAsLong(reason);
    }

    private FunctionCounter.Builder<PortReport> refusedConnections(String limit, ToDoubleFunction<PortReport> count) {
        return counter(
                        "snowkeeper.connections.refused",
                        "Connections refused, by the limit reached: of the node or of an address",
                        count)
                .tag("limit", limit);
    }

    private FunctionCounter.Builder<PortReport> ids(String kind, ToLongFunction<RequestCounters> count) {
        return counter(
                        "snowkeeper.ids.issued",
                        "Ids issued, by kind: snowflake or sortable",
                        all -> all.tallies().stream().mapToLong(count).sum())
                .tag("kind", kind);
    }

    private FunctionCounter.Builder<PortReport> counter(
            String name, String description, ToDoubleFunction<PortReport> count) {
        return FunctionCounter.builder(name, port, count)
                .description(description)
                .tag("protocol", port.protocol());
    }
}
