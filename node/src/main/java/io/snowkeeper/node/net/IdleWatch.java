package io.snowkeeper.node.net;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A handler that fires an event when a connection has carried nothing for a while. Unlike Netty's own handler for that,
 * it has no listener for each write, which would cost a node much: it notices a slow client's progress by comparing the
 * rest when the time has come.
 */
public final class IdleWatch extends ChannelDuplexHandler {

    private final long idleNanos;
    private long lastNanos;
    private long lastPending;
    private @Nullable Future<?> nextLook;

    public IdleWatch(long idleNanos) {
        this.idleNanos = idleNanos;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        touch(ctx);
        lookAfter(ctx, idleNanos);
        ctx.fireChannelActive();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        touch(ctx);
        ctx.fireChannelReadComplete();
    }

    @Override
    public void flush(ChannelHandlerContext ctx) {
        touch(ctx);
        ctx.flush();
    }

    /** Cancels the next look, which would keep the connection in memory until then. */
    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        if (nextLook != null) {
            nextLook.cancel(false);
        }
    }

    private void touch(ChannelHandlerContext ctx) {
        lastNanos = ctx.executor().ticker().nanoTime();
    }

    private void lookAfter(ChannelHandlerContext ctx, long nanos) {
        nextLook = ctx.executor().schedule(() -> look(ctx), nanos, TimeUnit.NANOSECONDS);
    }

    private void look(ChannelHandlerContext ctx) {
        if (ctx.isRemoved() || !ctx.channel().isOpen()) {
            return;
        }
        long pending = pending(ctx);
        if (pending != lastPending) {
            lastPending = pending;
            touch(ctx);
        }
        long left = idleNanos - (ctx.executor().ticker().nanoTime() - lastNanos);
        lookAfter(ctx, left <= 0 ? idleNanos : left);
        if (left <= 0) {
            ctx.fireUserEventTriggered(IdleStateEvent.ALL_IDLE_STATE_EVENT);
        }
    }

    private static long pending(ChannelHandlerContext ctx) {
        ChannelOutboundBuffer buffer = ctx.channel().unsafe().outboundBuffer();
        return buffer == null ? 0 : buffer.totalPendingWriteBytes();
    }
}
