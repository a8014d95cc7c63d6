package io.snowkeeper.node.net;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * A handler that accepts connections no faster than the loops get to serve them. A loop serves all its new connections
 * before any of them again, so an unbounded number of clients has to wait in the kernel, in the order in which they
 * came.
 *
 * <p>64 connections may be new at once. If those that were accepted stay, the limit grows, up to 256: if thousands connect at
 * once and ask, shares of 64 would each wait for all that ask already, and the last clients for seconds. For clients that
 * connect, ask and leave again the limit stays 64, so that others wait for no more.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A task that is lost with its loop is not missed.
final class AcceptPace extends ChannelInboundHandlerAdapter {

    /** How many connections may be new at once in any case. */
    static final int LEAST = 64;

    /** How many connections may be new at once at most. */
    static final int MOST = 256;

    /** How long a larger limit lasts without a pause. */
    static final long LASTS_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final AcceptPause pause;
    private final IntSupplier open;
    private final LongSupplier nanos;
    private final AtomicInteger unseen = new AtomicInteger();
    private final AtomicBoolean resumes = new AtomicBoolean();
    private volatile int limit = LEAST;
    private volatile boolean paused;

    // Used by the loop that accepts alone.
    private int openBefore;
    private long resumedAt;

    /**
     * @param open how many connections of the port are open
     * @param nanos a monotonic clock
     */
    AcceptPace(AcceptPause pause, IntSupplier open, LongSupplier nanos) {
        this.pause = pause;
        this.open = open;
        this.nanos = nanos;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        Channel accepted = (Channel) message;
        if (limit > LEAST && nanos.getAsLong() - resumedAt > LASTS_NANOS) {
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
            loop.execute(() -> loop.schedule(() -> {}, 1, TimeUnit.NANOSECONDS).addListener(done -> seen(ctx)));
        } catch (RejectedExecutionException | IllegalStateException e) {
            // Its loop has ended, or it got none since it could not be prepared.
            seen(ctx);
        }
    }

    private void seen(ChannelHandlerContext ctx) {
        if (unseen.decrementAndGet() <= limit / 2 && paused && resumes.compareAndSet(false, true)) {
            // By the loop that accepts, and so after it has paused.
            ctx.executor().execute(() -> resume(ctx));
        }
    }

    private void resume(ChannelHandlerContext ctx) {
        resumes.set(false);
        if (paused && unseen.get() <= limit / 2) {
            paused = false;
            limit = nextLimit();
            resumedAt = nanos.getAsLong();
            pause.end(ctx.channel(), AcceptPause.Reason.PACE);
        }
    }

    /** Since half of the limit may be unseen still, four times as many as have stayed are twice the limit. */
    private int nextLimit() {
        int now = open.getAsInt();
        int stayed = now - openBefore;
        openBefore = now;
        return Math.max(LEAST, Math.min(MOST, 4 * stayed));
    }
}
