package io.snowkeeper.node.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.embedded.member.SequencesReport;
import io.snowkeeper.sequences.SequenceUsage;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The meters of the sequences that this node serves: how full they are. Of more than {@value #MAX_SHOWN}, the fullest
 * are shown: each is a dozen series for Prometheus to keep, and it is those that somebody has to know of.
 */
final class SequenceMeters {

    static final int MAX_SHOWN = 300;

    private static final Comparator<SequenceUsage> FULLEST_FIRST = Comparator.comparingDouble(SequenceUsage::shareUsed)
            .reversed()
            .thenComparingLong(SequenceUsage::remaining)
            .thenComparing(SequenceUsage::sequence);

    private final SequenceCollector figures = new SequenceCollector();
    private final OldestPending oldest;
    private final MillisClock clock;
    private final AtomicInteger served;
    private final AtomicInteger hidden;

    /**
     * @param sequences what the node serves
     * @param clock tells how old reservations are
     */
    SequenceMeters(PrometheusMeterRegistry registry, SequencesReport sequences, MillisClock clock) {
        this.oldest = new OldestPending(sequences::firstPending, System::nanoTime);
        this.clock = clock;
        Gauge.builder("snowkeeper.sequences.unreadable", sequences, SequencesReport::unreadableSequences)
                .description(
                        "Znodes among the sequences' that this node found and cannot read: it skips them, and logs each once. The node that sweeps checks all")
                .strongReference(true)
                .register(registry);
        registry.getPrometheusRegistry().register(figures);
        served = count(registry, "snowkeeper.sequences.served", "Sequences requested from this node in the last hour");
        hidden = count(
                registry,
                "snowkeeper.sequences.hidden",
                "Served sequences without series of their own: of more than 300, only the fullest have them");
    }

    private static AtomicInteger count(MeterRegistry registry, String name, String description) {
        AtomicInteger count = new AtomicInteger();
        Gauge.builder(name, count, AtomicInteger::get).description(description).register(registry);
        return count;
    }

    void update(List<SequenceUsage> all) {
        List<SequenceUsage> usage =
                all.stream().sorted(FULLEST_FIRST).limit(MAX_SHOWN).toList();
        served.set(all.size());
        hidden.set(all.size() - usage.size());
        long now = clock.millis();
        Map<String, Double> ages = new HashMap<>();
        oldest.look(all)
                .forEach((sequence, since) ->
                        ages.put(sequence, NodeMetrics.seconds(Math.max(0, now - since.toEpochMilli()))));
        figures.show(usage, ages);
    }
}
