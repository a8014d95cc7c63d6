package io.snowkeeper.core;

import java.time.Instant;

/** The refusal of an id that is to be larger than another one, since that one's time is too far ahead of the clock. */
public final class IdAheadException extends IdUnavailableException {

    private static final long serialVersionUID = 1L;

    /**
     * @param after the other id
     * @param afterMillis its time, in Unix milliseconds
     * @param nowMillis the clock's reading, in Unix milliseconds
     * @param maxMillis how far it may be ahead
     */
    public IdAheadException(long after, long afterMillis, long nowMillis, long maxMillis) {
        super(
                UnavailableReason.ID_AHEAD,
                ("after is an id of %s, %s ms ahead of the clock here, and the wait is at most %s ms; set the clocks right, or ask the node that issued it: after=%s")
                        .formatted(Instant.ofEpochMilli(afterMillis), afterMillis - nowMillis, maxMillis, after));
    }
}
