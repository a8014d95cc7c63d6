package io.snowkeeper.client.internal.dispatch;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The yielding of the client's thread to answered callers, as long as they alone want the processor. Threads that
 * compute keep a processor for milliseconds, for which every call would wait: after that has happened, the thread goes
 * on without for a hundred times as long. Used on the client's thread alone.
 */
final class GivingWay {

    /** Longer than some dozens of callers take to call again, shorter than the time that a thread which computes is given. */
    static final Duration LONG = Duration.ofNanos(500_000);

    private static final int WITHOUT = 100;

    private final LongSupplier nanoTime;
    private final Runnable giveTurn;
    private long againNanos;

    /**
     * @param nanoTime the stopwatch
     * @param giveTurn lets other threads run
     */
    GivingWay(LongSupplier nanoTime, Runnable giveTurn) {
        this.nanoTime = nanoTime;
        this.giveTurn = giveTurn;
        this.againNanos = nanoTime.getAsLong();
    }

    void once() {
        long before = nanoTime.getAsLong();
        if (before - againNanos < 0) {
            return;
        }
        giveTurn.run();
        long after = nanoTime.getAsLong();
        long took = after - before;
        againNanos = took > LONG.toNanos() ? after + WITHOUT * took : after;
    }
}
