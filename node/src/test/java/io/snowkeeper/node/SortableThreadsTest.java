package io.snowkeeper.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.core.sortable.SortableUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SortableThreadsTest {

    @Test
    void whoWaitsForTheNextSecondHoldsUpNobodyWhoWantsMilliseconds() throws Exception {
        CountDownLatch secondHasCome = new CountDownLatch(1);
        try (SortableThreads threads = new SortableThreads()) {
            CompletableFuture<Void> waiting = CompletableFuture.runAsync(
                    () -> {
                        try {
                            secondHasCome.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    },
                    threads.of(SortableUnit.SECOND));

            String made = CompletableFuture.supplyAsync(() -> "made", threads.of(SortableUnit.MILLISECOND))
                    .get(1, TimeUnit.MINUTES);

            assertThat(made).isEqualTo("made");
            assertThat(waiting).isNotDone();
            secondHasCome.countDown();
            waiting.get(1, TimeUnit.MINUTES);
        }
    }
}
