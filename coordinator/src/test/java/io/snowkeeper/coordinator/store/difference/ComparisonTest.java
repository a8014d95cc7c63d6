package io.snowkeeper.coordinator.store.difference;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.store.RecordStamp;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {

    private static final Seeds SEEDS = new Seeds(1, 300);

    @Test
    void aStoreDoesNotDifferFromItsLike() throws Exception {
        try (Stage one = new MemoryStage();
                Stage other = new MemoryStage()) {
            assertThat(new Comparison(one, other).of(SEEDS)).isEmpty();
        }
    }

    @Test
    void aDifferenceIsToldByAShortScript() throws Exception {
        try (Stage one = new MemoryStage();
                Stage other = new MemoryStage(ensemble -> ensemble.deny("/e/b"))) {
            Difference found = new Comparison(one, other).of(SEEDS).orElseThrow();
            assertThat(found.script().steps()).isLessThanOrEqualTo(3);
            assertThat(found.one()).isNotEqualTo(found.other());
            assertThat(found)
                    .asString()
                    .startsWith("seed " + found.script().seed())
                    .contains(found.one());
        }
    }

    @Test
    void whatASeedWritesIsAlwaysTheSame() {
        assertThat(ScriptWriter.write(7)).hasToString(ScriptWriter.write(7).toString());
        assertThat(ScriptWriter.write(7).toString())
                .isNotEqualTo(ScriptWriter.write(8).toString());
    }

    @Test
    void transactionsAreComparedByTheirOrder() {
        assertThat(linesOf(7, 9)).isEqualTo(linesOf(70, 71)).isNotEqualTo(linesOf(7, 7));
    }

    private static List<String> linesOf(long made, long written) {
        Transcript transcript = new Transcript();
        transcript.add(transcript.stamp(new RecordStamp(1, made, written, made, 5, 6, 0, 0, 0)));
        return transcript.lines();
    }
}
