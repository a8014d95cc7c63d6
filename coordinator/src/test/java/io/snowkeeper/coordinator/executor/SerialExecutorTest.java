package io.snowkeeper.coordinator.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SerialExecutorTest {

    private static final int HOUR = 3_600;

    private final SharedThreads threads = new SharedThreads("shared", 2);
    private final ScheduledExecutorService executor = threads.executor();
    private final ScheduledExecutorService other = threads.executor();
    private final CountDownLatch go = new CountDownLatch(1);

    private boolean isEnded(ScheduledExecutorService some) throws InterruptedException {
        return some.awaitTermination(1, TimeUnit.MINUTES);
    }

    private void awaitGo() {
        try {
            go.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void tasksAreDoneOneAfterTheOtherInTheirOrder() throws Exception {
        List<Integer> done = Collections.synchronizedList(new ArrayList<>());
        AtomicInteger atOnce = new AtomicInteger();
        AtomicBoolean together = new AtomicBoolean();
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            int number = i;
            all.add(executor.submit(() -> {
                together.compareAndSet(false, atOnce.incrementAndGet() > 1);
                done.add(number);
                atOnce.decrementAndGet();
            }));
        }
        for (Future<?> each : all) {
            each.get();
        }
        assertThat(together).isFalse();
        assertThat(done).isEqualTo(IntStream.range(0, 1_000).boxed().toList());
    }

    @Test
    void aTaskThatWaitsHoldsUpNoOtherExecutor() throws Exception {
        executor.execute(this::awaitGo);
        assertThat(other.submit(() -> "done").get()).isEqualTo("done");
        go.countDown();
    }

    @Test
    void whatIsDoneInAWhileIsDoneAfterWhatWasDueBefore() throws Exception {
        executor.execute(this::awaitGo);
        Future<String> later = executor.schedule(() -> "later", 1, TimeUnit.MILLISECONDS);
        assertThat(later).isNotDone();
        go.countDown();
        assertThat(later.get()).isEqualTo("later");
    }

    @Test
    void aTaskThatFailsIsNotTheLastOne() throws Exception {
        executor.execute(() -> {
            throw new IllegalStateException("on purpose");
        });
        assertThat(executor.submit(() -> "next").get()).isEqualTo("next");
    }

    @Test
    void whoIsStoppedNowIsInterruptedAndDoesNothingMore() throws Exception {
        AtomicBoolean later = new AtomicBoolean();
        CountDownLatch begun = new CountDownLatch(1);
        executor.execute(() -> {
            begun.countDown();
            awaitGo();
        });
        executor.execute(() -> later.set(true));
        begun.await();
        assertThat(executor.shutdownNow()).hasSize(1);
        assertThat(isEnded(executor)).isTrue();
        assertThat(executor.isTerminated()).isTrue();
        assertThat(later).isFalse();
    }

    @Test
    void anInterruptReachesNobodyWhoHasTheThreadNext() throws Exception {
        SharedThreads one = new SharedThreads("one", 1);
        ScheduledExecutorService stopped = one.executor();
        ScheduledExecutorService next = one.executor();
        CountDownLatch begun = new CountDownLatch(1);
        stopped.execute(() -> {
            begun.countDown();
            while (!stopped.isShutdown()) {
                Thread.onSpinWait();
            }
        });
        begun.await();
        Future<Boolean> interrupted = next.submit(Thread::interrupted);
        stopped.shutdownNow();
        assertThat(interrupted.get()).isFalse();
    }

    @Test
    void whoIsStoppedTakesNothingMore() {
        executor.shutdown();
        assertThatExceptionOfType(RejectedExecutionException.class).isThrownBy(() -> executor.execute(() -> {}));
        assertThatExceptionOfType(RejectedExecutionException.class)
                .isThrownBy(() -> executor.schedule(() -> {}, 1, TimeUnit.SECONDS));
    }

    @Test
    void whatWasToBeDoneLaterIsForgottenAtTheStop() throws Exception {
        Future<?> later = executor.schedule(() -> {}, HOUR, TimeUnit.SECONDS);
        executor.shutdown();
        assertThat(isEnded(executor)).isTrue();
        assertThat(later).isCancelled();
    }

    @Test
    void theStopWaitsForWhatIsBeingDone() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        executor.execute(() -> {
            begun.countDown();
            awaitGo();
        });
        begun.await();
        executor.shutdown();
        assertThat(executor.awaitTermination(1, TimeUnit.MILLISECONDS)).isFalse();
        go.countDown();
        assertThat(isEnded(executor)).isTrue();
    }

    @Test
    void whoWaitsForAThreadIsEndedWithoutIt() throws Exception {
        SharedThreads one = new SharedThreads("one", 1);
        one.executor().execute(this::awaitGo);
        ScheduledExecutorService waiting = one.executor();
        waiting.execute(() -> {});
        waiting.shutdownNow();
        assertThat(waiting.isTerminated()).isTrue();
        go.countDown();
    }

    @Test
    void fewThreadsDoTheWorkOfManyExecutorsAndEndAfterThem() {
        SharedThreads few = new SharedThreads("few-of-test", 3);
        List<ScheduledExecutorService> many =
                IntStream.range(0, 50).mapToObj(i -> few.executor()).toList();
        many.forEach(each -> each.schedule(() -> {}, 1, TimeUnit.MILLISECONDS));
        many.forEach(each -> each.schedule(() -> {}, HOUR, TimeUnit.SECONDS));
        assertThat(count("few-of-test")).isBetween(1L, 3L);
        many.forEach(ScheduledExecutorService::shutdownNow);
        await().atMost(Duration.ofMinutes(1)).until(() -> count("few-of-test") == 0);
    }

    @Test
    void threadsThatEndedAreBegunAnewForALaterExecutor() throws Exception {
        SharedThreads again = new SharedThreads("again-of-test", 3);
        ScheduledExecutorService first = again.executor();
        first.submit(() -> {}).get();
        first.shutdown();
        await().until(() -> count("again-of-test") == 0);

        again.executor().submit(() -> {}).get();

        assertThat(count("again-of-test")).isOne();
    }

    private static long count(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(name))
                .count();
    }
}
