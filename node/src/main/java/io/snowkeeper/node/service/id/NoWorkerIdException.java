package io.snowkeeper.node.service.id;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.node.service.message.Answer;

/** The refusal of ids by a node that holds no worker id now. The message says why. */
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

    /** Returns the answer to a request that needs a worker id. */
    public Answer.Refusal refusal() {
        return Answer.Refusal.forNow(reason, requireNonNull(getMessage()));
    }
}
