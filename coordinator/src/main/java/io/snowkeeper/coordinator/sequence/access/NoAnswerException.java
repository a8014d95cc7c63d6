package io.snowkeeper.coordinator.sequence.access;

import io.snowkeeper.core.UnavailableReason;

/** ZooKeeper did not answer. Whether a write was done, or will be, is not known. */
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

    public UnavailableReason reason() {
        return reason;
    }
}
