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
 * <p>64 connections may be new at once. More may be, up to 1,024, while the loops are busy with other connections, whose
 * round the new ones then lengthen by half: if thousands connect at once and ask, shares of 64 would each wait for all
 * that ask already, and the last clients for seconds. The share at most doubles the number of those that have stayed since
 * the one before. So clients that connect, ask and leave again get shares of 64, however long they keep the loops busy.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A task that is lost with its loop is not missed.
final class AcceptPace extends ChannelInboundHandlerAdapter {

    /** How many connections may be new at once in any case. */
    static final int LEAST = 64;

    /** How many connections may be new at once at most. */
    static final int MOST = 1024;

    /** How long a new connection keeps its loop, about. */
    static final long NANOS_EACH = TimeUnit.MICROSECONDS.toNanos(50);

    /** How long a larger limit lasts without a pause. */
    static final long LASTS_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final AcceptPause pause;
    private final LongSupplier nanos;
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger unseen = new AtomicInteger();
    private final AtomicBoolean resumes = new AtomicBoolean();
    private volatile int limit = LEAST;
    private volatile boolean paused;

    // Used by the loop that accepts alone.
    private int openBefore;
    private long resumedAt;

    /** @param nanos a monotonic clock */
    AcceptPace(AcceptPause pause, LongSupplier nanos) {
        this.pause = pause;
        this.nanos = nanos;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        Channel accepted = (Channel) message;
        long since = nanos.getAsLong();
        open.incrementAndGet();
        accepted.closeFuture().addListener(closed -> open.decrementAndGet());
        if (limit > LEAST && since - resumedAt > LASTS_NANOS) {
            limit = LEAST;
        }
        if (unseen.incrementAndGet() >= limit) {
            paused = true;
            pause.begin(ctx.channel(), AcceptPause.Reason.PACE);
        }
        // Gives it to its loop.
        ctx.fireChannelRead(accepted);
        try {
            EventLoop loop = accepted.eventLoop();
            // A task that becomes due while tasks are run comes after the next look at the sockets.
            loop.execute(() -> loop.schedule(() -> {}, 1, TimeUnit.NANOSECONDS).addListener(done -> seen(ctx, since)));
        } catch (RejectedExecutionException | IllegalStateException e) {
            // Its loop has ended, or it got none since it could not be prepared.
            seen(ctx, since);
        }
    }

    private void seen(ChannelHandlerContext ctx, long since) {
        if (unseen.decrementAndGet() < limit && paused && resumes.compareAndSet(false, true)) {
            long round = nanos.getAsLong() - since;
            // By the loop that accepts, and so after it has paused.
            ctx.executor().execute(() -> resume(ctx, round));
        }
    }

    private void resume(ChannelHandlerContext ctx, long round) {
        resumes.set(false);
        if (paused && unseen.get() < limit) {
            paused = false;
            limit = limitAfter(round);
            resumedAt = nanos.getAsLong();
            pause.end(ctx.channel(), AcceptPause.Reason.PACE);
        }
    }

    /** Returns how many may be new after a round that took so long with those that were. */
    private int limitAfter(long round) {
        int now = open.get();
        int stayed = now - openBefore;
        openBefore = now;
        long others = (round - limit * NANOS_EACH) / 2 / NANOS_EACH;
        return (int) Math.max(LEAST, Math.min(MOST, Math.min(2L * stayed, others)));
    }
}
