package io.snowkeeper.node.tls;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Keeps the end of the input back while there is a handshake. A client of TLS 1.3 may send the end of its handshake, a request
 * and the end of its input at once; what is behind the handshake waits for its certificate to be checked, and would be
 * dropped at the end of the input.
 */
@SuppressWarnings("FutureReturnValueIgnored") // The end is passed on once, whichever comes first.
final class InputEndHold extends ChannelInboundHandlerAdapter {

    /** For clients that leave within the handshake, which does not end then. */
    private static final int LONGEST_SECONDS = 3;

    private final Future<?> handshake;
    private boolean passed;

    InputEndHold(Future<?> handshake) {
        this.handshake = handshake;
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event != ChannelInputShutdownEvent.INSTANCE || handshake.isDone()) {
            ctx.fireUserEventTriggered(event);
            return;
        }
        // Not at once: it is done before what came behind it is read.
        handshake.addListener(done -> ctx.executor().execute(() -> pass(ctx)));
        ctx.executor().schedule(() -> pass(ctx), LONGEST_SECONDS, TimeUnit.SECONDS);
    }

    private void pass(ChannelHandlerContext ctx) {
        if (!passed) {
            passed = true;
            ctx.fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
        }
    }
}
