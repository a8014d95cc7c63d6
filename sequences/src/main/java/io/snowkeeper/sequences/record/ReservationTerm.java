package io.snowkeeper.sequences.record;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.sequence.AtExpiry;

/**
 * The term of a reservation: how long it may stay unconfirmed, and its fate then:
 * {@code {"millis":60000,"atExpiry":"HOLD"}}.
 *
 * @param millis the time
 */
public record ReservationTerm(long millis, AtExpiry atExpiry) {

    public ReservationTerm {
        requireNonNull(atExpiry, "atExpiry is null");
    }

    /** Returns whether no time alone ends a reservation. */
    public boolean holds() {
        return atExpiry == AtExpiry.HOLD;
    }
}
