package io.snowkeeper.node.http;

import static java.util.Objects.requireNonNull;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.snowkeeper.node.line.OpenConnections;
import io.snowkeeper.node.security.Refusals;
import io.snowkeeper.node.service.RequestTally;
import io.snowkeeper.node.tls.TlsPort;
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
 * Serves HTTP, on threads of its own: whatever comes here, the line protocol does not wait for it. Started once, and closed
 * once; thread-safe.
 */
public final class HttpServer implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(HttpServer.class);

    private static final int THREADS = 2;
    private static final int BACKLOG = 1024;

    private final HttpServerSettings settings;
    private final OpenConnections connections;
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
        this(settings, services, observer, Optional.empty());
    }

    /** As above, over TLS if that is given. */
    public HttpServer(
            HttpServerSettings settings, HttpServices services, HttpObserver observer, Optional<TlsPort> tls) {
        this.settings = requireNonNull(settings);
        connections = new OpenConnections(
                settings.maxConnections(), settings.security().addressLimits());
        calls = new ServiceCalls(services.service());
        AdminGuard guard = new AdminGuard(settings.security().adminToken());
        RequestReader reader =
                new RequestReader(new Router(guard.around(HttpApi.withPage(services, calls, settings.maxCount()))));
        pipeline = new HttpPipeline(tls, settings, new HttpConnections(connections), reader, observer);
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
                .childHandler(pipeline)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .bind(settings.bindAddress(), settings.port())
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            close();
            throw bindFailure(bound.cause());
        }
        listener = bound.channel();
        return (InetSocketAddress) listener.localAddress();
    }

    /** Returns what each thread of this server has asked of the service and got. */
    public List<RequestTally> tallies() {
        return calls.tallies();
    }

    /** Returns how many clients are connected. */
    public int connections() {
        return connections.count();
    }

    /** Returns what was refused up to now, since there was too much of it. */
    public Refusals refusals() {
        return connections.refusals();
    }

    /**
     * Answers the requests that are under way, closes all connections, and stops.
     *
     * @param timeout how long that may take; what is not answered then is cut
     */
    public void drain(Duration timeout) {
        stopListening();
        connections.stop(HttpConnections.Stop.WHEN_ANSWERED);
        if (!connections.awaitClosed(timeout.toNanos())) {
            log.warn(
                    "HTTP connections that are cut, since they did not take their answers within {}: {}",
                    timeout,
                    connections.count());
        }
        close();
    }

    /** Stops at once; answers that are not sent are lost. Does nothing if it was closed before. */
    @Override
    public synchronized void close() {
        state = State.CLOSED;
        if (loops != null) {
            loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
        }
    }

    private synchronized void stopListening() {
        if (listener != null) {
            listener.close().awaitUninterruptibly();
        }
    }

    private BindException bindFailure(Throwable cause) {
        BindException failure = new BindException(
                "cannot listen on %s:%d: %s".formatted(settings.bindAddress(), settings.port(), cause.getMessage()));
        failure.initCause(cause);
        return failure;
    }
}
