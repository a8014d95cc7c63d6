package io.snowkeeper.simulation.judge;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class MemoryJudgeTest {

    private static final SequenceDefinition WITH_30_RANGES = new SequenceDefinition(
            "orders",
            SequenceMode.BLOCK,
            LongStream.range(0, 30)
                    .mapToObj(i -> new NumberRange(i * 10 + 1, i * 10 + 10))
                    .toList(),
            SequenceOptions.DEFAULT);

    @Test
    void whatIsKeptMayBeAsMuchAsIsAllowed() {
        assertThatCode(() -> MemoryJudge.require("n0", WITH_30_RANGES, 30)).doesNotThrowAnyException();
    }

    @Test
    void moreIsToldWithWhatKeepsIt() {
        assertThatThrownBy(() -> MemoryJudge.require("n0", WITH_30_RANGES, 29))
                .isInstanceOf(BrokenPromiseException.class)
                .hasMessage("n0 keeps 30 elements in memory, and 29 would be many: [SequenceDefinition.ranges=30]");
    }

    @Test
    void whatIsReachedTwiceCountsOnce() {
        assertThatCode(() -> MemoryJudge.require("n0", List.of(WITH_30_RANGES, WITH_30_RANGES.ranges()), 32))
                .doesNotThrowAnyException();
    }
}
