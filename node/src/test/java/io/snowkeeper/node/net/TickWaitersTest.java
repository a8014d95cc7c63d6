package io.snowkeeper.node.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.PendingAnswer;
import io.snowkeeper.node.service.message.StagedAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TickWaitersTest {

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private long nanos;
    private final TickWaiters waiters = new TickWaiters(channel.eventLoop(), () -> nanos);
    private final List<String> takenUp = new ArrayList<>();
    private final PendingAnswer ofThisTick = new OfTick("millisecond");

    /** Only its tick is used here. */
    private record OfTick(Object tick) implements PendingAnswer {
        @Override
        public boolean advance() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Answer answer() {
            return null;
        }
    }

    TickWaitersTest() {
        channel.freezeTime();
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    @Test
    void allAreTakenUpInTheOrderInWhichTheyBeganToWait() {
        waiters.add(ofThisTick, () -> takenUp.add("first"));
        waiters.add(ofThisTick, () -> takenUp.add("second"));
        look();

        assertThat(takenUp).containsExactly("first", "second");
    }

    @Test
    void oneThatComesNoFurtherKeepsItsPlace() {
        List<Boolean> results = new ArrayList<>(List.of(false, true));
        waiters.add(ofThisTick, () -> {
            takenUp.add("first");
            return results.remove(0);
        });
        waiters.add(ofThisTick, () -> takenUp.add("second"));
        look();
        assertThat(takenUp).containsExactly("first");
        look();

        assertThat(takenUp).containsExactly("first", "first", "second");
    }

    @Test
    void oneThatWantsMoreQueuesUpBehindTheOthers() {
        waiters.add(ofThisTick, () -> {
            waiters.add(ofThisTick, () -> takenUp.add("first again"));
            return takenUp.add("first");
        });
        waiters.add(ofThisTick, () -> takenUp.add("second"));
        look();
        assertThat(takenUp).containsExactly("first", "second");
        look();

        assertThat(takenUp).containsExactly("first", "second", "first again");
    }

    @Test
    void whoWaitsForTheNextSecondHoldsUpNobodyWhoWaitsForTheNextMillisecond() {
        waiters.add(new OfTick("second"), () -> {
            takenUp.add("looked for a second");
            return false;
        });
        waiters.add(ofThisTick, () -> takenUp.add("millisecond"));
        look();

        assertThat(takenUp).containsExactly("looked for a second", "millisecond");
    }

    @Test
    void oneThatFailsDoesNotHoldUpThoseBehindIt() {
        waiters.add(ofThisTick, () -> {
            throw new IllegalStateException("a defect");
        });
        waiters.add(ofThisTick, () -> takenUp.add("second"));
        look();
        look();

        assertThat(takenUp).containsExactly("second");
    }

    @Test
    void oneWhoseAnswerAnotherThreadWillHaveIsTakenUpWhenItIsThere() {
        CompletableFuture<Answer> stage = new CompletableFuture<>();
        waiters.add(new StagedAnswer(stage), () -> takenUp.add("first"));
        look();
        assertThat(takenUp).isEmpty();

        stage.completeExceptionally(new IllegalStateException("a defect"));
        channel.runPendingTasks();

        assertThat(takenUp).containsExactly("first");
    }

    private void look() {
        // Longer than there may be between two looks.
        nanos += TimeUnit.MILLISECONDS.toNanos(1);
        channel.advanceTimeBy(1, TimeUnit.MILLISECONDS);
        channel.runPendingTasks();
    }
}
