package io.snowkeeper.sequences.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WriterExecutorTest {

    private final ScheduledExecutorService loop = Executors.newSingleThreadScheduledExecutor();
    private final WriterExecutor executor = new WriterExecutor(loop);
    private final List<String> done = new ArrayList<>();

    @AfterEach
    void end() {
        loop.shutdownNow();
    }

    @Test
    void aTaskIsDoneOnTheThreadThatBringsItIfNoneIsBeingDone() {
        List<Thread> threads = new ArrayList<>();

        executor.execute(() -> threads.add(Thread.currentThread()));

        assertThat(threads).containsExactly(Thread.currentThread());
    }

    @Test
    void aTaskThatATaskBringsIsDoneAfterIt() {
        executor.execute(() -> {
            executor.execute(() -> done.add("second"));
            done.add("first");
        });

        assertThat(done).containsExactly("first", "second");
    }

    @Test
    void aTaskThatFailsDoesNotKeepTheNextFromBeingDone() {
        executor.execute(() -> {
            executor.execute(() -> done.add("next"));
            throw new IllegalStateException("a defect");
        });

        assertThat(done).containsExactly("next");
    }

    @Test
    void whoBringsATaskAsideDoesNotDoIt() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        CountDownLatch ended = new CountDownLatch(1);

        executor.executeAside(() -> {
            threads.add(Thread.currentThread());
            ended.countDown();
        });

        assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(threads).doesNotContain(Thread.currentThread());
    }

    @Test
    void onceTheLoopIsShutDownOnlyWhatNeedsNoneIsDone() {
        loop.shutdown();

        assertThatThrownBy(() -> executor.execute(() -> done.add("any")))
                .isInstanceOf(RejectedExecutionException.class);
        executor.executeEvenIfShutDown(() -> done.add("last"));

        assertThat(done).containsExactly("last");
    }

    @Test
    void tasksOfManyThreadsAreDoneOneAfterTheOtherAndNoneIsLost() throws InterruptedException {
        int threads = 4;
        int each = 50_000;
        AtomicInteger atOnce = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        int[] count = {0};
        CountDownLatch ended = new CountDownLatch(threads);
        IntStream.range(0, threads)
                .forEach(thread -> new Thread(() -> {
                            for (int i = 0; i < each; i++) {
                                executor.execute(() -> {
                                    most.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
                                    count[0]++;
                                    atOnce.decrementAndGet();
                                });
                            }
                            ended.countDown();
                        })
                        .start());

        assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
        CountDownLatch last = new CountDownLatch(1);
        executor.execute(last::countDown);
        assertThat(last.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(most).hasValue(1);
        assertThat(count[0]).isEqualTo(threads * each);
    }
}
