package io.snowkeeper.node.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.node.security.Refusals;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** The meters of what was refused for now, by protocol and by the reason that the error tells. Thread-safe. */
final class RefusalMeters {

    private final MeterRegistry registry;

    /** Kept, which the registry does not. */
    private final List<LongSupplier> counts = new CopyOnWriteArrayList<>();

    RefusalMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    /**
     * Adds a protocol.
     *
     * @param answered how many requests were answered by a reason
     * @param refusals what was refused before it was a request of anybody
     */
    void bind(String protocol, ToLongFunction<UnavailableReason> answered, Supplier<Refusals> refusals) {
        for (UnavailableReason reason : UnavailableReason.values()) {
            // Not every one of them gets an answer.
            LongSupplier count = reason == UnavailableReason.TOO_MANY_CONNECTIONS
                    ? () -> connections(refusals.get())
                    : () -> answered.applyAsLong(reason);
            counts.add(count);
            FunctionCounter.builder("snowkeeper.refusals", count, LongSupplier::getAsLong)
                    .description("What was refused for now, by the reason that the error tells")
                    .tags("protocol", protocol, "reason", reason.text())
                    .register(registry);
        }
    }

    private static long connections(Refusals refusals) {
        return refusals.connections() + refusals.connectionsOfAddresses();
    }
}
