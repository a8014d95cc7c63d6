package io.snowkeeper.sequences.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.coordinator.memory.MemoryStore;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.sequences.SequenceSettings;
import io.snowkeeper.sequences.record.StateLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A fleet of two nodes that serve sequences, on a store in memory. All of it happens on the test's thread, and time passes when the
 * test says so. The first node is elected to sweep; calls wait for {@link #TIMEOUT} at the most.
 */
final class ManualFleet implements AutoCloseable {

    static final Duration TIMEOUT = Duration.ofSeconds(2);

    private static final long BEGIN_MILLIS = 1_700_000_000_000L;

    /** The requests of the first node's sweep to the store since the last pass. */
    final List<String> asked = new ArrayList<>();

    /** The connections of the nodes' calls, and of their sweeps. */
    final List<MemoryStore> stores = new ArrayList<>();

    final List<MemoryStore> bulkStores = new ArrayList<>();

    final ManualExecutor loop = new ManualThread();

    /** Removes deleted sequences' remains. */
    final ManualExecutor removal = new ManualExecutor();

    final ManualTime time = new TimeOfOneThread();
    final MemoryEnsemble ensemble = new MemoryEnsemble(this::serversMillis);
    final StoredSequences node;
    final StoredSequences other;

    /** By how much the servers' clock is ahead. */
    long serverAheadMillis;

    private final ManualThread first = new ManualThread();
    private final ManualThread second = new ManualThread();

    /** Only the waiting thread could complete an answer. */
    private static final class TimeOfOneThread extends ManualTime {

        @Override
        public <T> T await(CompletableFuture<T> answer) throws InterruptedException, ExecutionException {
            assertThat(answer).isDone();
            return answer.get();
        }

        @Override
        public <T> T await(CompletableFuture<T> answer, Duration timeout)
                throws InterruptedException, ExecutionException, TimeoutException {
            return answer.get(0, TimeUnit.NANOSECONDS);
        }
    }

    /** A thread whose pass is made when a test says so, and that gives nothing up. */
    private static final class ManualThread extends ManualExecutor {

        private Runnable pass = () -> {};

        @Override
        @SuppressWarnings("NullAway") // The result is not used.
        public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long delay, long pause, TimeUnit unit) {
            pass = task;
            return null;
        }

        @Override
        @SuppressWarnings("NullAway") // The result is not used.
        public <V> ScheduledFuture<V> schedule(Callable<V> timeout, long delay, TimeUnit unit) {
            return null;
        }
    }

    ManualFleet() {
        time.clock = this::serversMillis;
        node = start(first);
        first.pass.run();
        other = start(second);
    }

    private long serversMillis() {
        return BEGIN_MILLIS + TimeUnit.NANOSECONDS.toMillis(time.nanoTime()) + serverAheadMillis;
    }

    private StoredSequences start(ManualThread sweeping) {
        MemoryStore store = ensemble.client();
        stores.add(store);
        StoredSequences made = new StoredSequences(
                SequenceSettings.of("memory", "n", Duration.ofSeconds(10)),
                store,
                () -> bulkStore(sweeping == first),
                Optional::empty,
                new SequenceExecutors(List.of(loop), sweeping, removal),
                time,
                StateLimits.DEFAULT);
        made.start();
        return made;
    }

    private CoordinationStore bulkStore(boolean counted) {
        MemoryStore store = ensemble.client();
        bulkStores.add(store);
        return counted ? CountingStore.of(store, asked) : store;
    }

    /** Lets a second pass, and both nodes sweep at the end of it. */
    void pass() {
        sweepAfter(Duration.ofSeconds(1));
        removal.runReady();
    }

    void pass(int seconds) {
        for (int i = 0; i < seconds; i++) {
            pass();
        }
    }

    /** Lets time pass, and both nodes sweep at the end of it; removed records stay for now. */
    void sweepAfter(Duration passed) {
        time.pass(passed);
        asked.clear();
        first.pass.run();
        second.pass.run();
        loop.runReady();
    }

    /** Lets time pass, and both nodes then look for late calls. */
    void wait(Duration passed) {
        time.pass(passed);
        loop.passTime();
        loop.runReady();
    }

    /** Returns the answer of a call that depends on no other thread. */
    <T> T get(CompletionStage<T> answer) {
        loop.runReady();
        loop.passTime();
        loop.runReady();
        assertThat(answer.toCompletableFuture()).isDone();
        return ServingNode.await(answer);
    }

    @Override
    public void close() {
        node.abandon();
        other.abandon();
    }
}
