package io.snowkeeper.node.net;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.snowkeeper.coordinator.log.RepeatLimit;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A handler that accepts no more connections than there are files for. Further ones wait in the kernel. */
@SuppressWarnings("FutureReturnValueIgnored") // A task that is lost with its loop is not missed.
final class AcceptLimit extends ChannelInboundHandlerAdapter {

    static final long LOOK_MILLIS = 100;

    private static final Logger log = LoggerFactory.getLogger(AcceptLimit.class);

    private final String port;
    private final AcceptPause pause;
    private final SocketLimit sockets;
    private final RepeatLimit repeats;
    private final AtomicInteger open = new AtomicInteger();
    private boolean waiting;

    AcceptLimit(String port, AcceptPause pause, SocketLimit sockets, LongSupplier nanos) {
        this.port = port;
        this.pause = pause;
        this.sockets = sockets;
        this.repeats = new RepeatLimit(nanos);
    }

    /** Returns how many connections of the port are open. */
    int open() {
        return open.get();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        open.incrementAndGet();
        sockets.opened();
        ((Channel) message).closeFuture().addListener(closed -> {
            open.decrementAndGet();
            sockets.closed();
        });
        if (!waiting && sockets.isReached(open.get())) {
            waiting = true;
            tell();
            await(ctx);
        }
        ctx.fireChannelRead(message);
    }

    private void await(ChannelHandlerContext ctx) {
        pause.begin(ctx.channel(), AcceptPause.Reason.FILES);
        ctx.executor().schedule(() -> look(ctx), LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void look(ChannelHandlerContext ctx) {
        if (sockets.isReached(open.get())) {
            await(ctx);
        } else {
            waiting = false;
            pause.end(ctx.channel(), AcceptPause.Reason.FILES);
        }
    }

    private void tell() {
        repeats.admit("")
                .ifPresent(skipped -> log.warn(
                        "new connections to the {} port wait until others are closed: {}; raise the limit of open files"
                                + " (ulimit -n, LimitNOFILE= of systemd)",
                        port,
                        sockets));
    }
}
