package io.snowkeeper.sequences;

import io.snowkeeper.core.sequence.SequenceException;

/** The refusal of a reservation that does not exist, or was settled so long ago that it is not remembered. */
public final class UnknownReservationException extends SequenceException {

    private static final long serialVersionUID = 1L;

    public UnknownReservationException(String message) {
        super(message);
    }
}
