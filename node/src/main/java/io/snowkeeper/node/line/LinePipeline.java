package io.snowkeeper.node.line;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.timeout.IdleStateHandler;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** What a connection passes through, from the socket to the answer. */
final class LinePipeline extends ChannelInitializer<Channel> {

    private final Connections connections;
    private final Duration idleTimeout;
    private final Supplier<LineSession> sessions;

    LinePipeline(Connections connections, Duration idleTimeout, Supplier<LineSession> sessions) {
        this.connections = connections;
        this.idleTimeout = idleTimeout;
        this.sessions = sessions;
    }

    @Override
    protected void initChannel(Channel channel) {
        ChannelPipeline pipeline = channel.pipeline();
        if (!idleTimeout.isZero()) {
            // Output that a slow client takes bit by bit is observed, so that it does not count as idle.
            pipeline.addLast(new IdleStateHandler(true, 0, 0, idleTimeout.toNanos(), TimeUnit.NANOSECONDS));
        }
        pipeline.addLast(new LingeringClose());
        pipeline.addLast(connections);
        pipeline.addLast(new LineHandler(
                new LineExchange(sessions.get(), new LineBuffer(channel.alloc(), LineLimits.MAX_LONG_LINE))));
    }
}
