package io.snowkeeper.node.redis;

import io.snowkeeper.node.net.Transport;
import io.snowkeeper.node.net.connection.PortBounds;
import io.snowkeeper.node.security.Peer;
import io.snowkeeper.node.service.NodeService;
import io.snowkeeper.node.stream.StreamServer;
import io.snowkeeper.node.stream.StreamSettings;
import io.snowkeeper.node.tls.handshake.TlsPort;
import java.util.List;
import java.util.Optional;

/** A server of Redis' protocol over TCP. Started once, and closed once; thread-safe. */
public final class RedisServer extends StreamServer {

    /**
     * Makes a server; nothing is opened before {@link #start}.
     *
     * @param settings its address, and the rights of clients
     * @param redis its own settings
     * @param maxBatch the most ids that one command may ask for
     * @param services at least one, all of the same name: each connection is served by one of them
     * @param tls empty for plain connections
     * @param bounds the limits shared by the clients of all ports
     */
    public RedisServer(
            StreamSettings settings,
            RedisSettings redis,
            int maxBatch,
            List<NodeService> services,
            Optional<TlsPort> tls,
            PortBounds bounds) {
        super(
                settings,
                new RespProtocol(new CommandSet(maxBatch, redis.createsBlocks()), settings.security()),
                services,
                tls,
                bounds,
                Transport.best(),
                Peer::at);
    }
}
