package io.snowkeeper.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SnowflakeConcurrencyTest {

    private static final int THREADS = 100;
    private static final int IDS_PER_THREAD = 1_000;

    @Test
    void issuesDistinctIdsToManyThreads() throws Exception {
        SnowflakeGenerator generator = new SnowflakeGenerator(Layout.DEFAULT, 7);

        assertThat(distinct(issue(generator, IDS_PER_THREAD))).hasSize(THREADS * IDS_PER_THREAD);
    }

    @Test
    void issuesDistinctIdsToManyThreadsWhereEachTickIsUsedUpAtOnce() throws Exception {
        Layout narrow = Layout.milliseconds(Layout.DEFAULT_EPOCH, 51, 10, 2);
        AtomicLong clock = new AtomicLong(Layout.DEFAULT_EPOCH.toEpochMilli() << 2);
        SnowflakeGenerator generator = SnowflakeGenerator.builder(narrow, 7)
                .clock(() -> clock.getAndIncrement() >> 2)
                .maxRollbackWait(Duration.ofSeconds(1))
                .build();

        assertThat(distinct(issue(generator, IDS_PER_THREAD))).hasSize(THREADS * IDS_PER_THREAD);
    }

    @Test
    void issuesIncreasingIdsToEachThread() throws Exception {
        SnowflakeGenerator generator = new SnowflakeGenerator(Layout.DEFAULT, 7);

        for (long[] ids : issue(generator, IDS_PER_THREAD)) {
            assertThat(ids).doesNotHaveDuplicates().isSorted();
        }
    }

    @Test
    void issuesDistinctIdsToBatchesAndSingleCallsAtTheSameTime() throws Exception {
        SnowflakeGenerator generator = new SnowflakeGenerator(Layout.DEFAULT, 7);

        List<long[]> ids = inThreads(() -> {
            long[] taken = new long[IDS_PER_THREAD];
            taken[0] = generator.next();
            generator.next(taken, 1, IDS_PER_THREAD - 1);
            return taken;
        });

        assertThat(distinct(ids)).hasSize(THREADS * IDS_PER_THREAD);
    }

    @ParameterizedTest
    @CsvSource({"41,10,12,4", "41,6,16,64", "40,1,22,64"})
    void issuesDistinctIdsThatIncreaseForEachThreadByRunsPerThread(int time, int worker, int sequence, int run)
            throws Exception {
        SnowflakeGenerator generator = SnowflakeGenerator.builder(
                        Layout.milliseconds(Layout.DEFAULT_EPOCH, time, worker, sequence), 1)
                .perThreadRuns(run)
                .build();

        List<long[]> ids = inThreads(() -> {
            long[] taken = new long[IDS_PER_THREAD];
            int filled = 0;
            while (filled < IDS_PER_THREAD) {
                taken[filled++] = generator.next();
                int batch = Math.min(filled % 7, IDS_PER_THREAD - filled);
                generator.next(taken, filled, batch);
                filled += batch;
            }
            return taken;
        });

        assertThat(distinct(ids)).hasSize(THREADS * IDS_PER_THREAD);
        assertThat(ids).allSatisfy(taken -> assertThat(taken).isSorted());
    }

    @RepeatedTest(20)
    void issuesNothingOfARunWhenCloseHasReturned() throws Exception {
        SnowflakeGenerator generator = SnowflakeGenerator.builder(Layout.MORE_SEQUENCE, 7)
                .perThreadRuns(64)
                .build();
        AtomicBoolean closed = new AtomicBoolean();
        int threads = 4;
        CountDownLatch issuing = new CountDownLatch(threads);
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        List<Future<Long>> last = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            last.add(executor.submit(() -> {
                long id = generator.next();
                issuing.countDown();
                try {
                    while (true) {
                        boolean closedBefore = closed.get();
                        id = generator.next();
                        assertThat(closedBefore).isFalse();
                    }
                } catch (GeneratorClosedException e) {
                    return id;
                }
            }));
        }
        issuing.await();

        long lastMillis = generator.close();
        closed.set(true);

        for (Future<Long> id : last) {
            assertThat(Layout.MORE_SEQUENCE.decompose(id.get()).time().toEpochMilli())
                    .isLessThanOrEqualTo(lastMillis);
        }
        executor.shutdown();
    }

    private static List<long[]> issue(SnowflakeGenerator generator, int count) throws Exception {
        return inThreads(() -> {
            long[] ids = new long[count];
            Arrays.setAll(ids, i -> generator.next());
            return ids;
        });
    }

    private static List<long[]> inThreads(Callable<long[]> task) throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(THREADS);
        List<long[]> results = new ArrayList<>();
        for (Future<long[]> result : executor.invokeAll(Collections.nCopies(THREADS, task))) {
            results.add(result.get());
        }
        executor.shutdown();
        return results;
    }

    private static long[] distinct(List<long[]> ids) {
        return ids.stream().flatMapToLong(Arrays::stream).distinct().toArray();
    }
}
