package io.snowkeeper.client;

import java.util.List;
import java.util.Optional;

/**
 * A page of a sequence's pending reservations, in the order they were made.
 *
 * @param reservations those on it; perhaps fewer than were asked for
 * @param next what the next page comes after; empty if this is the last one
 */
public record PendingPage(List<PendingReservation> reservations, Optional<String> next) {

    /** How many reservations a page has at the most. */
    public static final int MAX_LIMIT = 1_000;

    public PendingPage {
        reservations = List.copyOf(reservations);
    }
}
