package io.snowkeeper.node.tls.handshake;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.util.concurrent.Future;

/**
 * A handler that delays the end of the input while the handshake is computed. A client of TLS 1.3 may send the end of
 * its handshake, a request and the end of its input at once; the input behind the handshake waits for its certificate
 * to be checked, and would be dropped at the end of the input. A handshake that is not over when all of the input was
 * looked at never will be, nor one whose client has not even waited for the first answer: the connection is closed, and
 * nothing more is computed for it.
 */
@SuppressWarnings("FutureReturnValueIgnored") // The result of a close needs no handling.
final class HalfCloseDuringHandshake extends ChannelInboundHandlerAdapter {

    private final LoopSteps steps;
    private final Future<?> handshake;
    private boolean held;

    HalfCloseDuringHandshake(LoopSteps steps, Future<?> handshake) {
        this.steps = steps;
        this.handshake = handshake;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        steps.whenComputed(() -> look(ctx));
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event != ChannelInputShutdownEvent.INSTANCE) {
            ctx.fireUserEventTriggered(event);
            return;
        }
        held = true;
        look(ctx);
    }

    private void look(ChannelHandlerContext ctx) {
        if (!held || (steps.anyIsComputed() && !steps.areComputed())) {
            return;
        }
        held = false;
        if (handshake.isSuccess()) {
            ctx.fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
        } else {
            ctx.close();
        }
    }
}
