package io.snowkeeper.client;

/** As many calls as may wait are waiting already. Nothing was sent. */
public final class TooManyCallsException extends SnowkeeperException {

    private static final long serialVersionUID = 1L;

    TooManyCallsException(int maxWaiting) {
        super("at most %d calls may wait at once: wait for answers before you ask for more".formatted(maxWaiting));
    }
}
