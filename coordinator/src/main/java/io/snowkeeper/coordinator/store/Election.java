package io.snowkeeper.coordinator.store;

/** An election of one among many processes. Two may believe to be elected for a while. For one thread. */
public interface Election extends AutoCloseable {

    /** Takes part, until it is closed or the session ends; then with the next session. Does nothing at the second call. */
    void enter();

    /** Returns whether we are elected, as far as we know. */
    boolean isElected();

    /** Takes no part any more, for good. */
    @Override
    void close();
}
