package io.snowkeeper.node.line;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.snowkeeper.node.service.Answer;
import io.snowkeeper.node.service.ErrorCode;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The open connections of a server: as many as are allowed. One more gets an answer that says so, and is closed. */
@ChannelHandler.Sharable
final class Connections extends ChannelInboundHandlerAdapter {

    private static final Logger log = LoggerFactory.getLogger(Connections.class);

    private final int max;
    private final Supplier<LineSession> sessions;
    private final ChannelGroup open = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final AtomicInteger admitted = new AtomicInteger();
    private volatile @Nullable DrainEvent drain;

    /** @param sessions makes the session that refuses a connection */
    Connections(int max, Supplier<LineSession> sessions) {
        this.max = max;
        this.sessions = sessions;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        Channel channel = ctx.channel();
        open.add(channel);
        if (admitted.incrementAndGet() > max) {
            admitted.decrementAndGet();
            refuse(ctx);
            return;
        }
        channel.closeFuture().addListener(closed -> admitted.decrementAndGet());
        ctx.fireChannelActive();
        DrainEvent event = drain;
        if (event != null) {
            // It came between the last look at the open ones and the end of listening.
            ctx.fireUserEventTriggered(event);
        }
    }

    /** Returns how many clients are connected. */
    int count() {
        return admitted.get();
    }

    /** Tells all connections, and those to come. */
    void drain(DrainEvent event) {
        drain = event;
        open.forEach(channel -> channel.pipeline().fireUserEventTriggered(event));
    }

    /** Returns whether all are closed, those that were refused as well, when they are or the time has passed. */
    boolean awaitClosed(long nanos) {
        return open.newCloseFuture().awaitUninterruptibly(nanos, TimeUnit.NANOSECONDS);
    }

    private void refuse(ChannelHandlerContext ctx) {
        log.debug("{} is refused: {} are open", ctx.channel(), max);
        ByteBuf line = ctx.alloc().heapBuffer();
        sessions.get()
                .refuse(
                        line,
                        new Answer.Refusal(
                                ErrorCode.TEMPORARILY_UNAVAILABLE,
                                "too many connections: at most %d are served at once".formatted(max)));
        ctx.pipeline().addAfter(ctx.name(), null, new DropInput());
        ctx.writeAndFlush(line).addListener(ChannelFutureListener.CLOSE);
    }

    /** Keeps what a refused client sends from being answered. */
    private static final class DropInput extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            ReferenceCountUtil.release(message);
        }
    }
}
