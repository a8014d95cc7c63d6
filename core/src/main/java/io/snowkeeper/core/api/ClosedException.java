package io.snowkeeper.core.api;

/** The refusal of a call to a closed object. Nothing was sent or changed. */
public final class ClosedException extends SnowkeeperException {

    private static final long serialVersionUID = 1L;

    /** @param what the closed object, such as "the client" */
    public ClosedException(String what) {
        super(what + " is closed");
    }
}
