package io.snowkeeper.node.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.snowkeeper.node.tls.handshake.HandshakeFigures;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/**
 * The meters of TLS handshakes that are under way on the ports, or were dropped. To be kept as long as the registry,
 * which does not.
 *
 * @param handshakes what is under way now, and was dropped since the start
 */
record HandshakeMeters(Supplier<HandshakeFigures> handshakes) {

    void bindTo(MeterRegistry registry) {
        gauge(registry, "snowkeeper.tls.handshakes", "Handshakes under way on all ports", HandshakeFigures::underWay);
        gauge(
                registry,
                "snowkeeper.tls.handshakes.waiting",
                "Handshakes that wait for a thread to compute: if many, clients connect faster than half of the processors can sign",
                HandshakeFigures::waiting);
        dropped(registry, "too-many", HandshakeFigures::tooMany);
        dropped(registry, "client-left", HandshakeFigures::left);
    }

    private void gauge(
            MeterRegistry registry, String name, String description, ToIntFunction<HandshakeFigures> figure) {
        Gauge.builder(name, this, meters -> figure.applyAsInt(meters.handshakes.get()))
                .description(description)
                .register(registry);
    }

    private void dropped(MeterRegistry registry, String reason, ToLongFunction<HandshakeFigures> count) {
        FunctionCounter.builder(
                        "snowkeeper.tls.handshakes.dropped", this, meters -> count.applyAsLong(meters.handshakes.get()))
                .description(
                        "Handshakes ended because too many were under way, or not computed because their client left")
                .tag("reason", reason)
                .register(registry);
    }
}
