package io.snowkeeper.node.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.sequences.SequenceUsage;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SequenceCollectorTest {

    /** No two of its figures are the same. */
    private static final SequenceUsage USAGE = new SequenceUsage(
            "policies",
            SequenceMode.GAPLESS,
            101,
            102,
            103,
            104,
            105,
            106,
            107,
            0.5,
            108,
            109,
            Optional.of(Period.parse("2026-11")));

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final SequenceCollector collector = new SequenceCollector();

    private List<String> series() {
        registry.getPrometheusRegistry().register(collector);
        return registry.scrape().lines().filter(line -> !line.startsWith("#")).toList();
    }

    static Stream<RecordComponent> fields() {
        return Stream.of(SequenceUsage.class.getRecordComponents());
    }

    @ParameterizedTest
    @MethodSource("fields")
    void eachFieldIsExported(RecordComponent field) throws ReflectiveOperationException {
        collector.show(List.of(USAGE), Map.of());
        Object value = field.getAccessor().invoke(USAGE);
        String shown;
        if (value instanceof Number number) {
            shown = "} " + number.doubleValue();
        } else if (value instanceof SequenceMode mode) {
            shown = "mode=\"" + mode.text() + "\"";
        } else if (value instanceof Optional<?> period) {
            shown = "period=\"" + ((Period) period.orElseThrow()).text() + "\"";
        } else {
            shown = "sequence=\"" + value + "\"";
        }
        assertThat(series()).as(field.getName()).anyMatch(line -> line.contains(shown));
    }

    @Test
    void whatOnlyGrowsIsACounter() {
        collector.show(List.of(USAGE), Map.of());
        assertThat(series())
                .contains(
                        "snowkeeper_sequence_numbers_total{sequence=\"policies\"} 101.0",
                        "snowkeeper_sequence_blocks_total{sequence=\"policies\"} 102.0",
                        "snowkeeper_sequence_given_up_total{sequence=\"policies\"} 103.0",
                        "snowkeeper_sequence_writes_total{sequence=\"policies\"} 104.0",
                        "snowkeeper_sequence_conflicts_total{sequence=\"policies\"} 105.0");
    }

    @Test
    void aSequenceWithoutAPeriodHasAnEmptyOne() {
        collector.show(
                List.of(new SequenceUsage("A", SequenceMode.BLOCK, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, Optional.empty())),
                Map.of());
        assertThat(series()).contains("snowkeeper_sequence_info{mode=\"block\",period=\"\",sequence=\"A\"} 1");
    }

    @Test
    void beforeAnySequenceIsServedThereIsNoSeries() {
        assertThat(series()).isEmpty();
    }
}
