package io.snowkeeper.coordinator.sequence;

import io.snowkeeper.core.sequence.SequenceException;

/** There is a sequence of this name already, and it is another one. */
public final class SequenceExistsException extends SequenceException {

    private static final long serialVersionUID = 1L;

    public SequenceExistsException(String message) {
        super(message);
    }
}
