package io.snowkeeper.node.net;

import io.netty.channel.SelectStrategy;
import io.netty.channel.SelectStrategyFactory;
import io.netty.util.IntSupplier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * A choice of an event loop between sleep and another look for events. It looks again where the last request came soon
 * after the one before it, and sleeps where it did not: a client that asks now and then costs no more than without.
 *
 * <p>It looks once, and then lets the loop run other threads' tasks. For one loop, and its thread.
 */
final class BusyPollingSelect implements SelectStrategy {

    private final long limitNanos;
    private final int threads;
    private final AtomicInteger polling;
    private final LongSupplier nanoTime;

    private long quietSinceNanos;
    private boolean active;
    private boolean asleep;

    /** Whether the last silence was short. */
    private boolean pays;

    /** Whether we are one of those that are polling. */
    private boolean counted;

    /** @param polling how many loops of the server are polling now */
    BusyPollingSelect(BusyPoll poll, AtomicInteger polling, LongSupplier nanoTime) {
        this.limitNanos = poll.nanos();
        this.threads = poll.threads();
        this.polling = polling;
        this.nanoTime = nanoTime;
        this.quietSinceNanos = nanoTime.getAsLong();
    }

    /** Returns a factory of the choice of each loop of a server. */
    static SelectStrategyFactory factory(BusyPoll poll) {
        AtomicInteger polling = new AtomicInteger();
        return () -> new BusyPollingSelect(poll, polling, System::nanoTime);
    }

    @Override
    public int calculateStrategy(IntSupplier events, boolean hasTasks) throws Exception {
        long now = nanoTime.getAsLong();
        if (asleep) {
            // The task that woke us is done.
            asleep = false;
            pays = now - quietSinceNanos <= limitNanos;
            active = true;
        }
        if (active) {
            quietSinceNanos = now;
        }
        if (hasTasks) {
            active = true;
            return events.get();
        }
        active = false;
        if (pays && now - quietSinceNanos < limitNanos && mayPoll()) {
            int found = events.get();
            active = found > 0;
            return active ? found : CONTINUE;
        }
        stopPolling();
        asleep = true;
        return SELECT;
    }

    private boolean mayPoll() {
        if (!counted) {
            counted = polling.incrementAndGet() <= threads;
            if (!counted) {
                polling.decrementAndGet();
            }
        }
        return counted;
    }

    private void stopPolling() {
        if (counted) {
            counted = false;
            polling.decrementAndGet();
        }
    }
}
