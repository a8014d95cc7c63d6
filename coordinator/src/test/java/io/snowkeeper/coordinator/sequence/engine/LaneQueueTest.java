package io.snowkeeper.coordinator.sequence.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.sequence.SequenceUnavailableException;
import io.snowkeeper.coordinator.sequence.plan.Intent;
import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class LaneQueueTest {

    private final LaneQueue queue = new LaneQueue("A", 2);

    private static Intent<?> intent() {
        return new DeleteIntent(OptionalLong.of(1), 0, 1_000);
    }

    @Test
    void moreThanMayWaitIsRefused() {
        queue.add(intent());
        queue.add(intent());
        Intent<?> third = intent();
        assertThat(queue.add(third)).isTrue();
        assertThat(third.answer())
                .isCompletedExceptionally()
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingCause()
                .withMessage("2 calls of sequence A wait, as many as may: ask again later");
    }

    @Test
    void aQueueInWhichSomethingWaitsIsNotRetired() {
        Intent<?> first = intent();
        queue.add(first);
        assertThat(queue.retire()).isFalse();
        first.answer().cancel(false);
        queue.collect();
        queue.collect();
        assertThat(queue.retire()).isTrue();
    }

    @Test
    void aRetiredQueueTakesNothingIn() {
        queue.retire();
        Intent<?> late = intent();
        assertThat(queue.add(late)).isFalse();
        assertThat(queue.addOwn(intent())).isFalse();
        assertThat(late.answer()).isNotDone();
        assertThat(queue.isRetired()).isTrue();
    }

    @Test
    void whatIsAddedToAClosedInboxFails() {
        Intent<?> early = intent();
        Intent<?> late = intent();
        queue.add(early);
        queue.closeInbox(new SequenceUnavailableException("stopped"));
        queue.add(late);
        assertThat(early.answer()).isCompletedExceptionally();
        assertThat(late.answer()).isCompletedExceptionally();
    }

    @Test
    void onlyWhatDidNotComeAfterALookFailsByIt() {
        Intent<?> early = new DeleteIntent(OptionalLong.of(1), 10, 1_000);
        Intent<?> late = new DeleteIntent(OptionalLong.of(1), 11, 1_000);
        queue.add(early);
        queue.add(late);
        queue.collect();
        queue.failOlder(10, new SequenceUnavailableException("none"));
        assertThat(early.answer()).isCompletedExceptionally();
        assertThat(late.answer()).isNotDone();
    }
}
