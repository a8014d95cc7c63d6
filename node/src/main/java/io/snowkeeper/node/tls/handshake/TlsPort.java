package io.snowkeeper.node.tls.handshake;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.snowkeeper.node.net.Backlog;
import io.snowkeeper.node.net.ConnectionRegistry;
import io.snowkeeper.node.security.ClientNetwork;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.function.Supplier;

/** TLS on one port. Thread-safe. */
@SuppressWarnings("FutureReturnValueIgnored") // The result of a close needs no handling.
public final class TlsPort {

    private static final String HANDLER = "tls";
    private static final InetAddress NOBODY = new InetSocketAddress(0).getAddress();

    private final String name;
    private final Supplier<SslContext> context;
    private final HandshakeQueue handshakes;
    private final HandshakeLog log;

    public TlsPort(String name, Supplier<SslContext> context, HandshakeQueue handshakes, HandshakeLog log) {
        this.name = name;
        this.context = context;
        this.handshakes = handshakes;
        this.log = log;
    }

    /**
     * Adds TLS to a new connection, with the certificate that is in service now. Handlers added after this see plain
     * bytes, and the client's {@code close_notify} as the end of its input.
     *
     * @param backlog the bytes that all clients leave with the node
     */
    public void addTo(Channel channel, Backlog backlog) {
        ChannelPipeline pipeline = channel.pipeline();
        Handshake handshake = handshakes.of(ClientNetwork.of(addressOf(channel)), () -> cut(channel));
        channel.closeFuture().addListener(closed -> handshakes.leave(handshake));
        LoopSteps steps = new LoopSteps(channel.eventLoop(), handshake);
        SslHandler tls = context.get().newHandler(channel.alloc(), steps);
        tls.setHandshakeTimeoutMillis(TlsPolicy.HANDSHAKE_TIMEOUT_MILLIS);
        tls.handshakeFuture().addListener(done -> handshakes.succeed(handshake));
        pipeline.addLast("tls-input-end", new HalfCloseDuringHandshake(steps, tls.handshakeFuture()));
        pipeline.addLast("tls-hello", new HelloHold());
        pipeline.addLast("tls-records", new RecordInput(steps, backlog));
        pipeline.addLast(HANDLER, tls);
        pipeline.addLast("tls-events", new TlsEvents(name, tls.handshakeFuture(), log));
    }

    /** At once, and past everything that would take leave of the client. */
    private void cut(Channel channel) {
        ChannelHandlerContext first = channel.pipeline().firstContext();
        if (first != null) {
            first.close();
            log.crowded(name, ConnectionRegistry.addressOf(channel));
        }
    }

    private static InetAddress addressOf(Channel channel) {
        return ConnectionRegistry.addressOf(channel) instanceof InetSocketAddress remote
                ? remote.getAddress()
                // It was closed before we could look.
                : NOBODY;
    }

    /** Returns whether a connection speaks TLS. */
    public static boolean isUsedOn(Channel channel) {
        return channel.pipeline().get(HANDLER) != null;
    }
}
