package io.snowkeeper.coordinator.sequence;

import io.snowkeeper.core.business.NumberFormat;
import io.snowkeeper.core.sequence.InvalidSequenceException;
import java.util.List;
import java.util.Optional;

/**
 * A page of a sequence's pending reservations, in the order they were made.
 *
 * @param reservations those on the page
 * @param next what to give as {@code after} for the next page; empty if there is none
 * @param format the format of the sequence's numbers; empty if they have none
 */
public record PendingPage(List<PendingReservation> reservations, Optional<String> next, Optional<NumberFormat> format) {

    /** The most reservations that a page has. */
    public static final int MAX_LIMIT = PageLimit.MAX;

    public PendingPage {
        reservations = List.copyOf(reservations);
    }

    /** A page of a sequence whose numbers have no format. */
    public PendingPage(List<PendingReservation> reservations, Optional<String> next) {
        this(reservations, next, Optional.empty());
    }

    /**
     * Returns a limit that is within its range.
     *
     * @throws InvalidSequenceException if it is not
     */
    public static int requireLimit(int limit) {
        return PageLimit.require(limit);
    }
}
