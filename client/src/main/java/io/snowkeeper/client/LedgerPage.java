package io.snowkeeper.client;

import java.util.List;

/**
 * A page of a gapless sequence's ledger.
 *
 * @param entries the entries in their order, each an object of JSON to the letter, since its hash is of that text
 * @param next the entry that the next page begins with, if it is there yet
 * @param last the last entry that there was
 */
public record LedgerPage(List<String> entries, long next, long last) {

    /** The most entries that a page has. */
    public static final int MAX_LIMIT = 1_000;

    public LedgerPage {
        entries = List.copyOf(entries);
    }
}
