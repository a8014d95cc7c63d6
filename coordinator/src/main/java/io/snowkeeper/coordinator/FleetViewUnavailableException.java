package io.snowkeeper.coordinator;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.UnavailableReason;

/** The failure of a request for the fleet's view, which cannot be read now. The message says why. */
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
