package io.snowkeeper.core;

/**
 * The refusal of an id that might be a duplicate. The message says why, with the figures; the caller may try again
 * later.
 */
public abstract sealed class IdUnavailableException extends RuntimeException
        permits ClockBeforeEpochException,
                ClockMovedBackwardsException,
                ClockStalledException,
                GeneratorClosedException,
                IdAheadException,
                LayoutExhaustedException,
                ReservationExhaustedException,
                WaitInterruptedException {

    private static final long serialVersionUID = 1L;

    private final UnavailableReason reason;

    IdUnavailableException(UnavailableReason reason, String message) {
        super(message);
        this.reason = reason;
    }

    /** Returns why, for programs. */
    public UnavailableReason reason() {
        return reason;
    }
}
