package io.snowkeeper.loadtest.attack.traffic;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.snowkeeper.loadtest.client.NodePorts;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** An attacker's connections, all on one thread: those that the node closes are opened again a second later. */
@SuppressWarnings(
        "FutureReturnValueIgnored") // A connection that cannot be opened again is one fewer of the attacker's.
final class AttackChannels {

    private static final int CONNECT_TIMEOUT_MILLIS = 10_000;
    private static final int CONNECTING_AT_ONCE = 100;
    private static final long REOPEN_MILLIS = 1_000;

    private final MultiThreadIoEventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final AtomicInteger opened = new AtomicInteger();
    private final int addresses;
    private final @Nullable SslContext tls;
    private final Traffic traffic;

    /**
     * @param target the node, whose certificate is taken as it is
     * @param addresses from how many addresses of this machine to come, in turn: 127.0.0.2 and those after it. 0 to come from
     *     127.0.0.1, as the innocents do
     */
    AttackChannels(NodePorts target, int addresses, Traffic traffic) throws SSLException {
        this.addresses = addresses;
        this.traffic = traffic;
        this.tls = target.certificate().isEmpty()
                ? null
                : SslContextBuilder.forClient()
                        .trustManager(target.certificate().get().toFile())
                        .endpointIdentificationAlgorithm(null)
                        .build();
    }

    Traffic traffic() {
        return traffic;
    }

    EventLoop loop() {
        return loops.next();
    }

    /** Opens connections, over TLS if the node speaks it, and keeps their number. */
    void keep(InetSocketAddress target, int count, Supplier<ChannelHandler> handlers) {
        traffic.wanted(count);
        AtomicInteger toOpen = new AtomicInteger(count);
        for (int i = 0; i < Math.min(count, CONNECTING_AT_ONCE); i++) {
            keepNext(target, toOpen, handlers);
        }
    }

    private void keepNext(InetSocketAddress target, AtomicInteger toOpen, Supplier<ChannelHandler> handlers) {
        if (toOpen.getAndDecrement() > 0) {
            keepOne(target, handlers).addListener(done -> keepNext(target, toOpen, handlers));
        }
    }

    private ChannelFuture keepOne(InetSocketAddress target, Supplier<ChannelHandler> handlers) {
        ChannelFuture connecting = open(target, new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                if (tls != null) {
                    channel.pipeline().addLast(tls.newHandler(channel.alloc()));
                }
                channel.pipeline().addLast(handlers.get());
            }
        });
        connecting
                .channel()
                .closeFuture()
                .addListener(closed ->
                        loop().schedule(() -> keepOne(target, handlers), REOPEN_MILLIS, TimeUnit.MILLISECONDS));
        return connecting;
    }

    /** Opens one plain connection, even if the node speaks TLS. */
    ChannelFuture open(InetSocketAddress target, ChannelHandler handler) {
        Bootstrap bootstrap = new Bootstrap()
                .group(loops)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS)
                .option(ChannelOption.SO_REUSEADDR, true)
                .handler(handler);
        ChannelFuture connecting = addresses == 0
                ? bootstrap.connect(target)
                : bootstrap.connect(
                        target, new InetSocketAddress("127.0.0." + (2 + opened.getAndIncrement() % addresses), 0));
        return connecting.addListener(done -> {
            if (done.isSuccess()) {
                traffic.connected();
            } else {
                traffic.notConnected();
            }
        });
    }
}
