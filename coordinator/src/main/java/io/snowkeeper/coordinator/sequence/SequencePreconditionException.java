package io.snowkeeper.coordinator.sequence;

import io.snowkeeper.core.sequence.SequenceException;

/**
 * The refusal of a call since the sequence is not what it takes it for: another mode, another next number, another use
 * of the key.
 */
public final class SequencePreconditionException extends SequenceException {

    private static final long serialVersionUID = 1L;

    public SequencePreconditionException(String message) {
        super(message);
    }
}
