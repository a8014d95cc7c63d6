package io.snowkeeper.spring.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.snowkeeper.spring.transaction.SettlementCounts;
import io.snowkeeper.spring.transaction.SettlementCounts.Outcome;
import java.util.Locale;

/** The meters of numbers that were bound to transactions. */
final class SettlementMetrics implements MeterBinder {

    private final SettlementCounts counts;

    SettlementMetrics(SettlementCounts counts) {
        this.counts = counts;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        for (Outcome outcome : Outcome.values()) {
            FunctionCounter.builder("snowkeeper.transaction.numbers", counts, source -> source.count(outcome))
                    .description("Numbers reserved by transactions, by their outcome")
                    .tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
                    .register(registry);
        }
        Gauge.builder("snowkeeper.transaction.waiting", counts, SettlementCounts::waiting)
                .description("Committed numbers that wait to be confirmed")
                .register(registry);
    }
}
