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

    /** @param message may have a server's words: characters that act in a terminal or a log are made harmless */
    SnowkeeperException(String message) {
        super(PrintableText.of(message));
    }
}
