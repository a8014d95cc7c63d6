package io.snowkeeper.node.net;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * A handler that accepts connections no faster than the loops get to serve them. A loop serves all its new connections
 * before any of them again, so an unbounded number of clients has to wait in the kernel, in the order in which they
 * came.
 *
 * <p>64 connections may be new at once. More may be if the loops are busy with other connections: the new ones then add half
 * of that time. If thousands connect at once and ask, shares of 64 would each wait for all that ask already, and the last
 * clients for seconds.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A task that is lost with its loop is not missed.
final class AcceptPace extends ChannelInboundHandlerAdapter {

    /** How many connections may be new at once, however short the round of the loops is. */
    static final int LEAST = 64;

    /** How many connections may be new at once, however long the round of the loops is. */
    static final int MOST = 1024;

    /** How long a new connection keeps its loop, about. */
    static final long NANOS_EACH = TimeUnit.MICROSECONDS.toNanos(50);

    private final AcceptPause pause;
    private final LongSupplier nanos;
    private final AtomicInteger unseen = new AtomicInteger();
    private final AtomicBoolean resumes = new AtomicBoolean();
    private volatile int limit = LEAST;
    private volatile boolean paused;
    private long pausedAt;

    /** @param nanos a monotonic clock */
    AcceptPace(AcceptPause pause, LongSupplier nanos) {
        this.pause = pause;
        this.nanos = nanos;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        Channel accepted = (Channel) message;
        if (unseen.incrementAndGet() >= limit && !paused) {
            paused = true;
            pausedAt = nanos.getAsLong();
            pause.begin(ctx.channel(), AcceptPause.Reason.PACE);
            // They may all have been seen before the pause began.
            resumeIfSeen(ctx);
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
        unseen.decrementAndGet();
        resumeIfSeen(ctx);
    }

    /** By the loop that accepts, and so after it has paused. */
    private void resumeIfSeen(ChannelHandlerContext ctx) {
        if (paused && unseen.get() < limit && resumes.compareAndSet(false, true)) {
            ctx.executor().execute(() -> resume(ctx));
        }
    }

    private void resume(ChannelHandlerContext ctx) {
        resumes.set(false);
        if (paused && unseen.get() < limit) {
            paused = false;
            limit = limitAfter(nanos.getAsLong() - pausedAt);
            pause.end(ctx.channel(), AcceptPause.Reason.PACE);
        }
    }

    /** Returns how many may be new after a round that took so long with those that were. */
    private int limitAfter(long round) {
        long others = round - limit * NANOS_EACH;
        return (int) Math.max(LEAST, Math.min(MOST, others / 2 / NANOS_EACH));
    }
}
