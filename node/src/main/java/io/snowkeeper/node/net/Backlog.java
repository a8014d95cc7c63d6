package io.snowkeeper.node.net;

import io.netty.util.internal.PlatformDependent;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that the clients of a node take, over all connections, in bytes: answers that they do not take, and input
 * that cannot be answered yet, such as the beginning of a long line or of a body. Each connection has bounds of its
 * own; ten thousand of them are bounded by this. Thread-safe.
 */
public final class Backlog {

    /** The most bytes that the clients of all connections together may leave. */
    private static final long USUAL_LIMIT = 64L << 20;

    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong input = new AtomicLong();
    private final long limit;

    /** Makes one with the usual limit: 64 MiB, or a quarter of the direct memory if that is less. */
    public Backlog() {
        this(Math.min(USUAL_LIMIT, PlatformDependent.maxDirectMemory() / 4));
    }

    /** @param limit the most bytes that clients of all connections together may leave */
    public Backlog(long limit) {
        this.limit = limit;
    }

    public void add(long difference) {
        bytes.addAndGet(difference);
    }

    void addInput(long difference) {
        input.addAndGet(difference);
    }

    /** Returns the bytes of answers. */
    public long bytes() {
        return bytes.get();
    }

    /** Returns the bytes of input. */
    public long inputBytes() {
        return input.get();
    }

    public long limit() {
        return limit;
    }

    /**
     * Returns whether it is so full that clients that take nothing have to make room: at the limit, it would be full
     * again at once.
     */
    boolean isHalfFull() {
        return bytes.get() + input.get() > limit / 2;
    }

    public boolean isFull() {
        return bytes.get() + input.get() > limit;
    }
}
