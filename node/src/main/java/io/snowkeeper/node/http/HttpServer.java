package io.snowkeeper.node.http;

import static java.util.Objects.requireNonNull;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.snowkeeper.core.text.HostPort;
import io.snowkeeper.node.http.api.HttpApi;
import io.snowkeeper.node.http.api.HttpServices;
import io.snowkeeper.node.http.api.ServiceCalls;
import io.snowkeeper.node.http.routing.AccessGuard;
import io.snowkeeper.node.http.routing.CrossSiteGuard;
import io.snowkeeper.node.http.routing.HostRule;
import io.snowkeeper.node.http.routing.Route;
import io.snowkeeper.node.http.routing.Router;
import io.snowkeeper.node.net.ConnectionRegistry;
import io.snowkeeper.node.net.EventLoops;
import io.snowkeeper.node.net.ListenerPipeline;
import io.snowkeeper.node.net.SocketLimit;
import io.snowkeeper.node.net.connection.PortBounds;
import io.snowkeeper.node.net.connection.PortRules;
import io.snowkeeper.node.net.connection.ProxiedPort;
import io.snowkeeper.node.report.PortReport;
import io.snowkeeper.node.security.Refusals;
import io.snowkeeper.node.service.RequestCounters;
import io.snowkeeper.node.tls.handshake.TlsPort;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server of HTTP, on threads of its own: the line protocol does not wait for its requests. Started once, and closed
 * once; thread-safe.
 */
public final class HttpServer implements PortReport, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(HttpServer.class);

    private static final int THREADS = 2;
    private static final int LISTENER_SECONDS = 5;

    /** A connection's answers pile up to the high mark, and go on from the low one. */
    private static final WriteBufferWaterMark WRITE_MARKS = new WriteBufferWaterMark(32 * 1024, 128 * 1024);

    /**
     * The size of a read from a connection, in bytes: its content may wait as long as the client does not take its
     * answers.
     */
    private static final int READ = 4 * 1024;

    private static final RecvByteBufAllocator ONE_READ =
            new AdaptiveRecvByteBufAllocator(64, 1024, READ).maxMessagesPerRead(1);

    /** The same as that of the other port: they share its limit, too. */
    private static final ByteBufAllocator BUFFERS = PooledByteBufAllocator.DEFAULT;

    private final HttpServerSettings settings;
    private final SocketLimit sockets;
    private final ConnectionRegistry connections;
    private final PortRules rules;
    private final HttpPipeline pipeline;
    private final ServiceCalls calls;

    // Guarded by this.
    private State state = State.LATENT;
    private @Nullable EventLoopGroup loops;
    private @Nullable Channel listener;

    private enum State {
        LATENT,
        STARTED,
        CLOSED
    }

    /** Makes a server; nothing is opened before {@link #start}. */
    public HttpServer(HttpServerSettings settings, HttpServices services, HttpObserver observer) {
        this(settings, services, observer, Optional.empty(), PortBounds.usual());
    }

    /**
     * As above, over TLS if that is given.
     *
     * @param bounds the limits shared by the clients of all ports
     */
    public HttpServer(
            HttpServerSettings settings,
            HttpServices services,
            HttpObserver observer,
            Optional<TlsPort> tls,
            PortBounds bounds) {
        this.settings = requireNonNull(settings);
        this.sockets = bounds.sockets();
        connections = new ConnectionRegistry(
                settings.maxConnections(), settings.security().addressLimits());
        calls = new ServiceCalls(services.service(), System::nanoTime);
        RequestReader reader = new RequestReader(
                new Router(guarded(HttpApi.withPage(services, calls, settings.maxCount()), tls.isPresent())),
                new HostRule(settings.security().allowedHosts()));
        rules = new PortRules(ProxiedPort.HTTP, bounds.connections());
        pipeline = new HttpPipeline(
                tls, rules, settings, new HttpConnections(connections), bounds.backlog(), reader, observer);
    }

    private List<Route> guarded(List<Route> routes, boolean overTls) {
        return new CrossSiteGuard(overTls, settings.security().allowedHosts()).around(new AccessGuard().around(routes));
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
        loops = new MultiThreadIoEventLoopGroup(
                THREADS, new DefaultThreadFactory("http-io"), NioIoHandler.newFactory());
        ChannelFuture bound = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .handler(new ListenerPipeline("http", sockets))
                .childHandler(pipeline)
                .option(ChannelOption.SO_BACKLOG, ListenerPipeline.BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.ALLOCATOR, BUFFERS)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WRITE_MARKS)
                .childOption(ChannelOption.RECVBUF_ALLOCATOR, ONE_READ)
                .bind(settings.bindAddress(), settings.port())
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            close();
            throw bindFailure(bound.cause());
        }
        listener = bound.channel();
        return (InetSocketAddress) listener.localAddress();
    }

    @Override
    public String protocol() {
        return ProxiedPort.HTTP.text();
    }

    @Override
    public List<RequestCounters> tallies() {
        return calls.tallies();
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
     * Answers the requests that are under way, closes all connections, and stops.
     *
     * @param timeout how long that may take; unanswered requests are cut then
     */
    public void drain(Duration timeout) {
        stopListening();
        connections.stop(HttpConnections.Stop.WHEN_ANSWERED);
        if (!connections.awaitClosed(timeout.toNanos())) {
            log.warn(
                    "HTTP connections that are cut because they did not read their answers within {}: {}",
                    timeout,
                    connections.count());
        }
        close();
    }

    /** Stops at once; answers that are not sent are lost. Does nothing if it was closed before. */
    @Override
    public synchronized void close() {
        state = State.CLOSED;
        EventLoops.shutDown(loops);
    }

    private synchronized void stopListening() {
        if (listener != null) {
            listener.close().awaitUninterruptibly(LISTENER_SECONDS, TimeUnit.SECONDS);
        }
    }

    private BindException bindFailure(Throwable cause) {
        BindException failure = new BindException("cannot listen on %s: %s"
                .formatted(new HostPort(settings.bindAddress(), settings.port()), cause.getMessage()));
        failure.initCause(cause);
        return failure;
    }
}
