package io.snowkeeper.node.net;

import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The wait for the end of event loops, never without a bound: a loop that is held up by something must not hold up a
 * stop.
 */
public final class EventLoops {

    private static final Logger log = LoggerFactory.getLogger(EventLoops.class);

    /** Netty's time for tasks that come during the shutdown. */
    private static final long SHUTDOWN_SECONDS = 5;

    private static final long TURN_SECONDS = 5;

    private EventLoops() {}

    /**
     * Ends loops, a group after the other, and returns when they have ended, or after 6 s; those that are busy then end when
     * they can.
     *
     * @param groups those that give connections to others before these
     */
    public static void shutDown(@Nullable EventLoopGroup... groups) {
        long started = System.nanoTime();
        boolean all = Stream.of(groups)
                .filter(Objects::nonNull)
                .map(group -> group.shutdownGracefully(0, SHUTDOWN_SECONDS, TimeUnit.SECONDS))
                .map(end -> await(List.of(end), started, SHUTDOWN_SECONDS + 1))
                .reduce(true, Boolean::logicalAnd);
        if (!all) {
            log.warn("Threads that serve connections are still busy {} s after the stop", SHUTDOWN_SECONDS + 1);
        }
    }

    /** Returns when each loop has done all that it was given before, or after 5 s. */
    public static void awaitTurn(EventLoopGroup loops) {
        List<Future<?>> turns = new ArrayList<>();
        for (EventExecutor loop : loops) {
            turns.add(loop.submit(() -> {}));
        }
        await(turns, System.nanoTime(), TURN_SECONDS);
    }

    /** Returns whether all came to their end within a time from its beginning on. */
    private static boolean await(List<? extends Future<?>> futures, long started, long seconds) {
        boolean all = true;
        for (Future<?> future : futures) {
            long left = TimeUnit.SECONDS.toNanos(seconds) - (System.nanoTime() - started);
            all &= future.awaitUninterruptibly(Math.max(0, left), TimeUnit.NANOSECONDS);
        }
        return all;
    }
}
