package io.snowkeeper.node.net;

import io.netty.channel.Channel;
import io.netty.util.internal.PlatformDependent;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a process's memory. The direct memory, where all that is received and sent lies, is given back when connections
 * end: so it costs the connection that has failed by it, and the others go on. Without heap nothing works as it should.
 */
public final class MemoryExhaustion {

    private static final Logger log = LoggerFactory.getLogger(MemoryExhaustion.class);

    private static final long LOG_PERIOD_NANOS = TimeUnit.MINUTES.toNanos(1);

    private static final int MAX_CAUSES = 10;

    private static final AtomicLong CLOSED = new AtomicLong();
    private static final AtomicLong NEXT_LOG = new AtomicLong(System.nanoTime());

    private MemoryExhaustion() {}

    /** Returns how much direct memory the process may take, in bytes. */
    public static long directLimit() {
        return PlatformDependent.maxDirectMemory();
    }

    /**
     * Examines a connection's failure. If the heap is used up, it calls the thread's handler for uncaught exceptions,
     * which ends the program.
     *
     * @return whether the direct memory is used up; the log says so once a minute, and the connection is to be closed
     */
    public static boolean isOfBuffers(Channel channel, Throwable failure) {
        OutOfMemoryError error = in(failure);
        if (error == null) {
            return false;
        }
        if (!isDirect(error)) {
            toUncaught(error);
            return false;
        }
        long closed = CLOSED.incrementAndGet();
        long now = System.nanoTime();
        long next = NEXT_LOG.get();
        if (now - next >= 0 && NEXT_LOG.compareAndSet(next, now + LOG_PERIOD_NANOS)) {
            log.warn(
                    "Direct memory is used up, {} is closed ({} since the start); set -XX:MaxDirectMemorySize higher,"
                            + " or --max-connections lower: {}",
                    channel,
                    closed,
                    error.getMessage());
        }
        return true;
    }

    /** Passes a failure for lack of heap, which would go unnoticed, to the thread's handler for uncaught exceptions. */
    public static void tellIfOfHeap(Throwable failure) {
        OutOfMemoryError error = in(failure);
        if (error != null && !isDirect(error)) {
            toUncaught(error);
        }
    }

    /** Returns whether something has failed because the heap is used up. */
    public static boolean isOfHeap(Throwable failure) {
        OutOfMemoryError error = in(failure);
        return error != null && !isDirect(error);
    }

    /** Returns whether it is memory that the end of a connection, or of a thread, gives back. */
    static boolean isDirect(OutOfMemoryError error) {
        String message = String.valueOf(error.getMessage());
        return message.contains("of direct memory")
                || message.contains("direct buffer memory")
                || message.contains("native thread");
    }

    private static @Nullable OutOfMemoryError in(Throwable failure) {
        Throwable cause = failure;
        for (int i = 0; i < MAX_CAUSES && cause != null; i++) {
            if (cause instanceof OutOfMemoryError error) {
                return error;
            }
            cause = cause.getCause();
        }
        return null;
    }

    private static void toUncaught(OutOfMemoryError error) {
        Thread thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, error);
    }
}
