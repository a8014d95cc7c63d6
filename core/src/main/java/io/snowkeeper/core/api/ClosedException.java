package io.snowkeeper.core.api;

/** The refusal of a call to what was closed before. Nothing was sent or changed. */
public final class ClosedException extends SnowkeeperException {

    private static final long serialVersionUID = 1L;

    /** @param what what was closed, such as "the client" */
    public ClosedException(String what) {
        super(what + " is closed");
    }
}
