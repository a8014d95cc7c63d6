package io.snowkeeper.node.net;

/**
 * A connection's part of the node's {@link Backlog} that is input: bytes that its client has sent and that could not be
 * answered yet. Used by the connection's loop alone.
 */
public final class InputShare {

    /**
     * The bytes that a connection may hold uncounted: short lines of many clients need no update of the shared count.
     */
    static final int FREE = 4 * 1024;

    /** Returns whether a number of bytes is more than each client may leave. */
    public static boolean isMuch(int bytes) {
        return bytes > FREE;
    }

    private final Backlog node;
    private long counted;

    public InputShare(Backlog node) {
        this.node = node;
    }

    /**
     * Sets the number of bytes that the connection holds.
     *
     * @return false if it holds more than before, and that is more than the node has room for
     */
    public boolean hold(long bytes) {
        long counts = bytes > FREE ? bytes : 0;
        if (counts == counted) {
            return true;
        }
        boolean grows = counts > counted;
        node.addInput(counts - counted);
        counted = counts;
        return !grows || !node.isFull();
    }
}
