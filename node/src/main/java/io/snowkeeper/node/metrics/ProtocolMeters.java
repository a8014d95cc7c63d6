package io.snowkeeper.node.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.snowkeeper.node.security.Refusals;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * The meters of the connections of one protocol: how many there are, and what was refused. To be kept as long as the registry, which does not.
 *
 * @param protocol {@code line} or {@code http}
 * @param connections how many clients are connected
 * @param refusals what was refused since the start
 */
record ProtocolMeters(String protocol, IntSupplier connections, Supplier<Refusals> refusals) {

    void bindTo(MeterRegistry registry) {
        Gauge.builder("snowkeeper.connections", this, meters -> meters.connections.getAsInt())
                .description("Clients that are connected")
                .tags("protocol", protocol)
                .register(registry);
        refused(
                        "snowkeeper.connections.refused",
                        "Connections that were refused, by the limit that was reached",
                        Refusals::connections)
                .tag("limit", "node")
                .register(registry);
        refused(
                        "snowkeeper.connections.refused",
                        "Connections that were refused, by the limit that was reached",
                        Refusals::connectionsOfAddresses)
                .tag("limit", "address")
                .register(registry);
        refused(
                        "snowkeeper.requests.refused",
                        "Requests that were refused, since their address made too many a second",
                        Refusals::requestsOfAddresses)
                .tag("limit", "address")
                .register(registry);
    }

    private FunctionCounter.Builder<ProtocolMeters> refused(
            String name, String description, ToLongFunction<Refusals> count) {
        return FunctionCounter.builder(name, this, meters -> count.applyAsLong(meters.refusals.get()))
                .description(description)
                .tag("protocol", protocol);
    }
}
