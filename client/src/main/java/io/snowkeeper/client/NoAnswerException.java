package io.snowkeeper.client;

import io.snowkeeper.core.UnavailableReason;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The failure of a call that no server answered before its deadline. The message names each server and what it last failed
 * with. The call can be made again; calls of sequences with the same key.
 */
public final class NoAnswerException extends SnowkeeperException {

    private static final long serialVersionUID = 1L;

    private final @Nullable UnavailableReason reason;

    NoAnswerException(Duration deadline, String servers, Optional<UnavailableReason> reason) {
        super("no answer within %d ms from %s".formatted(deadline.toMillis(), servers));
        this.reason = reason.orElse(null);
    }

    /**
     * Returns the reason that the servers gave with their last error 11, where all that gave one gave the same; empty if they
     * differ, or none gave any that is known here.
     */
    public Optional<UnavailableReason> reason() {
        return Optional.ofNullable(reason);
    }
}
