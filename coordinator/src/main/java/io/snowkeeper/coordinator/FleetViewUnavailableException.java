package io.snowkeeper.coordinator;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.UnavailableReason;

/** The fleet cannot be looked at now. The message says why. */
public final class FleetViewUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final UnavailableReason reason;

    public FleetViewUnavailableException(UnavailableReason reason, String message) {
        super(message);
        this.reason = requireNonNull(reason);
    }

    /** Returns why, for programs. */
    public UnavailableReason reason() {
        return reason;
    }
}
