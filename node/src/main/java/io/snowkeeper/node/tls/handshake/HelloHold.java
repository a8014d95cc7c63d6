package io.snowkeeper.node.tls.handshake;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * Keeps a client's first bytes back until its loop has looked at its sockets once more. When a loop has more to do than it can,
 * that is how it learns that a client has left again before anything is computed for it.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A task that its loop refuses is of no use any more.
final class HelloHold extends ChannelInboundHandlerAdapter {

    private final Queue<Object> held = new ArrayDeque<>();

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (held.isEmpty()) {
            EventExecutor loop = ctx.executor();
            // A task that becomes due while tasks are run comes after the next look.
            loop.execute(() -> loop.schedule(() -> pass(ctx), 1, TimeUnit.NANOSECONDS));
        }
        held.add(message);
    }

    private void pass(ChannelHandlerContext ctx) {
        if (ctx.isRemoved()) {
            return;
        }
        while (!held.isEmpty()) {
            ctx.fireChannelRead(held.remove());
        }
        ctx.fireChannelReadComplete();
        if (!ctx.isRemoved()) {
            ctx.pipeline().remove(this);
        }
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        held.forEach(ReferenceCountUtil::release);
        held.clear();
    }
}
