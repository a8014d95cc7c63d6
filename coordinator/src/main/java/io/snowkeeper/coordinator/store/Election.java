package io.snowkeeper.coordinator.store;

/** An election of one among many processes. Two may believe to be elected for a while. For one thread. */
public interface Election extends AutoCloseable {

    /** Takes part, until it is closed or the session ends; then with the next session. Does nothing at the second call. */
    void enter();

    /** Returns whether we are elected, as far as we know. */
    boolean isElected();

    /**
     * Compares the election with the store's state, and takes part anew if it passed us over: we come first, or are not
     * there, and are not elected. One read; returns at once, and its result has its effect at a later
     * {@link #isElected}.
     */
    void check();

    /** Takes no part any more, for good. */
    @Override
    void close();
}
