package io.snowkeeper.coordinator.sequence;

import io.snowkeeper.coordinator.sequence.ledger.LedgerEntry;
import io.snowkeeper.core.sequence.InvalidSequenceException;
import java.util.List;

/**
 * A page of a gapless sequence's ledger. It may have fewer entries than were asked for, and there are more all the same.
 *
 * @param entries the entries on the page, in their order, each one more than the one before
 * @param next the entry that the next page begins with, if it is there yet
 * @param last the last entry that there was when the page was read
 */
public record LedgerPage(List<LedgerEntry> entries, long next, long last) {

    /** The most entries that a page has. */
    public static final int MAX_LIMIT = 10_000;

    public LedgerPage {
        entries = List.copyOf(entries);
    }

    /**
     * Returns a limit that is within its range.
     *
     * @throws InvalidSequenceException if it is not
     */
    public static int requireLimit(int limit) {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new InvalidSequenceException("must be >= 1 && <= %s: limit=%s".formatted(MAX_LIMIT, limit));
        }
        return limit;
    }

    /**
     * Returns an entry's place that is within its range.
     *
     * @throws InvalidSequenceException if it is not
     */
    public static long requireEntry(String name, long entry) {
        if (entry < 1) {
            throw new InvalidSequenceException("must be >= 1: %s=%s".formatted(name, entry));
        }
        return entry;
    }
}
