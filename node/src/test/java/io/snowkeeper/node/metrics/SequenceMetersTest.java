package io.snowkeeper.node.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.snowkeeper.coordinator.sequence.SequenceUsage;
import io.snowkeeper.core.sequence.SequenceMode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SequenceMetersTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final SequenceMeters meters = new SequenceMeters(registry, () -> 0);

    private static SequenceUsage sequence(String name, double shareUsed) {
        return new SequenceUsage(name, SequenceMode.BLOCK, 0, 0, 0, 0, 0, 0, 100, shareUsed, 0, 0);
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
    void aSequenceThatIsServedNoMoreIsDropped() {
        meters.update(List.of(sequence("A", 0.5), sequence("B", 0.5)));
        meters.update(List.of(sequence("B", 0.6)));
        assertThat(shown("snowkeeper.sequence.used")).containsExactly("B");
    }
}
