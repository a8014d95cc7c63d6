package io.snowkeeper.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.core.api.UnavailableException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** If a server misbehaves in any way: a client keeps no more connections than it may have, and no finished calls. */
class MisbehavingServerResourcesIT {

    @ParameterizedTest
    @EnumSource
    void noMoreConnectionsAreOpenThanAllowed(Misbehaviour misbehaviour) {
        try (FakeServer bad = FakeServer.start(misbehaviour.script())) {
            try (RuntimeInHand client = new RuntimeInHand(bad.address(), misbehaviour)) {
                for (int i = 0; i < 3; i++) {
                    assertThat(client.failureOf(client.next(), bad, misbehaviour))
                            .isInstanceOf(UnavailableException.class);
                }
                // Some may end here while the next begins: how many, the server sees late.
                assertThat(bad.mostOpenConnections()).isLessThanOrEqualTo(4);
            }
            await().until(() -> bad.openConnections() == 0);
        }
    }

    @Test
    void callsThatFailedAreNotKept() {
        try (FakeServer silent = FakeServer.start(asked -> {});
                SnowkeeperClient client = MadeClients.hasty(silent.address(), Duration.ofMillis(400))) {
            List<WeakReference<Object>> calls = new ArrayList<>();
            List<CompletionStage<Long>> held = new ArrayList<>();
            for (int i = 0; i < 2000; i++) {
                CompletionStage<Long> call = client.async().next();
                calls.add(new WeakReference<>(call));
                held.add(call);
            }
            await().until(() ->
                    held.stream().allMatch(call -> call.toCompletableFuture().isCompletedExceptionally()));
            held.clear();
            await().until(() -> {
                System.gc();
                return calls.stream().allMatch(call -> call.get() == null);
            });
        }
    }
}
