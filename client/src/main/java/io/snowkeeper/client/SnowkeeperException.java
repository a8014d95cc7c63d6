package io.snowkeeper.client;

/** Why a call has no result. Each kind of it asks for another reaction. */
public abstract sealed class SnowkeeperException extends RuntimeException
        permits NoAnswerException,
                RefusedException,
                OutcomeUnknownException,
                TooManyCallsException,
                CallInterruptedException,
                ClientClosedException {

    private static final long serialVersionUID = 1L;

    SnowkeeperException(String message) {
        super(message);
    }
}
