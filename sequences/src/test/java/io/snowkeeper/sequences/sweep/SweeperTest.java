package io.snowkeeper.sequences.sweep;

import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.store.Election;
import io.snowkeeper.sequences.access.BulkConnection;
import io.snowkeeper.sequences.access.ClockAgreement;
import io.snowkeeper.sequences.access.ServedFleet;
import io.snowkeeper.sequences.catalogue.UnreadableRecords;
import io.snowkeeper.sequences.engine.ManualTime;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SweeperTest {

    private final AtomicInteger turns = new AtomicInteger();
    private final Sweeper sweeper = new Sweeper(
            Elected::new,
            new BulkConnection(this::fail, store -> fail()),
            new UnreadableRecords(),
            new ServedFleet(Optional::empty),
            (name, command) -> new CompletableFuture<>(),
            Duration.ofMillis(1),
            Executors.newSingleThreadScheduledExecutor(),
            Executors.newSingleThreadExecutor(),
            new ClockAgreement(new ManualTime(), Duration.ofSeconds(1)));

    @AfterEach
    void stop() {
        sweeper.stop();
    }

    @Test
    void anErrorDoesNotEndTheTurns() {
        sweeper.start();

        await().until(() -> turns.get() > 3);
    }

    private <T> T fail() {
        turns.incrementAndGet();
        throw new NoClassDefFoundError("thrown by a sweep");
    }

    private static final class Elected implements Election {

        @Override
        public void enter() {}

        @Override
        public boolean isElected() {
            return true;
        }

        @Override
        public void check() {}

        @Override
        public void close() {}
    }
}
