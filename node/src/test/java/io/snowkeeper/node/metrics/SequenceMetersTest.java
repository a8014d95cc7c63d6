package io.snowkeeper.node.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.Page;
import io.snowkeeper.core.sequence.PendingReservation;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.node.report.FakeParts;
import io.snowkeeper.sequences.SequenceUsage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SequenceMetersTest {

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final FakeParts node = new FakeParts(() -> 100_000, () -> 0);
    private final SequenceMeters meters = new SequenceMeters(registry, node, () -> 100_000);

    @BeforeEach
    void bePending() {
        node.setPending(pendingSince(40_000));
    }

    private static Page<PendingReservation> pendingSince(long millis) {
        return new Page<>(
                List.of(new PendingReservation(
                        "r-1",
                        List.of(new NumberRange(1, 1)),
                        Optional.empty(),
                        Optional.empty(),
                        Instant.ofEpochMilli(millis),
                        Instant.ofEpochMilli(millis),
                        Optional.empty(),
                        Optional.empty())),
                Optional.empty());
    }

    private static SequenceUsage sequence(String name, double shareUsed) {
        return new SequenceUsage(name, SequenceMode.BLOCK, 0, 0, 0, 0, 0, 0, 100, shareUsed, 0, 0, Optional.empty());
    }

    private static List<SequenceUsage> sequences(int count) {
        List<SequenceUsage> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(sequence("S" + i, i / (double) count));
        }
        return all;
    }

    private List<String> shown(String metric) {
        return registry.scrape()
                .lines()
                .filter(line -> line.startsWith(metric + "{"))
                .map(line -> line.replaceFirst(".*sequence=\"([^\"]*)\".*", "$1"))
                .toList();
    }

    private double value(String series) {
        return registry.scrape()
                .lines()
                .filter(line -> line.startsWith(series + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(series.length() + 1)))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void ofManySequencesTheFullestAreShown() {
        meters.update(sequences(5_000));
        for (String metric : List.of(
                "snowkeeper_sequence_used_ratio",
                "snowkeeper_sequence_remaining",
                "snowkeeper_sequence_numbers_total",
                "snowkeeper_sequence_info")) {
            assertThat(shown(metric))
                    .hasSize(SequenceMeters.MAX_SHOWN)
                    .contains("S4999", "S4700")
                    .doesNotContain("S4699", "S0");
        }
    }

    @Test
    void howManyThereAreAndHowManyAreLeftOutIsCounted() {
        meters.update(sequences(5_000));
        assertThat(value("snowkeeper_sequences_served")).isEqualTo(5_000);
        assertThat(value("snowkeeper_sequences_hidden")).isEqualTo(4_700);
        meters.update(sequences(3));
        assertThat(value("snowkeeper_sequences_served")).isEqualTo(3);
        assertThat(value("snowkeeper_sequences_hidden")).isZero();
    }

    @Test
    void howOldTheOldestReservationIsIsToldAtTheNextLook() {
        SequenceUsage usage =
                new SequenceUsage("G", SequenceMode.GAPLESS, 0, 0, 0, 0, 0, 0, 100, 0, 3, 0, Optional.empty());
        meters.update(List.of(usage, sequence("B", 0.5)));
        assertThat(shown("snowkeeper_sequence_oldest_pending_seconds")).isEmpty();
        meters.update(List.of(usage, sequence("B", 0.5)));
        assertThat(shown("snowkeeper_sequence_oldest_pending_seconds")).containsExactly("G");
        assertThat(value("snowkeeper_sequence_oldest_pending_seconds{sequence=\"G\"}"))
                .isEqualTo(60);
    }

    @Test
    void whoeverScrapesWhileAnotherOneDoesSeesEachSequenceOnce() throws Exception {
        List<SequenceUsage> pending =
                List.of(new SequenceUsage("G", SequenceMode.GAPLESS, 0, 0, 0, 0, 0, 0, 100, 0, 3, 0, Optional.empty()));
        meters.update(pending);
        CyclicBarrier together = new CyclicBarrier(2);
        Callable<Void> scraper = () -> {
            for (int i = 0; i < 500; i++) {
                together.await(1, TimeUnit.MINUTES);
                meters.update(pending);
                assertThat(shown("snowkeeper_sequence_oldest_pending_seconds")).containsExactly("G");
            }
            return null;
        };
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            Future<Void> other = threads.submit(scraper);
            threads.submit(scraper).get();
            other.get();
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aSequenceThatIsServedNoMoreIsDropped() {
        meters.update(List.of(sequence("A", 0.5), sequence("B", 0.5)));
        meters.update(List.of(sequence("B", 0.6)));
        assertThat(shown("snowkeeper_sequence_used_ratio")).containsExactly("B");
    }
}
