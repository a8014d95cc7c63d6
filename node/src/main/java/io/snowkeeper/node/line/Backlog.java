package io.snowkeeper.node.line;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Answers that wait for clients who do not take them, over all connections of a node, in bytes. Each connection is bounded
 * by its write buffer's high mark; ten thousand of them are bounded by this. Thread-safe.
 */
final class Backlog {

    private final AtomicLong bytes = new AtomicLong();
    private final long limit;

    Backlog(long limit) {
        this.limit = limit;
    }

    void add(long difference) {
        bytes.addAndGet(difference);
    }

    long bytes() {
        return bytes.get();
    }

    boolean isFull() {
        return bytes.get() > limit;
    }
}
