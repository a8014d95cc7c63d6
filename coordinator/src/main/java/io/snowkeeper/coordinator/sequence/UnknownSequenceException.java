package io.snowkeeper.coordinator.sequence;

import io.snowkeeper.core.sequence.SequenceException;

/** There is no sequence of this name. */
public final class UnknownSequenceException extends SequenceException {

    private static final long serialVersionUID = 1L;

    public UnknownSequenceException(String message) {
        super(message);
    }
}
