package io.snowkeeper.node.net;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The limit on the sockets that the clients of all ports may have open. Each is a file of the process, and enough must
 * be left for the node itself, such as for its state: without a file for that it could issue no more ids. Thread-safe.
 */
public final class SocketLimit {

    /** The share that a port cannot take from the others: an eighth. */
    private static final int FOR_OTHERS = 8;

    private final AtomicInteger open = new AtomicInteger();
    private final int most;

    /** @param most how many sockets, at least 1 */
    public SocketLimit(int most) {
        this.most = most;
    }

    void opened() {
        open.incrementAndGet();
    }

    void closed() {
        open.decrementAndGet();
    }

    /** Returns whether a port with {@code ofPort} sockets has to wait. */
    boolean isReached(int ofPort) {
        return open.get() >= most || ofPort >= ofOnePort();
    }

    int ofOnePort() {
        return most - most / FOR_OTHERS;
    }

    @Override
    public String toString() {
        return "%s of %s sockets are open, of which one port may have %s".formatted(open.get(), most, ofOnePort());
    }
}
