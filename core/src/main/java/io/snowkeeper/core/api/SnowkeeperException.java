package io.snowkeeper.core.api;

import io.snowkeeper.core.text.PrintableText;

/** The failure of a call for ids or numbers. Each kind of it asks for another reaction. */
public abstract sealed class SnowkeeperException extends RuntimeException
        permits UnavailableException,
                RefusedException,
                OutcomeUnknownException,
                TooManyCallsException,
                CallInterruptedException,
                ClosedException {

    private static final long serialVersionUID = 1L;

    /** @param message may have parts that a server has said: what acts in a terminal or a log is made harmless */
    SnowkeeperException(String message) {
        super(PrintableText.of(message));
    }
}
