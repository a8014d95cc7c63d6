package io.snowkeeper.node.net;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A handler that accepts connections no faster than the loops get to serve them. A loop serves all its new connections
 * before any of them again, so an unbounded number of clients has to wait in the kernel, in the order in which they
 * came.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A task that is lost with its loop is not missed.
final class AcceptPace extends ChannelInboundHandlerAdapter {

    /** How many connections may be new at once. */
    static final int MOST = 64;

    private final AcceptPause pause;
    private final AtomicInteger unseen = new AtomicInteger();

    AcceptPace(AcceptPause pause) {
        this.pause = pause;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        Channel accepted = (Channel) message;
        if (unseen.incrementAndGet() >= MOST) {
            pause.begin(ctx.channel(), AcceptPause.Reason.PACE);
        }
        // Gives it to its loop.
        ctx.fireChannelRead(accepted);
        EventLoop loop = accepted.eventLoop();
        try {
            // A task that becomes due while tasks are run comes after the next look at the sockets.
            loop.execute(() -> loop.schedule(() -> seen(ctx), 1, TimeUnit.NANOSECONDS));
        } catch (RejectedExecutionException e) {
            seen(ctx);
        }
    }

    private void seen(ChannelHandlerContext ctx) {
        if (unseen.getAndDecrement() == MOST) {
            // By the loop that accepts, and so after it has paused.
            ctx.executor().execute(() -> resume(ctx));
        }
    }

    private void resume(ChannelHandlerContext ctx) {
        if (unseen.get() < MOST) {
            pause.end(ctx.channel(), AcceptPause.Reason.PACE);
        }
    }
}
