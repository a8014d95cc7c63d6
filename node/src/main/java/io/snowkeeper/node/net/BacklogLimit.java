package io.snowkeeper.node.net;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;

/**
 * A handler that adds a client's untaken answers to the node's {@link Backlog}. While that is full, a connection that
 * has a part in it is not writable, until its client has taken all of it, and is closed if that takes nothing for a
 * while. The others go on: a client that takes its answers has no part.
 */
public final class BacklogLimit extends ChannelDuplexHandler {

    /** Our index among the reasons for which a channel is not writable. */
    private static final int REASON = 1;

    private final Backlog node;
    private final TakingDeadline deadline;
    private long counted;
    private boolean awaitsTaking;

    public BacklogLimit(Backlog node) {
        this.node = node;
        this.deadline = new TakingDeadline(node);
    }

    @Override
    public void flush(ChannelHandlerContext ctx) {
        ctx.flush();
        count(ctx);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        count(ctx);
        ctx.fireChannelWritabilityChanged();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        node.add(-counted);
        counted = 0;
        deadline.cancel();
    }

    private void count(ChannelHandlerContext ctx) {
        ChannelOutboundBuffer buffer = ctx.channel().unsafe().outboundBuffer();
        long pending = buffer == null ? 0 : buffer.totalPendingWriteBytes();
        boolean unchanged = pending == counted && (pending == 0 || awaitsTaking);
        if (unchanged || ctx.isRemoved()) {
            return;
        }
        if (pending < counted) {
            deadline.taken(ctx);
        }
        node.add(pending - counted);
        counted = pending;
        if (buffer != null) {
            buffer.setUserDefinedWritability(REASON, pending == 0 || !node.isFull());
        }
        if (buffer == null || pending == 0) {
            deadline.stop();
        } else {
            deadline.awaits(ctx, buffer);
        }
        if (pending > 0 && !awaitsTaking) {
            awaitTaking(ctx);
        }
    }

    /**
     * Counts again when the pending bytes have been taken: there is no event for that below the write buffer's low
     * mark.
     */
    private void awaitTaking(ChannelHandlerContext ctx) {
        awaitsTaking = true;
        ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(taken -> {
            awaitsTaking = false;
            // As much may have been added meanwhile.
            deadline.taken(ctx);
            // Later: while listeners are notified, the buffer still counts this write.
            ctx.executor().execute(() -> count(ctx));
        });
    }
}
