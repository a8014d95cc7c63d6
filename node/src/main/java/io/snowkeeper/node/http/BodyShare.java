package io.snowkeeper.node.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.node.http.routing.Problem;
import io.snowkeeper.node.net.Backlog;
import io.snowkeeper.node.net.InputShare;

/**
 * A connection's part of the node's {@link Backlog} that is a body which has not come to its end. One that the node has
 * no room for becomes a {@link Problem}, which takes its turn among the connection's answers; later input is dropped.
 */
final class BodyShare extends ChannelInboundHandlerAdapter {

    static final Problem NO_ROOM = Problem.unavailable(
            UnavailableReason.OVERLOADED,
            "the node keeps no more of this body: unfinished requests and unread answers have reached its limit; the connection is closed, ask another node, or again in a second");

    private final InputShare share;
    private long held;
    private boolean refused;

    /** @param backlog the bytes that all clients leave with the node */
    BodyShare(Backlog backlog) {
        this.share = new InputShare(backlog);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (refused) {
            ReferenceCountUtil.release(message);
        } else if (hasRoom(message)) {
            ctx.fireChannelRead(message);
        } else {
            ReferenceCountUtil.release(message);
            refuse(ctx);
        }
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        share.hold(0);
    }

    private boolean hasRoom(Object message) {
        if (message instanceof HttpRequest || message instanceof LastHttpContent) {
            // A request that is complete is read and released at once: nothing more is read while an answer is awaited.
            held = 0;
        } else if (message instanceof HttpContent part) {
            held += part.content().readableBytes();
        }
        // The collector keeps nothing of a body that is too large.
        return share.hold(held > HttpLimits.MAX_BODY ? 0 : held);
    }

    private void refuse(ChannelHandlerContext ctx) {
        refused = true;
        share.hold(0);
        // It releases the collected parts only when it goes itself.
        ctx.pipeline().remove(BodyCollector.class);
        ctx.fireChannelRead(NO_ROOM);
    }
}
