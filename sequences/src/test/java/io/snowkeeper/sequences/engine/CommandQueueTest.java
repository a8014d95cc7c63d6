package io.snowkeeper.sequences.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.sequences.DeleteRequest;
import io.snowkeeper.sequences.SequenceUnavailableException;
import io.snowkeeper.sequences.plan.Command;
import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class CommandQueueTest {

    private final CommandQueue queue = new CommandQueue("A", 2);

    private static Command<?> command() {
        return new DeleteCommand(new DeleteRequest("A", OptionalLong.of(1), false), 0, 1_000);
    }

    @Test
    void moreThanMayWaitIsRefused() {
        queue.add(command());
        queue.add(command());
        Command<?> third = command();
        assertThat(queue.add(third)).isTrue();
        assertThat(third.answer())
                .isCompletedExceptionally()
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingCause()
                .withMessage("2 calls of sequence A wait, the limit: ask again later");
    }

    @Test
    void aQueueInWhichSomethingWaitsIsNotRetired() {
        Command<?> first = command();
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
        Command<?> late = command();
        assertThat(queue.add(late)).isFalse();
        assertThat(queue.addOwn(command())).isFalse();
        assertThat(late.answer()).isNotDone();
        assertThat(queue.isRetired()).isTrue();
    }

    @Test
    void whatIsAddedToAClosedInboxFails() {
        Command<?> early = command();
        Command<?> late = command();
        queue.add(early);
        queue.closeInbox(new SequenceUnavailableException("stopped"));
        queue.add(late);
        assertThat(early.answer()).isCompletedExceptionally();
        assertThat(late.answer()).isCompletedExceptionally();
    }

    @Test
    void onlyWhatDidNotComeAfterALookFailsByIt() {
        Command<?> early = new DeleteCommand(new DeleteRequest("A", OptionalLong.of(1), false), 10, 1_000);
        Command<?> late = new DeleteCommand(new DeleteRequest("A", OptionalLong.of(1), false), 11, 1_000);
        queue.add(early);
        queue.add(late);
        queue.collect();
        queue.failOlder(10, new SequenceUnavailableException("none"));
        assertThat(early.answer()).isCompletedExceptionally();
        assertThat(late.answer()).isNotDone();
    }
}
