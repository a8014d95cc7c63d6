package io.snowkeeper.node.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;
import io.snowkeeper.node.http.routing.Problem;
import io.snowkeeper.node.http.routing.ProblemCode;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A handler that gives a client so long to send a request, from its first byte on. A time without any byte would not
 * do: one that sends a byte now and then would hold its connection for ever.
 */
final class RequestDeadline extends ChannelInboundHandlerAdapter {

    private final Duration timeout;
    private @Nullable Future<?> deadline;

    RequestDeadline(Duration timeout) {
        this.timeout = timeout;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (deadline == null) {
            deadline = ctx.executor().schedule(() -> expire(ctx), timeout.toMillis(), TimeUnit.MILLISECONDS);
        }
        ctx.fireChannelRead(message);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        requestEnded();
    }

    /** Returns whether a request has begun that has not come to its end. */
    boolean isRunning() {
        return deadline != null;
    }

    /** The request is here, or will not come any more. */
    void requestEnded() {
        if (deadline != null) {
            deadline.cancel(false);
            deadline = null;
        }
    }

    private void expire(ChannelHandlerContext ctx) {
        ctx.fireChannelRead(Problem.of(
                ProblemCode.REQUEST_TIMEOUT,
                "a request must be sent within %s ms; the connection is closed".formatted(timeout.toMillis())));
    }
}
