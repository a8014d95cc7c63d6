package io.snowkeeper.client;

import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.snowkeeper.client.internal.connection.AddressLookup;
import io.snowkeeper.client.internal.dispatch.ClientRuntime;
import io.snowkeeper.client.internal.dispatch.ClientSettings;
import io.snowkeeper.core.text.HostPort;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;

/** Clients with one connection for ids to each server, whose names a test looks up. */
public final class NamedClients {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private NamedClients() {}

    /**
     * Makes one that waits long for its answers, since a busy machine may be slow.
     *
     * @param servers in the form of clients' settings
     * @param lookup the present addresses of their names
     */
    public static SnowkeeperClient client(String servers, AddressLookup lookup) {
        ClientSettings settings = new ClientSettings(
                HostPort.parseList(servers, 7070), PATIENCE, PATIENCE, PATIENCE, 1, 1, Duration.ofSeconds(1), 1000);
        ClientRuntime runtime = new ClientRuntime(
                settings,
                Optional.empty(),
                Optional.empty(),
                new SnowkeeperFailures(),
                new NioEventLoopGroup(1, new DefaultThreadFactory("named-client", true)),
                lookup,
                System::nanoTime,
                new Random());
        return new SnowkeeperClient(new AsyncSnowkeeperClient(runtime, Optional.empty(), Optional.empty()));
    }
}
