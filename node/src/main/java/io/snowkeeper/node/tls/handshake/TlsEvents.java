package io.snowkeeper.node.tls.handshake;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.concurrent.Future;
import io.snowkeeper.node.net.ConnectionRegistry;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A handler that turns the events of TLS into those of a plain connection, and has failures logged. */
@SuppressWarnings("FutureReturnValueIgnored") // The result of a close needs no handling.
final class TlsEvents extends ChannelInboundHandlerAdapter {

    private static final Logger log = LoggerFactory.getLogger(TlsEvents.class);

    private final String port;
    private final Future<?> handshake;
    private final HandshakeLog failures;
    private boolean inputEnded;

    TlsEvents(String port, Future<?> handshake, HandshakeLog failures) {
        this.port = port;
        this.handshake = handshake;
        this.failures = failures;
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslHandshakeCompletionEvent completion) {
            if (!completion.isSuccess()) {
                failures.failed(port, ConnectionRegistry.addressOf(ctx.channel()), completion.cause());
            }
        } else if (event == ChannelInputShutdownEvent.INSTANCE || event == SslCloseCompletionEvent.SUCCESS) {
            endInput(ctx);
        } else if (!(event instanceof SslCloseCompletionEvent)) {
            ctx.fireUserEventTriggered(event);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        Throwable failure = cause instanceof DecoderException && cause.getCause() != null ? cause.getCause() : cause;
        if (failure instanceof SSLException) {
            log.debug("{} is closed: {}", ctx.channel(), failure.toString());
            ctx.close();
        } else {
            ctx.fireExceptionCaught(cause);
        }
    }

    /** Passed on once: a client that says it ends usually ends its side of the connection as well. */
    private void endInput(ChannelHandlerContext ctx) {
        if (!handshake.isSuccess()) {
            // There is no client to answer.
            ctx.close();
        } else if (!inputEnded) {
            inputEnded = true;
            ctx.fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
        }
    }
}
