package io.snowkeeper.sequences;

import io.snowkeeper.core.sequence.SequenceException;

/**
 * The refusal of a call since as many keys or unconfirmed numbers are kept as are allowed. It passes when they are
 * settled or their time is up.
 */
public final class SequenceFullException extends SequenceException {

    private static final long serialVersionUID = 1L;

    public SequenceFullException(String message) {
        super(message);
    }
}
