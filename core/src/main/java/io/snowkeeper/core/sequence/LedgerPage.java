package io.snowkeeper.core.sequence;

import java.util.List;
import java.util.function.Function;

/**
 * A page of a gapless sequence's ledger. It may have fewer entries than were asked for, and there are more all the same.
 *
 * @param entries the entries on the page, in their order, each one more than the one before; as a server sends it, an entry is an object of
 *     JSON to the letter, since its hash is of that text
 * @param next the entry that the next page begins with, if it is there yet
 * @param last the last entry that there was when the page was read
 */
public record LedgerPage<E>(List<E> entries, long next, long last) {

    public LedgerPage {
        entries = List.copyOf(entries);
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

    /**
     * Adds the entries, and where the ledger goes on.
     *
     * @param form the text of an entry
     */
    public void writeTo(FieldWriter fields, Function<E, String> form) {
        fields.texts("entries", entries.stream().map(form).toList());
        fields.number("next", next);
        fields.number("last", last);
    }

    /** Reads the fields that {@link #writeTo} adds. */
    public static LedgerPage<String> read(FieldReader fields) {
        return new LedgerPage<>(fields.texts("entries"), fields.number("next"), fields.number("last"));
    }
}
