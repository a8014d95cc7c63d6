package io.snowkeeper.node.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.Batches;
import io.snowkeeper.node.service.message.IdFormat;
import io.snowkeeper.node.service.message.Request;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RequestCountersTest {

    private final RequestCounters tally = new RequestCounters();

    @Test
    void generatesAreCountedWithTheirIds() {
        tally.generated(5);
        tally.generated(2);

        assertThat(tally.answered(Request.Kind.GENERATE)).isEqualTo(7);
        assertThat(tally.ids()).isEqualTo(7);
    }

    @Test
    void aBatchCountsOnceAndItsIdsEach() {
        tally.answered(Request.Kind.GENERATE_BATCH, new Answer.GeneratedBatch(Batches.of(4, 5, 9), 0, IdFormat.NUMBER));

        assertThat(tally.answered(Request.Kind.GENERATE_BATCH)).isEqualTo(1);
        assertThat(tally.ids()).isEqualTo(3);
    }

    @Test
    void refusalsAreCountedByTheirCode() {
        tally.answered(Request.Kind.GENERATE, Answer.Refusal.forNow(UnavailableReason.NO_WORKER_ID, "none"));

        assertThat(tally.refused(UnavailableReason.NO_WORKER_ID)).isEqualTo(1);
        assertThat(tally.refused(UnavailableReason.DRAINING)).isZero();
        assertThat(tally.refused(Request.Kind.GENERATE, ErrorCode.TEMPORARILY_UNAVAILABLE))
                .isEqualTo(1);
        assertThat(tally.answered(Request.Kind.GENERATE)).isZero();
        assertThat(tally.ids()).isZero();
    }

    @Test
    void aDurationIsCountedInTheFirstBucketThatHoldsIt() {
        tally.took(25_000, 3);
        tally.took(25_001, 1);
        tally.took(10_000_000_000L, 2);

        assertThat(IntStream.range(0, RequestCounters.buckets()).mapToLong(tally::bucket))
                .containsExactly(0L, 3L, 1L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 2L);
        assertThat(tally.nanos()).isEqualTo(3 * 25_000 + 25_001 + 2 * 10_000_000_000L);
    }
}
