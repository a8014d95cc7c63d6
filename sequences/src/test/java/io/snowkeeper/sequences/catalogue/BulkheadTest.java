package io.snowkeeper.sequences.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.sequences.SequenceUnavailableException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class BulkheadTest {

    private final Bulkhead bulkhead = new Bulkhead("lists", 2);
    private final CompletableFuture<String> first = new CompletableFuture<>();

    private CompletableFuture<String> begin(CompletableFuture<String> attempt) {
        return bulkhead.begin("A", () -> attempt);
    }

    @Test
    void oneMoreThanTheLimitIsRefusedAndNotBegun() {
        begin(first);
        begin(new CompletableFuture<>());
        assertThatThrownBy(() -> bulkhead.begin("A", () -> {
                            throw new AssertionError("begun");
                        })
                        .join())
                .hasCauseInstanceOf(SequenceUnavailableException.class)
                .cause()
                .hasMessage("2 lists are under way, the limit: sequence=A; ask again later");
    }

    @Test
    void whatEndsMakesRoomWhetherItSucceedsOrFails() {
        begin(first);
        CompletableFuture<String> second = new CompletableFuture<>();
        begin(second);
        first.complete("done");
        second.completeExceptionally(new IllegalStateException());
        assertThat(begin(CompletableFuture.completedFuture("a"))).isCompletedWithValue("a");
        begin(new CompletableFuture<>());
        assertThat(begin(new CompletableFuture<>())).isNotDone();
        assertThat(begin(new CompletableFuture<>())).isCompletedExceptionally();
    }
}
