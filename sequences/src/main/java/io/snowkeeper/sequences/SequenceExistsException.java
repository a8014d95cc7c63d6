package io.snowkeeper.sequences;

import io.snowkeeper.core.sequence.SequenceException;

/** The refusal to create a sequence whose name another one has. */
public final class SequenceExistsException extends SequenceException {

    private static final long serialVersionUID = 1L;

    public SequenceExistsException(String message) {
        super(message);
    }
}
