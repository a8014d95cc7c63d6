package io.snowkeeper.node.net;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a connection whose client takes none of its answers, while the node's {@link Backlog} is more than half
 * full: a few hundred such clients would keep it full, and the input of all others refused, until they are idle for too
 * long.
 *
 * <p>It checks the client's progress from time to time, and sets no timer for each answer. It does so before the
 * backlog is that full, too: connections are not notified when that happens. Used by the connection's loop alone.
 */
final class TakingDeadline {

    private static final Logger log = LoggerFactory.getLogger(TakingDeadline.class);

    /** How long a client may take nothing, if others need the room. */
    private static final long MAX_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** How soon it is seen that others need the room of a client whose time is up. */
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Backlog node;
    private boolean running;
    private long since;
    private long lastProgress;
    private @Nullable Future<?> look;

    TakingDeadline(Backlog node) {
        this.node = node;
    }

    /** Notes that there are answers for the client to take. */
    void awaits(ChannelHandlerContext ctx, ChannelOutboundBuffer answers) {
        if (!running) {
            running = true;
            since = now(ctx);
        }
        seeProgress(ctx, answers);
        if (look == null) {
            lookAfter(ctx, MAX_NANOS);
        }
    }

    /** Notes that the client has taken some of them. */
    void taken(ChannelHandlerContext ctx) {
        since = now(ctx);
    }

    /** Notes that it has taken all. */
    void stop() {
        running = false;
    }

    /** Cancels the next look, which would keep the connection in memory until then. */
    void cancel() {
        running = false;
        if (look != null) {
            look.cancel(false);
        }
    }

    private void lookAfter(ChannelHandlerContext ctx, long nanos) {
        look = ctx.executor().schedule(() -> look(ctx), nanos, TimeUnit.NANOSECONDS);
    }

    private void look(ChannelHandlerContext ctx) {
        look = null;
        ChannelOutboundBuffer answers = ctx.channel().unsafe().outboundBuffer();
        if (!running || answers == null) {
            return;
        }
        seeProgress(ctx, answers);
        long left = MAX_NANOS - (now(ctx) - since);
        if (left > 0) {
            lookAfter(ctx, left);
        } else if (node.isHalfFull()) {
            close(ctx);
        } else {
            lookAfter(ctx, LOOK_NANOS);
        }
    }

    /** Notices a part of an answer being taken, too: the whole may be large. */
    private void seeProgress(ChannelHandlerContext ctx, ChannelOutboundBuffer answers) {
        long progress = answers.currentProgress();
        if (progress != lastProgress) {
            lastProgress = progress;
            taken(ctx);
        }
    }

    /** Closes at once: to linger is for clients that take their answers. */
    @SuppressWarnings("FutureReturnValueIgnored") // The result of a close needs no handling.
    private static void close(ChannelHandlerContext ctx) {
        ChannelHandlerContext first = ctx.pipeline().firstContext();
        if (first != null) {
            log.debug("{} is closed: it reads no answers, and others need the memory", ctx.channel());
            first.close();
        }
    }

    private static long now(ChannelHandlerContext ctx) {
        return ctx.executor().ticker().nanoTime();
    }
}
