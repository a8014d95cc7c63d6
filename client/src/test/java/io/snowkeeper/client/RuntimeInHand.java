package io.snowkeeper.client;

import io.netty.channel.nio.NioEventLoopGroup;
import io.snowkeeper.client.internal.connection.AddressLookup;
import io.snowkeeper.client.internal.connection.ServerAddress;
import io.snowkeeper.client.internal.dispatch.ClientRuntime;
import io.snowkeeper.client.internal.dispatch.ClientSettings;
import io.snowkeeper.client.internal.dispatch.IdCall;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/** The engine of a client, with a stopwatch that the test turns and a lookup that it answers. */
final class RuntimeInHand implements AutoCloseable {

    static final Duration LOOKUP_INTERVAL = Duration.ofSeconds(5);

    private final AtomicLong now =
            new AtomicLong(Long.MAX_VALUE - Duration.ofSeconds(1).toNanos());
    private final ClientRuntime runtime;

    /** Makes one whose servers are on this machine. */
    RuntimeInHand(String servers, Duration deadline, Duration attemptTimeout) {
        this(
                servers,
                deadline,
                attemptTimeout,
                name -> CompletableFuture.completedFuture(List.of(InetAddress.getLoopbackAddress())));
    }

    RuntimeInHand(String servers, Duration deadline, Duration attemptTimeout, AddressLookup lookup) {
        ClientSettings settings =
                new ClientSettings(ServerAddress.parse(servers), deadline, attemptTimeout, 1, 8, LOOKUP_INTERVAL, 100);
        runtime = new ClientRuntime(
                settings,
                Optional.empty(),
                Optional.empty(),
                new SnowkeeperFailures(),
                new NioEventLoopGroup(1),
                lookup,
                now::get,
                new Random());
    }

    void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    CompletableFuture<Long> next() {
        return runtime.submit(IdCall.one(runtime.newDeadline()));
    }

    SequenceCalls sequence(String name) {
        return new SequenceCalls(name, runtime, Optional.empty(), false);
    }

    @Override
    public void close() {
        runtime.close();
    }
}
