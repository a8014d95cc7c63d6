package io.snowkeeper.sequences;

import io.snowkeeper.core.sequence.SequenceException;

/** The refusal of a name that no sequence has. */
public final class UnknownSequenceException extends SequenceException {

    private static final long serialVersionUID = 1L;

    public UnknownSequenceException(String message) {
        super(message);
    }

    /** Returns the refusal of a name. */
    public static UnknownSequenceException of(String name) {
        return new UnknownSequenceException("there is no sequence of this name: sequence=" + name);
    }
}
