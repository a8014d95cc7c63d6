package io.snowkeeper.client;

import java.time.Duration;

/**
 * No server gave an answer that holds before the call's deadline. The message names each server and what it last failed
 * with. The call can be made again; calls of sequences with the same key.
 */
public final class NoAnswerException extends SnowkeeperException {

    private static final long serialVersionUID = 1L;

    NoAnswerException(Duration deadline, String servers) {
        super("no answer within %d ms from %s".formatted(deadline.toMillis(), servers));
    }
}
