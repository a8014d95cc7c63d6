package io.snowkeeper.node.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.snowkeeper.coordinator.sequence.SequenceUsage;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** How full the sequences are that this node has served. */
final class SequenceMeters {

    private final MultiGauge remaining;
    private final MultiGauge used;
    private final MultiGauge pending;

    SequenceMeters(MeterRegistry registry) {
        remaining = MultiGauge.builder("snowkeeper.sequence.remaining")
                .description("Numbers that are left in the sequence's ranges")
                .register(registry);
        used = MultiGauge.builder("snowkeeper.sequence.used")
                .description("The share of the sequence's numbers that is used, 0 to 1")
                .baseUnit("ratio")
                .register(registry);
        pending = MultiGauge.builder("snowkeeper.sequence.pending")
                .description("Reservations of the sequence that are neither confirmed nor put back")
                .register(registry);
    }

    void update(List<SequenceUsage> usage) {
        remaining.register(rows(usage, SequenceUsage::remaining), true);
        used.register(rows(usage, SequenceUsage::shareUsed), true);
        pending.register(rows(usage, SequenceUsage::pending), true);
    }

    private static List<Row<?>> rows(List<SequenceUsage> usage, ToDoubleFunction<SequenceUsage> value) {
        return usage.stream()
                .<Row<?>>map(sequence -> Row.of(Tags.of("sequence", sequence.sequence()), sequence, value))
                .toList();
    }
}
