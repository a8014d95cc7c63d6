package io.snowkeeper.client.internal.connection;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import io.snowkeeper.client.internal.wire.AnswerFrameDecoder;
import io.snowkeeper.client.internal.wire.ClientIdentity;
import io.snowkeeper.core.text.HostPort;
import io.snowkeeper.core.text.TlsFailure;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** A connector over TCP, or TLS over TCP. */
public final class NettyConnector implements Connector {

    private final EventLoop loop;
    private final Optional<? extends Supplier<SslContext>> tls;
    private final ClientIdentity self;
    private final Duration timeout;
    private final RandomGenerator random;

    /** @param timeout how long it may take until a connection is ready */
    public NettyConnector(
            EventLoop loop,
            Optional<? extends Supplier<SslContext>> tls,
            ClientIdentity self,
            Duration timeout,
            RandomGenerator random) {
        this.loop = loop;
        this.random = random;
        this.tls = tls;
        this.self = self;
        this.timeout = timeout;
    }

    @Override
    public Connection open(Server server, Connection.Owner owner) {
        Connection connection = new Connection(self, timeout.toNanos(), random.nextDouble(), owner);
        connect(server, connection);
        return connection;
    }

    private void connect(Server server, Connection connection) {
        new Bootstrap()
                .group(loop)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, Math.toIntExact(timeout.toMillis()))
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        tls.ifPresent(contexts ->
                                channel.pipeline().addLast(handler(contexts.get(), channel, server.name())));
                        channel.pipeline().addLast(new AnswerFrameDecoder(connection::maxLine));
                    }
                })
                .connect(server.socketAddress())
                .addListener((ChannelFuture connected) -> {
                    if (connected.isSuccess()) {
                        secure(connected.channel(), server.name(), connection);
                    } else {
                        // If no socket could be opened, Netty calls this on another thread than the loop's.
                        loop.execute(() -> connection.close("cannot connect: " + Causes.describe(connected.cause())));
                    }
                });
    }

    private void secure(Channel channel, HostPort server, Connection connection) {
        if (tls.isEmpty()) {
            connection.opened(channel);
            return;
        }
        channel.pipeline().get(SslHandler.class).handshakeFuture().addListener(handshake -> {
            if (handshake.isSuccess()) {
                connection.opened(channel);
            } else {
                var unused = channel.close();
                connection.close("no TLS: " + reason(handshake.cause(), server));
            }
        });
    }

    private String reason(Throwable failure, HostPort server) {
        return failure instanceof SslHandshakeTimeoutException
                ? "the handshake has not ended within %s ms".formatted(timeout.toMillis())
                : TlsFailure.describe(failure, server.host());
    }

    private SslHandler handler(SslContext context, Channel channel, HostPort server) {
        SslHandler handler = context.newHandler(channel.alloc(), server.host(), server.port());
        handler.setHandshakeTimeoutMillis(timeout.toMillis());
        return handler;
    }
}
