package io.snowkeeper.coordinator.store;

import io.snowkeeper.core.UnavailableReason;

/** The failure of a request that the store did not answer. Whether a write was done, or will be, is not known. */
public final class NoAnswerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final UnavailableReason reason;

    public NoAnswerException(String message) {
        this(UnavailableReason.ZOOKEEPER_AWAY, message);
    }

    public NoAnswerException(UnavailableReason reason, String message) {
        super(message);
        this.reason = reason;
    }

    /** Returns the reason for refused ids or numbers, if that lasts. */
    public UnavailableReason reason() {
        return reason;
    }
}
