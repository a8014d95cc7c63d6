package io.snowkeeper.core.api;

/** The failure of a call whose thread was interrupted while it waited for an answer. Its interrupt flag is still set. */
public final class CallInterruptedException extends SnowkeeperException {

    private static final long serialVersionUID = 1L;

    /** The thread's interrupt flag is to be set. */
    public CallInterruptedException() {
        super("interrupted while waiting for an answer");
    }
}
