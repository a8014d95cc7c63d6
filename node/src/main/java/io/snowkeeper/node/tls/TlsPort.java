package io.snowkeeper.node.tls;

import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** TLS on one port. Thread-safe. */
public final class TlsPort {

    private static final String HANDLER = "tls";

    private final String name;
    private final Supplier<SslContext> context;
    private final Executor handshakes;
    private final HandshakeLog log;

    TlsPort(String name, Supplier<SslContext> context, Executor handshakes, HandshakeLog log) {
        this.name = name;
        this.context = context;
        this.handshakes = handshakes;
        this.log = log;
    }

    /**
     * Lets a new connection speak TLS, with the certificate that is in service now. What is added to the pipeline after this
     * sees plain bytes, and the client's {@code close_notify} as the end of its input.
     */
    public void addTo(Channel channel) {
        ChannelPipeline pipeline = channel.pipeline();
        SslHandler tls = context.get().newHandler(channel.alloc(), handshakes);
        tls.setHandshakeTimeoutMillis(TlsRules.HANDSHAKE_TIMEOUT_MILLIS);
        pipeline.addLast("tls-input-end", new InputEndHold(tls.handshakeFuture()));
        pipeline.addLast(HANDLER, tls);
        pipeline.addLast("tls-events", new TlsEvents(name, tls.handshakeFuture(), log));
    }

    /** Returns whether a connection speaks TLS. */
    public static boolean isUsedOn(Channel channel) {
        return channel.pipeline().get(HANDLER) != null;
    }
}
