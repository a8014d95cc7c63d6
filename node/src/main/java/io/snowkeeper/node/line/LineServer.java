package io.snowkeeper.node.line;

import io.snowkeeper.node.net.Transport;
import io.snowkeeper.node.net.connection.PortBounds;
import io.snowkeeper.node.security.Peer;
import io.snowkeeper.node.service.NodeService;
import io.snowkeeper.node.stream.StreamServer;
import io.snowkeeper.node.tls.handshake.TlsPort;
import java.net.SocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A server of the line protocol over TCP. Started once, and closed once; thread-safe. */
public final class LineServer extends StreamServer {

    /** Makes a server; nothing is opened before {@link #start}. */
    public LineServer(LineServerSettings settings, NodeService service) {
        this(settings, service, Transport.best());
    }

    LineServer(LineServerSettings settings, NodeService service, Transport transport) {
        this(settings, List.of(service), Optional.empty(), PortBounds.usual(), transport, Peer::at);
    }

    /**
     * As above, with several services of one node: each connection is served by one of them, which they take in turn.
     *
     * @param services at least one, all of the same name
     */
    public LineServer(LineServerSettings settings, List<NodeService> services) {
        this(settings, services, Optional.empty(), PortBounds.usual());
    }

    /**
     * As above, over TLS if that is given.
     *
     * @param bounds the limits shared by the clients of all ports
     */
    public LineServer(
            LineServerSettings settings, List<NodeService> services, Optional<TlsPort> tls, PortBounds bounds) {
        this(settings, services, tls, bounds, Transport.best(), Peer::at);
    }

    /** @param peers locates the client of an address */
    LineServer(
            LineServerSettings settings,
            List<NodeService> services,
            Optional<TlsPort> tls,
            PortBounds bounds,
            Transport transport,
            Function<@Nullable SocketAddress, Peer> peers) {
        super(
                settings.stream(),
                new LineProtocol(settings, services.get(0).name()),
                services,
                tls,
                bounds,
                transport,
                peers);
    }
}
