package io.snowkeeper.node.net;

import io.netty.channel.ChannelHandlerContext;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A time within which a client has to send a piece of input, such as a line or a record, from its first byte on. A
 * limit on silence would not do: a client that sends a byte now and then would hold its connection, and the part of the
 * piece, for ever.
 *
 * <p>It checks the client's progress from time to time, and sets no timer for each piece. Used by the connection's loop
 * alone.
 */
public final class InputDeadline {

    private final long nanos;
    private final Consumer<ChannelHandlerContext> expired;
    private boolean running;
    private long piece;
    private long since;
    private @Nullable Future<?> look;

    /** @param expired called when a piece was not sent in time */
    public InputDeadline(long nanos, Consumer<ChannelHandlerContext> expired) {
        this.nanos = nanos;
        this.expired = expired;
    }

    /**
     * Starts the deadline of a piece of which a part is there, and the client has to send the rest.
     *
     * @param number identifies the piece
     */
    public void awaits(ChannelHandlerContext ctx, long number) {
        if (!running || piece != number) {
            running = true;
            piece = number;
            since = now(ctx);
        }
        if (look == null) {
            lookAfter(ctx, nanos);
        }
    }

    /** Stops the deadline: it is not the client's turn, or it has begun no piece. */
    public void stop() {
        running = false;
    }

    /** Cancels the next look, which would keep the connection in memory until then. */
    public void cancel() {
        running = false;
        if (look != null) {
            look.cancel(false);
        }
    }

    private void lookAfter(ChannelHandlerContext ctx, long after) {
        look = ctx.executor().schedule(() -> look(ctx), after, TimeUnit.NANOSECONDS);
    }

    private void look(ChannelHandlerContext ctx) {
        look = null;
        if (!running) {
            return;
        }
        long left = nanos - (now(ctx) - since);
        if (left > 0) {
            lookAfter(ctx, left);
        } else {
            expireAfterReads(ctx);
        }
    }

    /** If the loop or the machine has stood still, the rest may be there and not have been looked at. */
    private void expireAfterReads(ChannelHandlerContext ctx) {
        EventExecutor loop = ctx.executor();
        long late = piece;
        long lateSince = since;
        // A task that becomes due while tasks are run comes after the next look at the sockets.
        look = loop.submit(() -> {
            look = loop.schedule(
                    () -> {
                        if (running && piece == late && since == lateSince) {
                            look = null;
                            running = false;
                            expired.accept(ctx);
                        } else {
                            look(ctx);
                        }
                    },
                    1,
                    TimeUnit.NANOSECONDS);
        });
    }

    private static long now(ChannelHandlerContext ctx) {
        return ctx.executor().ticker().nanoTime();
    }
}
