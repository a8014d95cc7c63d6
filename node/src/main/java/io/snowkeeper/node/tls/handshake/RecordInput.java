package io.snowkeeper.node.tls.handshake;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.snowkeeper.node.net.Backlog;
import io.snowkeeper.node.net.InputDeadline;
import io.snowkeeper.node.net.InputShare;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A handler that bounds the input that TLS cannot take yet: the beginning of a record, and all that comes while
 * something is computed for the handshake. It counts in the node's {@link Backlog}; a record has to come in time, and
 * is kept in no larger a buffer than it needs; and while something is computed, little is read ahead.
 */
@SuppressWarnings("FutureReturnValueIgnored") // The result of a close needs no handling.
final class RecordInput extends ChannelDuplexHandler {

    /** The most bytes read while the handshake is computed. */
    static final int READ_AHEAD = 64 * 1024;

    private static final Logger log = LoggerFactory.getLogger(RecordInput.class);

    private final LoopSteps steps;
    private final InputShare share;
    private final RecordBoundaries records = new RecordBoundaries();
    private final InputDeadline deadline = new InputDeadline(TlsPolicy.RECORD_TIMEOUT.toNanos(), this::expired);
    private long ahead;
    private boolean holdsReads;
    private boolean inputPaused;

    /** @param backlog the bytes that all clients leave with the node */
    RecordInput(LoopSteps steps, Backlog backlog) {
        this.steps = steps;
        this.share = new InputShare(backlog);
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        steps.whenComputed(() -> computed(ctx));
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        int begun = Math.min(records.pass(bytes), bytes.readableBytes());
        if (begun == 0) {
            pass(ctx, bytes);
        } else {
            // The bytes read with it are not retained for it.
            ByteBuf beginning = ctx.alloc().ioBuffer(begun).writeBytes(bytes, bytes.writerIndex() - begun, begun);
            pass(ctx, bytes.writerIndex(bytes.writerIndex() - begun));
            pass(ctx, beginning);
        }
        look(ctx);
    }

    @Override
    public void read(ChannelHandlerContext ctx) {
        if (holdsReads) {
            return;
        }
        if (inputPaused && ctx.channel().config().isAutoRead()) {
            inputPaused = false;
            // It was not the client's turn.
            deadline.stop();
            awaitRecord(ctx);
        }
        ctx.read();
    }

    @Override
    public void flush(ChannelHandlerContext ctx) {
        inputPaused |= !ctx.channel().config().isAutoRead();
        ctx.flush();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        inputPaused |= !ctx.channel().config().isAutoRead();
        ctx.fireChannelReadComplete();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        share.hold(0);
        deadline.cancel();
    }

    private void pass(ChannelHandlerContext ctx, ByteBuf bytes) {
        if (ctx.isRemoved() || !bytes.isReadable()) {
            bytes.release();
            return;
        }
        int length = bytes.readableBytes();
        ctx.fireChannelRead(bytes);
        ahead = steps.areComputed() ? 0 : ahead + length;
    }

    private void look(ChannelHandlerContext ctx) {
        if (ctx.isRemoved()) {
            return;
        }
        if (!share.hold(Math.max(ahead, records.begun()))) {
            log.debug("{} is closed: the node has no memory for more of its records", ctx.channel());
            ctx.close();
            return;
        }
        if (ahead >= READ_AHEAD) {
            holdsReads = true;
            ctx.channel().config().setAutoRead(false);
        }
        awaitRecord(ctx);
    }

    private void computed(ChannelHandlerContext ctx) {
        if (ctx.isRemoved() || !steps.areComputed()) {
            return;
        }
        ahead = 0;
        if (holdsReads) {
            holdsReads = false;
            ctx.channel().config().setAutoRead(true);
        }
        look(ctx);
    }

    private void awaitRecord(ChannelHandlerContext ctx) {
        if (records.begun() > 0 && ahead == 0) {
            deadline.awaits(ctx, records.number());
        } else {
            deadline.stop();
        }
    }

    private void expired(ChannelHandlerContext ctx) {
        if (ctx.isRemoved()) {
            return;
        }
        if (ctx.channel().config().isAutoRead()) {
            log.debug("{} is closed: its record did not come in time", ctx.channel());
            ctx.close();
        } else {
            awaitRecord(ctx);
        }
    }
}
