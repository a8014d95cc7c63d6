package io.snowkeeper.loadtest.chaos.fleet;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** A handler that forwards the bytes of one side of a connection, in order, after the link's delay. */
@SuppressWarnings("FutureReturnValueIgnored") // A connection that cannot be closed or written is gone already.
final class Relay extends ChannelInboundHandlerAdapter {

    private final Channel target;
    private final LongSupplier delayMillis;
    private final Queue<Waiting> waiting = new ArrayDeque<>();

    private record Waiting(long dueNanos, Runnable action) {}

    Relay(Channel target, LongSupplier delayMillis) {
        this.target = target;
        this.delayMillis = delayMillis;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        later(context, () -> {
            if (target.isActive()) {
                target.writeAndFlush(message);
            } else {
                ReferenceCountUtil.release(message);
            }
        });
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        later(context, () -> target.flush().close());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        // A side that was killed: the other one hears of it by the end of its connection.
        context.close().addListener(ChannelFutureListener.CLOSE);
    }

    private void later(ChannelHandlerContext context, Runnable action) {
        long due = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(delayMillis.getAsLong());
        waiting.add(new Waiting(due, action));
        if (waiting.size() == 1) {
            handOn(context);
        }
    }

    /** Only the first one's time counts: later bytes are never forwarded before it. */
    private void handOn(ChannelHandlerContext context) {
        for (Waiting next = waiting.peek(); next != null; next = waiting.peek()) {
            long leftNanos = next.dueNanos() - System.nanoTime();
            if (leftNanos > 0) {
                context.executor().schedule(() -> handOn(context), leftNanos, TimeUnit.NANOSECONDS);
                return;
            }
            next.action().run();
            waiting.remove();
        }
    }
}
