package io.snowkeeper.client.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.client.PrefetchLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PrefetchTest {

    private static final long MAX_AGE_NANOS = Duration.ofSeconds(1).toNanos();

    private final AtomicLong now = new AtomicLong();
    private final AtomicLong next = new AtomicLong();
    private final List<Integer> asked = new ArrayList<>();
    private final List<CompletableFuture<PrefetchedIds<Long>>> pending = new ArrayList<>();
    private final Prefetch<Long> prefetch = new Prefetch<>(10, Duration.ofSeconds(1), now::get, count -> {
        asked.add(count);
        CompletableFuture<PrefetchedIds<Long>> stock = new CompletableFuture<>();
        pending.add(stock);
        return stock;
    });

    @Test
    void nothingIsFetchedBeforeAnIdIsTaken() {
        assertThat(asked).isEmpty();
    }

    @Test
    void halfOfTheSizeIsFetchedAtATime() {
        assertThat(prefetch.take()).isNull();
        assertThat(prefetch.take()).isNull();

        assertThat(asked).containsExactly(5);
    }

    @Test
    void theNextHalfIsFetchedWhenAHalfIsBegun() {
        prefetch.take();
        arrive(0);

        assertThat(prefetch.take()).isEqualTo(1);
        assertThat(asked).containsExactly(5, 5);
    }

    @Test
    void noMoreThanTheSizeIsKept() {
        prefetch.take();
        arrive(0);
        prefetch.take();
        arrive(1);
        prefetch.take();

        assertThat(asked).containsExactly(5, 5);
    }

    @Test
    void idsComeInTheirOrderAndOnce() {
        prefetch.take();
        arrive(0);
        prefetch.take();
        arrive(1);

        assertThat(Stream.generate(prefetch::take).limit(9)).containsExactly(2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L);
        assertThat(prefetch.take()).isNull();
    }

    @Test
    void idsOfTheHighestAgeAreHandedOut() {
        prefetch.take();
        arrive(0);
        now.addAndGet(MAX_AGE_NANOS);

        assertThat(prefetch.take()).isEqualTo(1);
    }

    @Test
    void idsBeyondTheAgeAreThrownAway() {
        prefetch.take();
        arrive(0);
        prefetch.take();
        now.addAndGet(MAX_AGE_NANOS + 1);
        arrive(1);

        assertThat(prefetch.take()).isEqualTo(6);
    }

    @Test
    void whereAllAreTooOldNewOnesAreFetched() {
        prefetch.take();
        arrive(0);
        now.addAndGet(MAX_AGE_NANOS + 1);

        assertThat(prefetch.take()).isNull();
        arrive(1);
        assertThat(prefetch.take()).isEqualTo(6);
    }

    @Test
    void afterAFailureTheNextOneTriesAgain() {
        prefetch.take();
        pending.get(0).completeExceptionally(new IllegalStateException("closed"));

        assertThat(prefetch.take()).isNull();
        assertThat(asked).containsExactly(5, 5);
    }

    @Test
    void manyThreadsNeverGetTheSame() throws InterruptedException {
        AtomicLong counter = new AtomicLong();
        Prefetch<Long> shared = new Prefetch<>(
                64,
                Duration.ofSeconds(1),
                () -> 0,
                count -> CompletableFuture.completedFuture(
                        new PrefetchedIds<>(count, i -> counter.incrementAndGet(), 0)));
        ConcurrentLinkedQueue<Long> taken = new ConcurrentLinkedQueue<>();
        int threads = 8;
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        CountDownLatch start = new CountDownLatch(threads);
        for (int thread = 0; thread < threads; thread++) {
            executor.execute(() -> {
                start.countDown();
                while (start.getCount() > 0) {
                    Thread.onSpinWait();
                }
                for (int i = 0; i < 20_000; i++) {
                    Long id = shared.take();
                    if (id != null) {
                        taken.add(id);
                    }
                }
            });
        }
        executor.shutdown();
        assertThat(executor.awaitTermination(60, TimeUnit.SECONDS)).isTrue();

        assertThat(taken).hasSizeGreaterThan(1000).doesNotHaveDuplicates();
    }

    @Test
    void limitsCheckThemselves() {
        assertThatThrownBy(() -> new PrefetchLimits(1, Duration.ofSeconds(1)))
                .hasMessage("must be >= 2 && <= 100000: size=1");
        assertThatThrownBy(() -> new PrefetchLimits(2, Duration.ZERO))
                .hasMessage("must be >= PT0.001S && <= PT1H: maxAge=PT0S");
    }

    private void arrive(int fetch) {
        int count = asked.get(fetch);
        long first = next.getAndAdd(count) + 1;
        pending.get(fetch).complete(new PrefetchedIds<>(count, i -> first + i, now.get()));
    }
}
