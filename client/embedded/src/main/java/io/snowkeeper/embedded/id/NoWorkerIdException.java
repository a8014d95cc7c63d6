package io.snowkeeper.embedded.id;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.api.Unavailability;

/** The refusal of ids by a member of a fleet that holds no worker id now. The message says why. */
public final class NoWorkerIdException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final UnavailableReason reason;

    /** @param cause the rest of the message */
    NoWorkerIdException(UnavailableReason reason, String cause) {
        super("no worker id: " + cause);
        this.reason = requireNonNull(reason);
    }

    /** Returns why, for programs. */
    public UnavailableReason reason() {
        return reason;
    }

    /** Returns the same as an unavailability, for callers that ask beforehand. */
    public Unavailability unavailability() {
        return new Unavailability(reason, requireNonNull(getMessage()));
    }
}
