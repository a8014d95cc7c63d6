package io.snowkeeper.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.client.FakeServer.Script;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A name that stands for several servers, and for others later. */
class NameOfServersIT {

    private static final Duration LOOKED_UP_AGAIN = Duration.ofSeconds(5);

    private final AtomicLong ids = new AtomicLong();
    private final List<FakeServer> servers = new ArrayList<>();
    private volatile CompletableFuture<List<InetAddress>> found = new CompletableFuture<>();

    @AfterEach
    void close() {
        servers.forEach(FakeServer::close);
    }

    @Test
    void callsAreSpreadOverAllOfThem() {
        serve(3, FakeServer.honest(ids));
        find(1, 2, 3);
        try (RuntimeInHand client = client()) {
            // The first calls are answered by the first connected server, however long the others take.
            await().until(() -> {
                client.next().join();
                return servers.stream().noneMatch(server -> server.requests().isEmpty());
            });
            for (int i = 0; i < 300; i++) {
                client.next().join();
            }
        }
        assertThat(servers).allSatisfy(server -> assertThat(server.requests()).hasSizeGreaterThan(80));
    }

    @Test
    void oneThatIsNewIsUsed() {
        serve(2, FakeServer.honest(ids));
        find(1);
        try (RuntimeInHand client = client()) {
            client.next().join();
            find(1, 2);
            client.pass(LOOKED_UP_AGAIN);
            await().until(() -> {
                client.next().join();
                return !servers.get(1).requests().isEmpty();
            });
        }
    }

    @Test
    void oneThatIsGoneAnswersWhatItWasAskedAndNothingElse() {
        CountDownLatch release = new CountDownLatch(1);
        serve(1, asked -> {
            release.await();
            FakeServer.honest(ids).run(asked);
        });
        FakeServer other = add(2, FakeServer.honest(ids));
        find(1);
        try (RuntimeInHand client = client()) {
            CompletableFuture<Long> asked = client.next();
            await().until(() -> servers.get(0).requests().size() == 1);
            find(2);
            client.pass(LOOKED_UP_AGAIN);
            await().until(() -> {
                CompletableFuture<Long> next = client.next();
                return other.requests().size() > 0 && next.join() > 0;
            });
            assertThat(asked).isNotDone();
            int before = servers.get(0).requests().size();
            for (int i = 0; i < 20; i++) {
                client.next().join();
            }
            assertThat(servers.get(0).requests()).hasSize(before);

            release.countDown();
            assertThat(asked.join()).isPositive();
            await().until(() -> servers.get(0).openConnections() == 0);
        }
    }

    @Test
    void whereOneHasFailedTheNameIsSoonLookedUpAgain() {
        serve(2, FakeServer.honest(ids));
        find(1);
        try (RuntimeInHand client = client()) {
            client.next().join();
            servers.get(0).close();
            CompletableFuture<Long> asked = client.next();
            find(2);
            client.pass(Duration.ofSeconds(1));
            assertThat(asked.join()).isPositive();
            assertThat(servers.get(1).requests()).isNotEmpty();
        }
    }

    @Test
    void aNameThatIsSlowToLookUpHoldsNobodyUp() {
        serve(1, FakeServer.honest(ids));
        CompletableFuture<List<InetAddress>> never = new CompletableFuture<>();
        try (RuntimeInHand client = new RuntimeInHand(
                "slow:%d,quick:%d".formatted(port(), port()),
                Duration.ofMinutes(1),
                Duration.ofSeconds(30),
                name -> name.equals("slow") ? never : CompletableFuture.completedFuture(List.of(loopback(1))))) {
            assertThat(client.next().join()).isPositive();
            assertThat(client.sequence("A").describe()).isNotNull();
        }
    }

    @Test
    void aCallAboutASequenceWaitsForTheName() {
        serve(1, asked -> asked.ok("\"numbers\": [7], \"reservation\": null"));
        try (RuntimeInHand client = client()) {
            var numbers = client.sequence("A").next(1).toCompletableFuture();
            assertThat(numbers).isNotDone();
            found.complete(List.of(loopback(1)));
            assertThat(numbers.join().first()).isEqualTo(7);
        }
    }

    @Test
    void callsAboutASequenceGoOnToAnotherServerWhenTheirsIsGone() {
        serve(2, asked -> asked.ok("\"numbers\": [7], \"reservation\": null"));
        find(1);
        try (RuntimeInHand client = client()) {
            client.sequence("A").next(1).toCompletableFuture().join();
            find(2);
            client.pass(LOOKED_UP_AGAIN);
            await().until(() -> {
                client.sequence("A").next(1).toCompletableFuture().join();
                return !servers.get(1).requests().isEmpty();
            });
            await().until(() -> servers.get(0).openConnections() == 0);
        }
    }

    private RuntimeInHand client() {
        return new RuntimeInHand("ids:" + port(), Duration.ofMinutes(1), Duration.ofSeconds(30), name -> found);
    }

    private void find(int... hosts) {
        List<InetAddress> addresses = new ArrayList<>();
        for (int host : hosts) {
            addresses.add(loopback(host));
        }
        found = CompletableFuture.completedFuture(addresses);
    }

    private int port() {
        return servers.get(0).port();
    }

    private void serve(int count, Script script) {
        for (int host = 1; host <= count; host++) {
            add(host, script);
        }
    }

    /** Starts one at 127.0.0.host, and at the same port as the first. */
    private FakeServer add(int host, Script script) {
        try {
            int port = servers.isEmpty() ? 0 : port();
            FakeServer server = FakeServer.start(new ServerSocket(port, 100, loopback(host)), true, script);
            servers.add(server);
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InetAddress loopback(int host) {
        try {
            return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) host});
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }
}
