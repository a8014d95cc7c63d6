package io.snowkeeper.node.net;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.snowkeeper.coordinator.log.RepeatLimit;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A handler that logs when connections cannot be accepted, as when the process is out of files, and pauses the port for
 * a second: waiting connections would otherwise make it fail again at once, without end. Netty's own handler pauses
 * too, but has each failure logged with its stack trace.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A task that is lost with its loop is not missed.
final class AcceptFailures extends ChannelInboundHandlerAdapter {

    private static final Logger log = LoggerFactory.getLogger(AcceptFailures.class);

    private static final long PAUSE_MILLIS = 1_000;

    private final String port;
    private final AcceptPause pause;
    private final RepeatLimit repeats;

    /** @param port the port's name in the log */
    AcceptFailures(String port, AcceptPause pause, LongSupplier nanos) {
        this.port = port;
        this.pause = pause;
        this.repeats = new RepeatLimit(nanos);
        // Loads the classes that are needed when no file can be opened, not even a class file.
        var unused = repeats.admit("");
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        // First, even if the rest fails: without files even a class may not be found.
        pause.begin(ctx.channel(), AcceptPause.Reason.FAILURE);
        ctx.executor()
                .schedule(
                        () -> pause.end(ctx.channel(), AcceptPause.Reason.FAILURE),
                        PAUSE_MILLIS,
                        TimeUnit.MILLISECONDS);
        String reason = String.valueOf(cause.getMessage());
        repeats.admit(reason)
                .ifPresent(skipped -> log.warn(
                        "connections to the {} port cannot be accepted: {}; the next attempt is in {} ms{}",
                        port,
                        reason,
                        PAUSE_MILLIS,
                        RepeatLimit.timesMore(skipped)));
    }
}
