package io.snowkeeper.sequences;

import io.snowkeeper.core.sequence.SequenceException;

/**
 * The refusal to settle a reservation that was settled in another way before: cancelled, confirmed, made void, or its time was up.
 */
public final class ReservationSettledException extends SequenceException {

    private static final long serialVersionUID = 1L;

    public ReservationSettledException(String message) {
        super(message);
    }
}
