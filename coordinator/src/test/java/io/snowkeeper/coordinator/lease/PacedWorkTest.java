package io.snowkeeper.coordinator.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PacedWorkTest {

    private static final Duration LONG = Duration.ofMinutes(10);

    private final AtomicInteger done = new AtomicInteger();

    @Test
    void theWorkIsDoneAtItsPace() {
        PacedWork thread = new PacedWork("test", Executors.newSingleThreadScheduledExecutor(), done::incrementAndGet);
        thread.start(Duration.ofMillis(1));
        await().until(() -> done.get() > 3);
        assertThat(thread.stop(LONG)).isTrue();
    }

    @Test
    void theWorkIsDoneAtOnceWhenThreadIsPoked() {
        PacedWork thread = new PacedWork("test", Executors.newSingleThreadScheduledExecutor(), done::incrementAndGet);
        thread.start(LONG);
        thread.poke();
        await().until(() -> done.get() == 1);
        thread.stop(LONG);
    }

    @Test
    void anErrorDoesNotEndThePace() {
        PacedWork thread = new PacedWork("test", Executors.newSingleThreadScheduledExecutor(), () -> {
            done.incrementAndGet();
            throw new AssertionError("thrown by the work");
        });
        thread.start(Duration.ofMillis(1));
        await().until(() -> done.get() > 3);
        assertThat(thread.stop(LONG)).isTrue();
    }

    @Test
    void manyPokesWhileTheWorkIsDoneAreOneMore() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        PacedWork thread = new PacedWork("test", Executors.newSingleThreadScheduledExecutor(), () -> {
            done.incrementAndGet();
            awaitQuietly(go);
        });
        thread.poke();
        await().until(() -> done.get() == 1);
        for (int i = 0; i < 100; i++) {
            thread.poke();
        }
        go.countDown();
        await().until(() -> done.get() == 2);
        // A task submitted now comes after all poked work.
        thread.submit(() -> true).get();
        assertThat(done).hasValue(2);
        thread.stop(LONG);
    }

    @Test
    void manyPokesForLaterAreOne() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        PacedWork thread = new PacedWork("test", Executors.newSingleThreadScheduledExecutor(), done::incrementAndGet);
        // Busy until all have poked.
        var busy = thread.submit(() -> {
            go.await();
            return true;
        });
        for (int i = 0; i < 100; i++) {
            thread.pokeIn(Duration.ofMillis(1));
        }
        go.countDown();
        busy.get();
        await().until(() -> done.get() > 0);
        thread.submit(() -> true).get();
        assertThat(done).hasValue(1);
        thread.stop(LONG);
    }

    @Test
    void aStopInterruptsTheWork() {
        CountDownLatch never = new CountDownLatch(1);
        PacedWork thread = new PacedWork("test", Executors.newSingleThreadScheduledExecutor(), () -> {
            done.incrementAndGet();
            awaitQuietly(never);
        });
        thread.poke();
        await().until(() -> done.get() == 1);
        assertThat(thread.stop(LONG)).isTrue();
    }

    @Test
    void aPokeAfterTheStopDoesNothing() {
        PacedWork thread = new PacedWork("test", Executors.newSingleThreadScheduledExecutor(), done::incrementAndGet);
        thread.stop(LONG);
        thread.poke();
        assertThat(done).hasValue(0);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
