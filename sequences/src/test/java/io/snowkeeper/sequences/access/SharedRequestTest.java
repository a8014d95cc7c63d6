package io.snowkeeper.sequences.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.store.NoAnswerException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class SharedRequestTest {

    private final List<CompletableFuture<String>> sent = new ArrayList<>();
    private final SharedRequest<String> shared = new SharedRequest<>(() -> {
        sent.add(new CompletableFuture<>());
        return sent.get(sent.size() - 1);
    });

    @Test
    void whoComesWhileOneIsUnderWayIsNotServedByItButWithTheOthersByTheNext() {
        CompletableFuture<String> first = shared.ask();
        List<CompletableFuture<String>> later = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            later.add(shared.ask());
        }
        assertThat(sent).hasSize(1);
        sent.get(0).complete("first");
        assertThat(first).isCompletedWithValue("first");
        assertThat(later).noneMatch(CompletableFuture::isDone);
        assertThat(sent).hasSize(2);
        sent.get(1).complete("second");
        assertThat(later).allSatisfy(answer -> assertThat(answer).isCompletedWithValue("second"));
        assertThat(sent).hasSize(2);
    }

    @Test
    void aFailureIsToldToThoseItWasForAndTheNextIsSent() {
        CompletableFuture<String> first = shared.ask();
        CompletableFuture<String> second = shared.ask();
        sent.get(0).completeExceptionally(new NoAnswerException("ZooKeeper said CONNECTIONLOSS"));
        assertThat(first).isCompletedExceptionally();
        sent.get(1).complete("second");
        assertThat(second).isCompletedWithValue("second");
        var unused = shared.ask();
        assertThat(sent).hasSize(3);
    }
}
