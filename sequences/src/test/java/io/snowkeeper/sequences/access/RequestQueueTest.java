package io.snowkeeper.sequences.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.store.NoAnswerException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class RequestQueueTest {

    private final List<CompletableFuture<String>> made = new ArrayList<>();
    private final RequestQueue queue = new RequestQueue(2, 10_000);

    private CompletableFuture<String> ask() {
        return queue.take(() -> {
            made.add(new CompletableFuture<>());
            return made.get(made.size() - 1);
        });
    }

    private void begin() {
        var unused = ask();
    }

    @Test
    void soManyAreUnderWayAtOnceAndTheOthersFollowInTheirOrder() {
        List<CompletableFuture<String>> answers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            answers.add(ask());
        }
        assertThat(made).hasSize(2);
        made.get(1).complete("b");
        assertThat(answers.get(1)).isCompletedWithValue("b");
        assertThat(made).hasSize(3);
        made.get(2).complete("c");
        assertThat(answers.get(2)).isCompletedWithValue("c");
        assertThat(answers.get(3)).isNotDone();
    }

    @Test
    void aFailureIsToldAndMakesRoom() {
        CompletableFuture<String> failed = ask();
        begin();
        begin();
        made.get(0).completeExceptionally(new NoAnswerException("ZooKeeper said CONNECTIONLOSS"));
        assertThat(failed).isCompletedExceptionally();
        assertThat(made).hasSize(3);
    }

    @Test
    void thousandsThatAreAnsweredAtOnceFollowOneAnotherWithoutAnEndToTheStack() {
        CompletableFuture<String> first = ask();
        CompletableFuture<String> second = ask();
        List<CompletableFuture<String>> later = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            later.add(queue.take(() -> CompletableFuture.completedFuture("at once")));
        }
        made.get(0).complete("a");
        assertThat(later).allSatisfy(answer -> assertThat(answer).isCompletedWithValue("at once"));
        assertThat(first).isDone();
        assertThat(second).isNotDone();
    }

    @Test
    void moreThanMayWaitAreRefused() {
        for (int i = 0; i < 2 + 10_000; i++) {
            begin();
        }
        assertThat(queue.isFull()).isTrue();
        assertThat(ask()).isCompletedExceptionally();
        made.get(0).complete("a");
        assertThat(queue.isFull()).isFalse();
    }
}
