package io.snowkeeper.core.api;

/** The refusal of a call since as many wait already as may. Nothing was sent. */
public final class TooManyCallsException extends SnowkeeperException {

    private static final long serialVersionUID = 1L;

    /** @param maxWaiting how many may wait */
    public TooManyCallsException(int maxWaiting) {
        super("at most %s calls may wait at once: wait for answers before you ask for more".formatted(maxWaiting));
    }
}
