package io.snowkeeper.coordinator.sequence;

import io.snowkeeper.core.sequence.SequenceException;

/** The refusal of a name that no sequence has. */
public final class UnknownSequenceException extends SequenceException {

    private static final long serialVersionUID = 1L;

    public UnknownSequenceException(String message) {
        super(message);
    }
}
