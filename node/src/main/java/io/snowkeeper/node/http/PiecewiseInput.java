package io.snowkeeper.node.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.snowkeeper.node.net.Backlog;
import io.snowkeeper.node.net.InputShare;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A handler that passes on a connection's input in small pieces, and nothing while nothing is to be read. A request
 * that is decoded takes a hundred times the memory of its bytes, and a read may hold hundreds of them: so they stay
 * bytes until their turn, which are a part of the node's {@link Backlog}.
 */
final class PiecewiseInput extends ChannelDuplexHandler {

    /** So many bytes are 14 of the shortest requests. */
    private static final int PIECE = 256;

    private final Deque<ByteBuf> held = new ArrayDeque<>();
    private final InputShare share;
    private boolean passing;
    private boolean readWanted;
    private boolean inputEnded;

    /** @param backlog the bytes that all clients leave with the node */
    PiecewiseInput(Backlog backlog) {
        this.share = new InputShare(backlog);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (message instanceof ByteBuf bytes) {
            held.add(bytes);
            if (ctx.channel().config().isAutoRead() || count()) {
                pass(ctx);
            } else {
                // From a client that has ended its side all is read that it has sent, wanted or not.
                drop();
                ctx.fireChannelRead(BodyShare.NO_ROOM);
            }
        } else {
            ctx.fireChannelRead(message);
        }
    }

    /** Comes when reading goes on, too. */
    @Override
    public void read(ChannelHandlerContext ctx) {
        readWanted = true;
        pass(ctx);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event == ChannelInputShutdownEvent.INSTANCE) {
            inputEnded = true;
            pass(ctx);
        } else {
            ctx.fireUserEventTriggered(event);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        drop();
        ctx.fireChannelInactive();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        drop();
    }

    private void pass(ChannelHandlerContext ctx) {
        if (passing) {
            return;
        }
        passing = true;
        try {
            while (!held.isEmpty() && ctx.channel().config().isAutoRead()) {
                ctx.fireChannelRead(nextPiece());
            }
        } finally {
            passing = false;
            count();
        }
        if (!held.isEmpty()) {
            return;
        }
        if (readWanted) {
            readWanted = false;
            ctx.read();
        }
        if (inputEnded) {
            inputEnded = false;
            ctx.fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
        }
    }

    private ByteBuf nextPiece() {
        ByteBuf first = held.element();
        return first.readableBytes() > PIECE ? first.readRetainedSlice(PIECE) : held.remove();
    }

    /** Returns false if more is held than before, and than the node has room for. */
    private boolean count() {
        long bytes = 0;
        for (ByteBuf part : held) {
            bytes += part.capacity();
        }
        return share.hold(bytes);
    }

    private void drop() {
        held.forEach(ByteBuf::release);
        held.clear();
        count();
    }
}
