package io.snowkeeper.core.sequence;

import java.util.Optional;

/**
 * A place in a ledger.
 *
 * @param entries how many entries there are up to it
 * @param hash the last one's hash; empty if it is not known any more, since the entry was released
 */
public record LedgerMark(long entries, Optional<String> hash) {

    public void writeTo(FieldWriter fields) {
        fields.number("entries", entries);
        fields.text("hash", hash);
    }

    /** Reads the fields that {@link #writeTo} adds; empty if there are none. */
    public static Optional<LedgerMark> read(FieldReader fields) {
        return fields.numberIfGiven("entries").stream()
                .mapToObj(entries -> new LedgerMark(entries, fields.optionalText("hash")))
                .findFirst();
    }
}
