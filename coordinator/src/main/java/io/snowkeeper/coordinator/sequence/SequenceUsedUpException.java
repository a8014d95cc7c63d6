package io.snowkeeper.coordinator.sequence;

import io.snowkeeper.core.sequence.SequenceException;

/** The ranges have fewer numbers left than were asked for. Appending a range helps. */
public final class SequenceUsedUpException extends SequenceException {

    private static final long serialVersionUID = 1L;

    public SequenceUsedUpException(String message) {
        super(message);
    }
}
