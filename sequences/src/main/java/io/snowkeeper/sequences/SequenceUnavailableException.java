package io.snowkeeper.sequences;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.sequence.SequenceException;

/**
 * The failure of a call to a sequence that cannot be served now: ZooKeeper is away or slow, or too much is waiting.
 * Trying again may help.
 */
public final class SequenceUnavailableException extends SequenceException {

    private static final long serialVersionUID = 1L;

    private final UnavailableReason reason;

    /** Has a reason that only the message states. */
    public SequenceUnavailableException(String message) {
        this(UnavailableReason.SEQUENCE_UNAVAILABLE, message);
    }

    public SequenceUnavailableException(UnavailableReason reason, String message) {
        super(message);
        this.reason = requireNonNull(reason);
    }

    /** Returns why, for programs. */
    public UnavailableReason reason() {
        return reason;
    }
}
