package io.snowkeeper.core.api;

import io.snowkeeper.core.UnavailableReason;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The failure of a call that could not be served in time. The message names the refusing side and the reason. The call
 * can be made again; calls of sequences with the same key.
 */
public final class UnavailableException extends SnowkeeperException {

    private static final long serialVersionUID = 1L;

    private final @Nullable UnavailableReason reason;

    /** @param reason empty if it is not known, or servers gave different ones */
    public UnavailableException(String message, Optional<UnavailableReason> reason) {
        super(message);
        this.reason = reason.orElse(null);
    }

    /**
     * Returns why, for programs: of a client, the reason that the servers gave with their last error 11, where all that gave one
     * gave the same. Empty if they differ, or none gave any that is known here.
     */
    public Optional<UnavailableReason> reason() {
        return Optional.ofNullable(reason);
    }
}
