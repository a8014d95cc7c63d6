package io.snowkeeper.node.stream;

import static java.util.Objects.requireNonNull;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.snowkeeper.core.text.HostPort;
import io.snowkeeper.node.net.Backlog;
import io.snowkeeper.node.net.BoundedReads;
import io.snowkeeper.node.net.BusyPoll;
import io.snowkeeper.node.net.ConnectionRegistry;
import io.snowkeeper.node.net.EventLoops;
import io.snowkeeper.node.net.ListenerPipeline;
import io.snowkeeper.node.net.SocketLimit;
import io.snowkeeper.node.net.Transport;
import io.snowkeeper.node.net.connection.PortBounds;
import io.snowkeeper.node.net.connection.PortRules;
import io.snowkeeper.node.report.PortReport;
import io.snowkeeper.node.security.Peer;
import io.snowkeeper.node.security.Refusals;
import io.snowkeeper.node.service.NodeService;
import io.snowkeeper.node.service.RequestCounters;
import io.snowkeeper.node.tls.handshake.TlsPort;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server of a protocol over TCP. Started once, and closed once; thread-safe.
 *
 * <p>Answers of one connection come in the order of its requests. A client that does not read its answers is not read
 * either.
 */
public class StreamServer implements PortReport, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(StreamServer.class);

    private static final int LISTENER_SECONDS = 5;

    /** A connection's answers pile up to the high mark, and go on from the low one. */
    private static final WriteBufferWaterMark WRITE_MARKS = new WriteBufferWaterMark(32 * 1024, 128 * 1024);

    /** Netty's default one makes two objects for each copy into a direct buffer. This one makes none. */
    private static final ByteBufAllocator BUFFERS = PooledByteBufAllocator.DEFAULT;

    private final StreamSettings settings;
    private final StreamProtocol protocol;
    private final List<NodeService> services;
    private final Transport transport;
    private final Optional<TlsPort> tls;
    private final Function<@Nullable SocketAddress, Peer> peers;
    private final ConnectionRegistry connections;
    private final AdmissionHandler admission;
    private final PortRules rules;
    private final Backlog backlog;
    private final SocketLimit sockets;
    private final List<RequestCounters> tallies = new CopyOnWriteArrayList<>();

    // Guarded by this.
    private State state = State.LATENT;
    private @Nullable EventLoopGroup acceptLoop;
    private @Nullable MultiThreadIoEventLoopGroup ioLoops;
    private @Nullable Channel listener;

    private enum State {
        LATENT,
        STARTED,
        CLOSED
    }

    /**
     * Makes a server; nothing is opened before {@link #start}.
     *
     * @param services at least one, all of the same name: each connection is served by one of them, which they take in
     *     turn
     * @param tls empty for plain connections
     * @param bounds the limits shared by the clients of all ports
     * @param peers locates the client of an address
     */
    public StreamServer(
            StreamSettings settings,
            StreamProtocol protocol,
            List<NodeService> services,
            Optional<TlsPort> tls,
            PortBounds bounds,
            Transport transport,
            Function<@Nullable SocketAddress, Peer> peers) {
        this.settings = requireNonNull(settings);
        this.protocol = requireNonNull(protocol);
        this.services = List.copyOf(services);
        this.tls = requireNonNull(tls);
        this.backlog = bounds.backlog();
        this.sockets = bounds.sockets();
        this.transport = requireNonNull(transport);
        this.peers = requireNonNull(peers);
        connections = new ConnectionRegistry(
                settings.maxConnections(), settings.security().addressLimits());
        admission = new AdmissionHandler(connections, protocol);
        rules = new PortRules(protocol.port(), bounds.connections());
    }

    /**
     * Begins to listen.
     *
     * @return the address that is listened on, with the port that was chosen
     * @throws BindException if the address cannot be listened on; the message names it, and the server is closed
     * @throws IllegalStateException if it was started or closed before
     */
    public synchronized InetSocketAddress start() throws BindException {
        if (state != State.LATENT) {
            throw new IllegalStateException("a server is started once: it is " + state);
        }
        state = State.STARTED;
        acceptLoop = eventLoops(1, protocol.name() + "-accept", BusyPoll.NEVER);
        ioLoops = eventLoops(Runtime.getRuntime().availableProcessors(), protocol.name() + "-io", settings.busyPoll());
        ChannelFuture bound = new ServerBootstrap()
                .group(acceptLoop, ioLoops)
                .channel(transport.serverChannel())
                .handler(new ListenerPipeline(protocol.name(), sockets))
                .childHandler(
                        new StreamPipeline(tls, rules, admission, settings.idleTimeout(), backlog, sessionsOf(ioLoops)))
                .option(ChannelOption.SO_BACKLOG, ListenerPipeline.BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.ALLOCATOR, BUFFERS)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WRITE_MARKS)
                .childOption(ChannelOption.RECVBUF_ALLOCATOR, new BoundedReads(backlog))
                .bind(settings.bindAddress(), settings.port())
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            close();
            throw bindFailure(bound.cause());
        }
        listener = bound.channel();
        return (InetSocketAddress) listener.localAddress();
    }

    /** Returns how many bytes of answers wait for clients that do not take them. */
    public long pendingBytes() {
        return backlog.bytes();
    }

    @Override
    public String protocol() {
        return protocol.name();
    }

    @Override
    public List<RequestCounters> tallies() {
        return List.copyOf(tallies);
    }

    @Override
    public int connections() {
        return connections.count();
    }

    @Override
    public int maxConnections() {
        return settings.maxConnections();
    }

    @Override
    public long aged() {
        return rules.aged();
    }

    @Override
    public Refusals refusals() {
        return connections.refusals();
    }

    /**
     * Stops without cutting an answer, and closes. Nothing more is accepted, and requests are refused as draining. A
     * connection is closed when its client asks nothing for a moment, in any case after half the time, and when all of
     * its answers are sent; one whose client does not read them is cut at the end of the time.
     *
     * @param timeout how long it may take altogether
     */
    public void drain(Duration timeout) {
        long started = System.nanoTime();
        services.forEach(NodeService::drain);
        stopListening();
        connections.stop(DrainEvent.WHEN_QUIET);
        if (!connections.awaitClosed(timeout.toNanos() / 2)) {
            connections.stop(DrainEvent.NOW);
            connections.awaitClosed(Math.max(0, timeout.toNanos() - (System.nanoTime() - started)));
        }
        int left = connections.count();
        if (left > 0) {
            log.warn("Connections that are cut because they did not read their answers within {}: {}", timeout, left);
        }
        close();
    }

    /** Stops at once; answers that are not sent are lost. Does nothing if it was closed before. */
    @Override
    public synchronized void close() {
        state = State.CLOSED;
        EventLoops.shutDown(acceptLoop, ioLoops);
        protocol.close();
    }

    /** Admits clients that have connected before, and none after. */
    private synchronized void stopListening() {
        if (listener == null || state == State.CLOSED) {
            return;
        }
        // The first task may come after this turn's look at the listener, the second one comes after the next.
        EventLoops.awaitTurn(requireNonNull(acceptLoop));
        EventLoops.awaitTurn(requireNonNull(acceptLoop));
        listener.close().awaitUninterruptibly(LISTENER_SECONDS, TimeUnit.SECONDS);
        // The last admitted connection is on the way to its loop.
        EventLoops.awaitTurn(requireNonNull(ioLoops));
    }

    /** Returns a factory of connections' sessions: connections take the services in turn. */
    private Function<Channel, StreamSession> sessionsOf(MultiThreadIoEventLoopGroup loops) {
        Map<EventExecutor, Function<Channel, StreamSession>> sessionsOf = new HashMap<>();
        for (EventExecutor loop : loops) {
            ServiceTurn turn = new ServiceTurn(services, sessionsOf.size(), loops.executorCount());
            RequestCounters tally = new RequestCounters();
            tallies.add(tally);
            sessionsOf.put(
                    loop,
                    channel -> protocol.session(
                            turn.next(), channel, peers.apply(ConnectionRegistry.addressOf(channel)), tally));
        }
        return channel -> requireNonNull(sessionsOf.get(channel.eventLoop())).apply(channel);
    }

    private MultiThreadIoEventLoopGroup eventLoops(int threads, String name, BusyPoll poll) {
        return new MultiThreadIoEventLoopGroup(threads, new DefaultThreadFactory(name), transport.ioHandler(poll));
    }

    private BindException bindFailure(Throwable cause) {
        BindException failure = new BindException("cannot listen on %s: %s"
                .formatted(new HostPort(settings.bindAddress(), settings.port()), cause.getMessage()));
        failure.initCause(cause);
        return failure;
    }
}
