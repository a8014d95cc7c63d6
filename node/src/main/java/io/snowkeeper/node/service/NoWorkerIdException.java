package io.snowkeeper.node.service;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.UnavailableReason;

/** The node holds no worker id, so that it cannot issue ids now. The message says why. */
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
}
