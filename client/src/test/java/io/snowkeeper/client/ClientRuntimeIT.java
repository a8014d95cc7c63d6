package io.snowkeeper.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.channel.nio.NioEventLoopGroup;
import io.snowkeeper.client.internal.connection.ServerAddress;
import io.snowkeeper.client.internal.dispatch.ClientRuntime;
import io.snowkeeper.client.internal.dispatch.ClientSettings;
import io.snowkeeper.client.internal.dispatch.IdCall;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a client does as time goes by, with a stopwatch that the test turns. */
class ClientRuntimeIT {

    private final AtomicLong now =
            new AtomicLong(Long.MAX_VALUE - Duration.ofSeconds(1).toNanos());
    private final AtomicLong ids = new AtomicLong();
    private final List<ClientRuntime> runtimes = new ArrayList<>();

    @AfterEach
    void close() {
        runtimes.forEach(ClientRuntime::close);
    }

    @Test
    void aConnectionThatWasNotUsedForAMinuteIsClosed() {
        try (FakeServer server = FakeServer.start(FakeServer.honest(ids))) {
            ClientRuntime runtime = runtime(server);
            next(runtime).join();
            pass(Duration.ofSeconds(61));

            await().until(() -> server.openConnections() == 0);
        }
    }

    @Test
    void theNextCallOpensAnother() {
        try (FakeServer server = FakeServer.start(FakeServer.honest(ids))) {
            ClientRuntime runtime = runtime(server);
            next(runtime).join();
            pass(Duration.ofSeconds(61));
            await().until(() -> server.openConnections() == 0);

            assertThat(next(runtime).join()).isEqualTo(2);
            assertThat(server.acceptedConnections()).isEqualTo(2);
        }
    }

    @Test
    void aCallThatIsWithinItsDeadlineWaits() {
        try (FakeServer silent = FakeServer.start(asked -> {})) {
            ClientRuntime runtime = runtime(silent);
            CompletableFuture<Long> call = next(runtime);
            await().until(() -> silent.requests().size() == 1);
            pass(Duration.ofMillis(4_999));
            // Its connection is given up, so that the client has looked at the time.
            await().until(() -> silent.acceptedConnections() > 1);

            assertThat(call).isNotDone();
            pass(Duration.ofMillis(1));
            await().until(call::isCompletedExceptionally);
        }
    }

    @Test
    void theDeadlineOfACallThatWaitsForAServerIsKept() {
        ClientRuntime runtime = runtime("127.0.0.1", 1);
        CompletableFuture<Long> call = next(runtime);
        pass(Duration.ofSeconds(5));

        await().until(call::isCompletedExceptionally);
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    private static CompletableFuture<Long> next(ClientRuntime runtime) {
        return runtime.submit(IdCall.one(runtime.newDeadline()));
    }

    private ClientRuntime runtime(FakeServer server) {
        return runtime("127.0.0.1", server.port());
    }

    private ClientRuntime runtime(String host, int port) {
        ClientSettings settings = new ClientSettings(
                List.of(new ServerAddress(host, port)), Duration.ofSeconds(5), Duration.ofSeconds(1), 1, 8, 100);
        ClientRuntime runtime = new ClientRuntime(
                settings,
                Optional.empty(),
                new SnowkeeperFailures(),
                new NioEventLoopGroup(1),
                name -> CompletableFuture.completedFuture(List.of(InetAddress.getLoopbackAddress())),
                now::get,
                new Random());
        runtimes.add(runtime);
        return runtime;
    }
}
