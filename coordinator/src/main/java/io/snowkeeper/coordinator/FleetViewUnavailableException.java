package io.snowkeeper.coordinator;

/** The fleet cannot be looked at now. The message says why. */
public final class FleetViewUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public FleetViewUnavailableException(String message) {
        super(message);
    }
}
