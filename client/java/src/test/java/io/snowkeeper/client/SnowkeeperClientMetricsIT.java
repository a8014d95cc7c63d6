package io.snowkeeper.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.snowkeeper.core.api.RefusedException;
import io.snowkeeper.core.api.UnavailableException;
import io.snowkeeper.testkit.net.Ports;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SnowkeeperClientMetricsIT {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final AtomicLong ids = new AtomicLong();

    @Test
    void callsAreTimedByTypeAndOutcome() {
        try (FakeServer server = FakeServer.start(FakeServer.honest(ids));
                SnowkeeperClient client = measured(MadeClients.patient(server.address()))) {
            client.next();
            client.next();
            client.next(10);
            assertThatThrownBy(() -> client.sequence("A").describe()).isInstanceOf(RefusedException.class);

            assertThat(calls("generate", "answered").count()).isEqualTo(2);
            assertThat(calls("generate", "answered").totalTime(TimeUnit.NANOSECONDS))
                    .isPositive();
            assertThat(calls("generate_batch", "answered").count()).isEqualTo(1);
            assertThat(calls("sequence_describe", "refused").count()).isEqualTo(1);
        }
    }

    @Test
    void callsThatAreSentAgainAreCounted() {
        AtomicInteger asked = new AtomicInteger();
        FakeServer.Script honest = FakeServer.honest(ids);
        try (FakeServer server = FakeServer.start(request -> {
                    if (asked.incrementAndGet() == 1) {
                        request.hangUp();
                    } else {
                        honest.run(request);
                    }
                });
                SnowkeeperClient client = measured(MadeClients.patient(server.address()))) {
            client.next();
            assertThat(registry.get("snowkeeper.client.retries")
                            .functionCounter()
                            .count())
                    .isEqualTo(1);
        }
    }

    @Test
    void whatIsTakenFromMemoryIsCounted() {
        try (FakeServer server = FakeServer.start(FakeServer.honest(ids));
                SnowkeeperClient client = measured(MadeClients.patientBuilder(server.address())
                        .prefetch(new PrefetchLimits(100, Duration.ofHours(1)))
                        .build())) {
            await().until(() -> {
                client.next();
                return registry.get("snowkeeper.client.prefetch.hits")
                                .functionCounter()
                                .count()
                        >= 10;
            });
            assertThat(calls("prefetch", "answered").count()).isPositive();
        }
    }

    @Test
    void metersGoOnWhereOnlyTheCallsThatDoNotWaitAreKept() {
        try (FakeServer server = FakeServer.start(FakeServer.honest(ids))) {
            AsyncSnowkeeperClient kept =
                    measured(MadeClients.patient(server.address())).async();
            WeakReference<Object> dropped = new WeakReference<>(new Object());
            await().until(() -> {
                System.gc();
                return dropped.refersTo(null);
            });

            assertThat(registry.get("snowkeeper.client.waiting").gauge().value())
                    .isZero();
            kept.runtime().close();
        }
    }

    @Test
    void callsThatWaitAreCountedUntilTheyAreOver() {
        try (FakeServer silent = FakeServer.start(asked -> {});
                RuntimeInHand runtime = new RuntimeInHand(silent.address())) {
            SnowkeeperClient client = measured(runtime.client());
            var call = client.async().next().toCompletableFuture();
            var cancelled = client.async().next().toCompletableFuture();
            assertThat(waiting()).isEqualTo(2);
            cancelled.cancel(false);
            assertThat(calls("generate", "cancelled").count()).isEqualTo(1);
            assertThat(runtime.failureOf(call, () -> silent.requests().size() > 0))
                    .isInstanceOf(UnavailableException.class);
            assertThat(calls("generate", "unavailable").count()).isEqualTo(1);
            assertThat(waiting()).isZero();
        }
    }

    @Test
    void aCallForUuidsThatIsCancelledIsOver() {
        try (FakeServer silent = FakeServer.start(asked -> {});
                RuntimeInHand runtime = new RuntimeInHand(silent.address())) {
            SnowkeeperClient client = measured(runtime.client());
            var one = client.async().nextUuid().toCompletableFuture();
            var several = client.async().nextUuids(2).toCompletableFuture();
            one.cancel(false);
            several.cancel(false);

            assertThat(waiting()).isZero();
        }
    }

    @Test
    void eachServerIsUpOrNot() {
        String dead = "127.0.0.1:" + Ports.next();
        try (FakeServer server = FakeServer.start(FakeServer.honest(ids));
                SnowkeeperClient client = measured(MadeClients.patient(server.address() + "," + dead))) {
            client.next();
            await().untilAsserted(() -> {
                assertThat(registry.find("snowkeeper.client.server.up")
                                .tag("server", dead)
                                .gauge())
                        .isNotNull()
                        .extracting(gauge -> gauge.value())
                        .isEqualTo(0.0);
                assertThat(registry.get("snowkeeper.client.server.up")
                                .tag("server", server.address())
                                .gauge()
                                .value())
                        .isEqualTo(1);
            });
        }
    }

    private SnowkeeperClient measured(SnowkeeperClient client) {
        new SnowkeeperClientMetrics(client, Tags.of("client", "orders")).bindTo(registry);
        return client;
    }

    private double waiting() {
        return registry.get("snowkeeper.client.waiting").gauge().value();
    }

    private Timer calls(String type, String outcome) {
        return registry.get("snowkeeper.client.calls")
                .tags("client", "orders", "type", type, "outcome", outcome)
                .timer();
    }
}
