package io.snowkeeper.coordinator.sequence;

import io.snowkeeper.core.sequence.SequenceException;

/** There is no such reservation, or it was settled so long ago that it is not remembered. */
public final class UnknownReservationException extends SequenceException {

    private static final long serialVersionUID = 1L;

    public UnknownReservationException(String message) {
        super(message);
    }
}
