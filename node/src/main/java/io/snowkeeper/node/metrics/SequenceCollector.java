package io.snowkeeper.node.metrics;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.sequences.SequenceUsage;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * The figures of sequences, one series for each of them and each figure. Micrometer has no rows of counters that come and go, so this
 * goes beside it. Thread-safe.
 */
final class SequenceCollector implements MultiCollector {

    private volatile Shown shown = new Shown(List.of(), Map.of());

    /** A consistent snapshot: a scrape may be under way during an update. */
    private record Shown(List<SequenceUsage> usage, Map<String, Double> pendingSeconds) {}

    /**
     * Shows these from now on, and no others.
     *
     * @param pendingSeconds how old the oldest reservation is, of those sequences of which it is known
     */
    void show(List<SequenceUsage> usage, Map<String, Double> pendingSeconds) {
        shown = new Shown(List.copyOf(usage), Map.copyOf(pendingSeconds));
    }

    @Override
    public MetricSnapshots collect() {
        Shown now = shown;
        List<SequenceUsage> all = now.usage();
        return MetricSnapshots.of(
                oldestPending(now.pendingSeconds()),
                info(all),
                gauge(
                        all,
                        "snowkeeper_sequence_remaining",
                        "Numbers left in the sequence's ranges",
                        SequenceUsage::remaining),
                gauge(
                        all,
                        "snowkeeper_sequence_used_ratio",
                        "Used share of the sequence's numbers, 0 to 1",
                        SequenceUsage::shareUsed),
                gauge(
                        all,
                        "snowkeeper_sequence_pending",
                        "The sequence's reservations that are neither confirmed nor returned",
                        SequenceUsage::pending),
                gauge(all, "snowkeeper_sequence_keys", "The sequence's known keys", SequenceUsage::keys),
                gauge(
                        all,
                        "snowkeeper_sequence_waiting",
                        "The sequence's calls that wait on this node",
                        SequenceUsage::waiting),
                counter(
                        all,
                        "snowkeeper_sequence_numbers",
                        "The sequence's numbers handed out by this node",
                        SequenceUsage::issued),
                counter(
                        all,
                        "snowkeeper_sequence_given_up",
                        "The sequence's numbers lost on this node because their callers had gone",
                        SequenceUsage::lost),
                counter(
                        all,
                        "snowkeeper_sequence_blocks",
                        "The sequence's blocks taken by this node",
                        SequenceUsage::blocks),
                counter(
                        all,
                        "snowkeeper_sequence_writes",
                        "The sequence's writes to ZooKeeper done for this node",
                        SequenceUsage::writes),
                counter(
                        all,
                        "snowkeeper_sequence_conflicts",
                        "The sequence's writes refused because another node was first",
                        SequenceUsage::conflicts));
    }

    private static MetricSnapshot info(List<SequenceUsage> all) {
        InfoSnapshot.Builder snapshot = InfoSnapshot.builder()
                .name("snowkeeper_sequence")
                .help("The sequence's mode, and the period in which it counts, if any; always 1");
        all.forEach(sequence -> snapshot.dataPoint(InfoDataPointSnapshot.builder()
                .labels(Labels.of(
                        "sequence",
                        sequence.sequence(),
                        "mode",
                        sequence.mode().text(),
                        "period",
                        sequence.period().map(Period::text).orElse("")))
                .build()));
        return snapshot.build();
    }

    private static MetricSnapshot gauge(
            List<SequenceUsage> all, String name, String help, ToDoubleFunction<SequenceUsage> value) {
        GaugeSnapshot.Builder snapshot = GaugeSnapshot.builder().name(name).help(help);
        all.forEach(sequence -> snapshot.dataPoint(GaugeDataPointSnapshot.builder()
                .labels(labels(sequence))
                .value(value.applyAsDouble(sequence))
                .build()));
        return snapshot.build();
    }

    private static MetricSnapshot oldestPending(Map<String, Double> seconds) {
        GaugeSnapshot.Builder snapshot = GaugeSnapshot.builder()
                .name("snowkeeper_sequence_oldest_pending_seconds")
                .help(
                        "How long the sequence's oldest reservation has been pending, for up to 1,000 sequences requested from this node; a scrape updates 20, so a figure may be minutes old");
        seconds.forEach((sequence, age) -> snapshot.dataPoint(GaugeDataPointSnapshot.builder()
                .labels(Labels.of("sequence", sequence))
                .value(age)
                .build()));
        return snapshot.build();
    }

    /** @param name without {@code _total} */
    private static MetricSnapshot counter(
            List<SequenceUsage> all, String name, String help, ToLongFunction<SequenceUsage> value) {
        CounterSnapshot.Builder snapshot = CounterSnapshot.builder().name(name).help(help);
        all.forEach(sequence -> snapshot.dataPoint(CounterDataPointSnapshot.builder()
                .labels(labels(sequence))
                .value((double) value.applyAsLong(sequence))
                .build()));
        return snapshot.build();
    }

    private static Labels labels(SequenceUsage sequence) {
        return Labels.of("sequence", sequence.sequence());
    }
}
