package io.snowkeeper.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.client.FakeServer.Script;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Connections to a server that lets them become 20 s old, and says so. */
class ConnectionAgeIT {

    private static final Duration LATE = Duration.ofMillis(16_100);
    private static final Duration OVER = Duration.ofMillis(17_100);

    private final AtomicLong ids = new AtomicLong();
    private final AtomicInteger asked = new AtomicInteger();
    private final CountDownLatch first = new CountDownLatch(1);
    private FakeServer server;

    @AfterEach
    void close() {
        first.countDown();
        server.close();
    }

    @Test
    void oneThatIsUsedIsLeftWhenAnotherIsThereAndItsCallsAreAnswered() {
        try (RuntimeInHand client = client(holdingTheFirst())) {
            CompletableFuture<Long> held = client.next();
            await().until(() -> asked.get() == 1);
            client.pass(LATE);
            await().until(() -> server.acceptedConnections() == 2);

            assertThat(held).isNotDone();
            assertThat(server.openConnections()).isEqualTo(2);
            first.countDown();
            assertThat(held.join()).isPositive();
            await().until(() -> server.openConnections() == 1);
            assertThat(client.next().join()).isPositive();
            assertThat(server.acceptedConnections()).isEqualTo(2);
        }
    }

    @Test
    void oneThatTheServerMayEndByNowGetsNothingMoreToDo() {
        try (RuntimeInHand client = client(holdingTheFirst())) {
            CompletableFuture<Long> held = client.next();
            await().until(() -> asked.get() == 1);
            client.pass(OVER);

            // The fake server would not look at a second request of that connection before it has answered the first.
            assertThat(client.next().join()).isPositive();
            assertThat(held).isNotDone();
            first.countDown();
            assertThat(held.join()).isPositive();
        }
    }

    @Test
    void oneThatIsNotUsedIsLeftWithoutAnother() {
        try (RuntimeInHand client = client(FakeServer.honest(ids))) {
            client.next().join();
            client.pass(LATE);

            await().until(() -> server.openConnections() == 0);
            assertThat(server.acceptedConnections()).isEqualTo(1);
        }
    }

    @Test
    void oneForSequencesIsLeftAsWell() {
        try (RuntimeInHand client = client(asked -> asked.ok("\"numbers\": [7], \"reservation\": null"))) {
            client.sequence("A").next(1).toCompletableFuture().join();
            client.pass(LATE);

            await().until(() -> server.openConnections() == 0);
        }
    }

    @Test
    void oneIsKeptUntilThen() {
        try (RuntimeInHand client = client(FakeServer.honest(ids))) {
            client.next().join();
            client.pass(Duration.ofMillis(13_900));
            client.next().join();

            assertThat(server.acceptedConnections()).isEqualTo(1);
        }
    }

    private Script holdingTheFirst() {
        Script honest = FakeServer.honest(ids);
        return request -> {
            if (asked.getAndIncrement() == 0) {
                first.await();
            }
            honest.run(request);
        };
    }

    private RuntimeInHand client(Script script) {
        server = FakeServer.startWithoutGreeting(request -> {
            if (request.type().equals("status")) {
                request.ok("\"draining\": false, \"max_connection_age_ms\": 20000");
            } else {
                script.run(request);
            }
        });
        return new RuntimeInHand(server.address(), Duration.ofMinutes(1), Duration.ofSeconds(30));
    }
}
