package io.snowkeeper.node.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The open connections of a server: as many as are allowed. One more is told so, and is closed. */
@ChannelHandler.Sharable
final class HttpConnections extends ChannelInboundHandlerAdapter {

    private final int max;
    private final ChannelGroup open = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final AtomicInteger admitted = new AtomicInteger();
    private volatile boolean draining;

    /** What a connection is told when its server stops. */
    enum Stop {
        /** End when the request that is under way, if there is one, has been answered. */
        WHEN_ANSWERED
    }

    HttpConnections(int max) {
        this.max = max;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        Channel channel = ctx.channel();
        open.add(channel);
        ctx.fireChannelActive();
        if (admitted.incrementAndGet() > max) {
            admitted.decrementAndGet();
            ctx.fireChannelRead(Problem.of(
                    ProblemCode.TOO_MANY_CONNECTIONS,
                    "too many connections: at most %d are served at once".formatted(max)));
            return;
        }
        channel.closeFuture().addListener(closed -> admitted.decrementAndGet());
        if (draining) {
            // It came between the last look at the open ones and the end of listening.
            ctx.fireUserEventTriggered(Stop.WHEN_ANSWERED);
        }
    }

    /** Returns how many clients are connected. */
    int count() {
        return admitted.get();
    }

    /** Tells all connections, and those to come. */
    void drain() {
        draining = true;
        open.forEach(channel -> channel.pipeline().fireUserEventTriggered(Stop.WHEN_ANSWERED));
    }

    /** Returns whether all are closed when they are, or the time has passed. */
    boolean awaitClosed(long nanos) {
        return open.newCloseFuture().awaitUninterruptibly(nanos, TimeUnit.NANOSECONDS);
    }
}
