package io.snowkeeper.node.line;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The thread that reads long lines, one after the other, so that the loops go on with the short ones of others meanwhile. While
 * more of them wait it rests after each for as long as that took: they have half of a processor, however many are sent.
 */
final class LongLineThread extends ThreadPoolExecutor {

    /** How many lines may wait. */
    static final int MAX_WAITING = 16;

    /** Where a line took longer, it was not the line that kept the processor busy. */
    private static final long MAX_REST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final LongSupplier nanos;
    private final LongConsumer rest;
    private long begun;

    /**
     * @param nanos a clock that never goes back
     * @param rest pauses the thread for a number of nanoseconds
     */
    LongLineThread(LongSupplier nanos, LongConsumer rest) {
        super(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MAX_WAITING), new DefaultThreadFactory("line-long"));
        this.nanos = nanos;
        this.rest = rest;
    }

    @Override
    protected void beforeExecute(Thread thread, Runnable line) {
        begun = nanos.getAsLong();
    }

    @Override
    protected void afterExecute(Runnable line, @Nullable Throwable failure) {
        if (!getQueue().isEmpty()) {
            rest.accept(Math.min(MAX_REST_NANOS, nanos.getAsLong() - begun));
        }
    }
}
