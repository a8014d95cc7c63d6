package io.snowkeeper.node.line;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The open connections of a server: counted, as many as are allowed, and told when it stops. Thread-safe. */
public final class OpenConnections {

    private final int max;
    private final ChannelGroup open = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final AtomicInteger admitted = new AtomicInteger();
    private volatile @Nullable Object stop;

    /** @param max how many are served at once, at least 1 */
    public OpenConnections(int max) {
        this.max = max;
    }

    /** Returns whether one more is served. One that is not has to be closed; it is awaited like the others. */
    public boolean admit(Channel channel) {
        open.add(channel);
        if (admitted.incrementAndGet() > max) {
            admitted.decrementAndGet();
            return false;
        }
        channel.closeFuture().addListener(closed -> admitted.decrementAndGet());
        return true;
    }

    /** Tells a connection that the server stops, if it came between the last look at the open ones and the end of listening. */
    public void tellIfStopping(ChannelHandlerContext connection) {
        Object event = stop;
        if (event != null) {
            connection.fireUserEventTriggered(event);
        }
    }

    /** Returns what one that is not admitted is told. */
    public String refusal() {
        return "too many connections: at most %d are served at once".formatted(max);
    }

    /** Returns how many clients are connected. */
    public int count() {
        return admitted.get();
    }

    /** Tells all connections, and those to come, that the server stops. */
    public void stop(Object event) {
        stop = event;
        open.forEach(channel -> channel.pipeline().fireUserEventTriggered(event));
    }

    /** Returns whether all are closed, those that were refused as well, when they are or the time has passed. */
    public boolean awaitClosed(long nanos) {
        return open.newCloseFuture().awaitUninterruptibly(nanos, TimeUnit.NANOSECONDS);
    }
}
