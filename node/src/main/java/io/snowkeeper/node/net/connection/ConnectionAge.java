package io.snowkeeper.node.net.connection;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A handler that fires an event when a connection is old enough, once, and when it should have ended, once. */
final class ConnectionAge extends ChannelInboundHandlerAdapter {

    private final long ageNanos;
    private final long graceNanos;
    private final Runnable reached;
    private @Nullable Future<?> next;

    /**
     * @param graceNanos how long it has then to find a quiet moment
     * @param reached is run when it is old enough
     */
    ConnectionAge(long ageNanos, long graceNanos, Runnable reached) {
        this.ageNanos = ageNanos;
        this.graceNanos = graceNanos;
        this.reached = reached;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        next = ctx.executor().schedule(() -> reach(ctx), ageNanos, TimeUnit.NANOSECONDS);
        ctx.fireChannelActive();
    }

    private void reach(ChannelHandlerContext ctx) {
        reached.run();
        next = ctx.executor()
                .schedule(() -> ctx.fireUserEventTriggered(AgeEvent.OVERDUE), graceNanos, TimeUnit.NANOSECONDS);
        ctx.fireUserEventTriggered(AgeEvent.REACHED);
    }

    /** Cancels its timer, which would keep the connection in memory until then. */
    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        if (next != null) {
            next.cancel(false);
        }
    }
}
