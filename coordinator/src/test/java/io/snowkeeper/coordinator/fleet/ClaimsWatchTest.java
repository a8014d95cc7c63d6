package io.snowkeeper.coordinator.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.coordinator.memory.MemoryStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClaimsWatchTest {

    private final MemoryEnsemble ensemble = new MemoryEnsemble();
    private final MemoryStore store = ensemble.client();
    private final MemoryStore other = ensemble.client();
    private final ClaimsWatch watch = new ClaimsWatch(store);

    private long known;

    @BeforeEach
    void claimOnce() {
        store.start();
        other.start();
        claim(store);
        known = watch.changes();
        await().until(() -> !isTold());
    }

    @AfterEach
    void close() {
        store.close();
        other.close();
    }

    private static void claim(MemoryStore member) {
        member.createEphemeral(FleetPaths.newClaim(), new byte[0]).join();
    }

    private boolean isTold() {
        long now = watch.changes();
        boolean told = now > known;
        known = now;
        return told;
    }

    @Test
    void whileNobodyComesOrGoesNothingIsTold() {
        assertThat(isTold()).isFalse();
        assertThat(isTold()).isFalse();
    }

    @Test
    void whoComesIsTold() {
        claim(other);

        await().until(this::isTold);
        await().until(() -> !isTold());
    }

    @Test
    void whoGoesIsTold() {
        claim(other);
        await().until(this::isTold);
        ensemble.expire(other.sessionId());

        await().until(this::isTold);
    }

    @Test
    void aNewSessionMayHaveMissedSomething() {
        ensemble.expire(store.sessionId());

        await().until(this::isTold);
    }

    @Test
    void withoutASessionNothingIsToldAndNothingFails() {
        store.cut();

        assertThat(watch.changes()).isGreaterThanOrEqualTo(known);
    }
}
