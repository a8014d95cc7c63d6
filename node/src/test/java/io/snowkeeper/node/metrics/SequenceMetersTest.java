package io.snowkeeper.node.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.snowkeeper.coordinator.sequence.PendingPage;
import io.snowkeeper.coordinator.sequence.PendingReservation;
import io.snowkeeper.coordinator.sequence.SequenceUsage;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class SequenceMetersTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final SequenceMeters meters = new SequenceMeters(
            registry,
            () -> 0,
            new OldestPending(sequence -> CompletableFuture.completedFuture(pendingSince(40_000)), () -> 0),
            () -> 100_000);

    private static PendingPage pendingSince(long millis) {
        return new PendingPage(
                List.of(new PendingReservation(
                        "r-1",
                        List.of(new NumberRange(1, 1)),
                        Optional.empty(),
                        Optional.empty(),
                        Instant.ofEpochMilli(millis),
                        Instant.ofEpochMilli(millis),
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

    private List<String> shown(String gauge) {
        return registry.find(gauge).gauges().stream()
                .map(found -> String.valueOf(found.getId().getTag("sequence")))
                .toList();
    }

    private double value(String gauge) {
        return registry.get(gauge).gauge().value();
    }

    @Test
    void ofManySequencesTheFullestAreShown() {
        meters.update(sequences(5_000));
        for (String gauge :
                List.of("snowkeeper.sequence.used", "snowkeeper.sequence.remaining", "snowkeeper.sequence.pending")) {
            assertThat(shown(gauge))
                    .hasSize(SequenceMeters.MAX_SHOWN)
                    .contains("S4999", "S4700")
                    .doesNotContain("S4699", "S0");
        }
    }

    @Test
    void howManyThereAreAndHowManyAreLeftOutIsCounted() {
        meters.update(sequences(5_000));
        assertThat(value("snowkeeper.sequences.served")).isEqualTo(5_000);
        assertThat(value("snowkeeper.sequences.hidden")).isEqualTo(4_700);
        meters.update(sequences(3));
        assertThat(value("snowkeeper.sequences.served")).isEqualTo(3);
        assertThat(value("snowkeeper.sequences.hidden")).isZero();
    }

    @Test
    void howOldTheOldestReservationIsIsToldAtTheNextLook() {
        SequenceUsage usage =
                new SequenceUsage("G", SequenceMode.GAPLESS, 0, 0, 0, 0, 0, 0, 100, 0, 3, 0, Optional.empty());
        meters.update(List.of(usage, sequence("B", 0.5)));
        assertThat(shown("snowkeeper.sequence.oldest.pending")).isEmpty();
        meters.update(List.of(usage, sequence("B", 0.5)));
        assertThat(shown("snowkeeper.sequence.oldest.pending")).containsExactly("G");
        assertThat(value("snowkeeper.sequence.oldest.pending")).isEqualTo(60);
    }

    @Test
    void aSequenceThatIsServedNoMoreIsDropped() {
        meters.update(List.of(sequence("A", 0.5), sequence("B", 0.5)));
        meters.update(List.of(sequence("B", 0.6)));
        assertThat(shown("snowkeeper.sequence.used")).containsExactly("B");
    }
}
