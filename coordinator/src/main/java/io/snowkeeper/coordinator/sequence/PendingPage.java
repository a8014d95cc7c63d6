package io.snowkeeper.coordinator.sequence;

import io.snowkeeper.core.sequence.InvalidSequenceException;
import java.util.List;
import java.util.Optional;

/**
 * A page of a sequence's pending reservations, in the order they were made.
 *
 * @param reservations those on the page
 * @param next what to give as {@code after} for the next page; empty if there is none
 */
public record PendingPage(List<PendingReservation> reservations, Optional<String> next) {

    /** The most reservations that a page has. */
    public static final int MAX_LIMIT = PageLimit.MAX;

    public PendingPage {
        reservations = List.copyOf(reservations);
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
