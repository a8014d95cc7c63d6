package io.snowkeeper.client.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PrefetchedIdsTest {

    @Test
    void handsOutEachIdOnceInOrder() {
        PrefetchedIds<Long> stock = new PrefetchedIds<>(2, i -> 7L + 2 * i, 0);

        assertThat(Stream.generate(stock::take).limit(4)).containsExactly(7L, 9L, null, null);
        assertThat(stock.isEmpty()).isTrue();
    }

    @Test
    void knowsItsAge() {
        assertThat(new PrefetchedIds<>(1, i -> 7, 1_000).ageNanos(3_000)).isEqualTo(2_000);
    }

    @Test
    void handsOutEachIdOnceToManyThreads() throws InterruptedException {
        int size = 2_000_000;
        int threads = 4;
        PrefetchedIds<Integer> stock = new PrefetchedIds<>(size, i -> i, 0);
        AtomicIntegerArray times = new AtomicIntegerArray(size);
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        for (int thread = 0; thread < threads; thread++) {
            executor.execute(() -> {
                for (Integer id = stock.take(); id != null; id = stock.take()) {
                    times.incrementAndGet(id);
                }
            });
        }
        executor.shutdown();
        assertThat(executor.awaitTermination(60, TimeUnit.SECONDS)).isTrue();

        int[] counts = IntStream.range(0, size).map(times::get).toArray();
        assertThat(Arrays.stream(counts).allMatch(count -> count == 1)).isTrue();
    }
}
