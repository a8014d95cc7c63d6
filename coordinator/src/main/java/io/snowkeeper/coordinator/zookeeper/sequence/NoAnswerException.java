package io.snowkeeper.coordinator.zookeeper.sequence;

import io.snowkeeper.core.UnavailableReason;

/** ZooKeeper did not answer. Whether a write was done, or will be, is not known. */
final class NoAnswerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final UnavailableReason reason;

    NoAnswerException(String message) {
        this(UnavailableReason.ZOOKEEPER_AWAY, message);
    }

    NoAnswerException(UnavailableReason reason, String message) {
        super(message);
        this.reason = reason;
    }

    UnavailableReason reason() {
        return reason;
    }
}
