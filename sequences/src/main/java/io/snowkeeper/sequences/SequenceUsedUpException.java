package io.snowkeeper.sequences;

import io.snowkeeper.core.sequence.SequenceException;

/** The refusal of a call for more numbers than the ranges have left. Appending a range helps. */
public final class SequenceUsedUpException extends SequenceException {

    private static final long serialVersionUID = 1L;

    public SequenceUsedUpException(String message) {
        super(message);
    }
}
