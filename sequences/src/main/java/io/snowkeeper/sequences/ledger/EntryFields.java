package io.snowkeeper.sequences.ledger;

import io.snowkeeper.core.text.PrintableText;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The fields of an entry as they are read from a text, one after the other. */
final class EntryFields {

    /** The names, in the order in which they are written. */
    static final List<String> NAMES = List.of(
            "entry", "event", "numbers", "reservation", "key", "subject", "reason", "period", "after", "time", "hash");

    private static final int EXCERPT = 120;

    private final @Nullable String[] values = new String[NAMES.size()];

    /** @throws InvalidLedgerException if there is no such field, or it was set before */
    void set(String name, String value) {
        int index = NAMES.indexOf(name);
        if (index < 0 || values[index] != null) {
            throw new InvalidLedgerException("no field of an entry, or there twice: " + PrintableText.of(name));
        }
        values[index] = value;
    }

    /**
     * Returns the entry.
     *
     * @param text the text it was read from, for errors
     * @throws InvalidLedgerException if the fields make none
     */
    LedgerEntry toEntry(String text) {
        try {
            String reservation = values[3];
            return new LedgerEntry(
                    Long.parseLong(required(0)),
                    new Posting(
                            LedgerEvent.parse(required(1)),
                            values[2] == null ? List.of() : NumbersText.parse(required(2)),
                            reservation == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(reservation)),
                            Optional.ofNullable(values[4]),
                            Optional.ofNullable(values[5]),
                            Optional.ofNullable(values[6]),
                            Optional.ofNullable(values[7])),
                    Optional.ofNullable(values[8]).map(EntryFields::time),
                    time(required(9)),
                    required(10));
        } catch (NumberFormatException | DateTimeException | InvalidLedgerException e) {
            throw new InvalidLedgerException("no entry, %s: %s".formatted(e.getMessage(), excerpt(text)), e);
        }
    }

    /**
     * Reads a time as {@link Instant#toString} writes those of whole milliseconds: two times of a million entries would take
     * longer to read by {@link Instant#parse} than all else of them.
     */
    private static Instant time(String text) {
        int length = text.length();
        if ((length != 20 && length != 24) || text.charAt(length - 1) != 'Z') {
            return Instant.parse(text);
        }
        int millis = length == 20 ? 0 : digits(text, 20, 23);
        long second = LocalDate.of(digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10))
                                .toEpochDay()
                        * 86_400
                + digits(text, 11, 13) * 3600L
                + digits(text, 14, 16) * 60L
                + digits(text, 17, 19);
        // The separator is compared once the entry is written again.
        return Instant.ofEpochSecond(second, millis * 1_000_000L);
    }

    private static int digits(String text, int from, int to) {
        return Integer.parseInt(text, from, to, 10);
    }

    private String required(int index) {
        String value = values[index];
        if (value == null) {
            throw new InvalidLedgerException("%s is missing".formatted(NAMES.get(index)));
        }
        return value;
    }

    /** Returns the beginning of a text, for errors. */
    static String excerpt(String text) {
        return PrintableText.of(text.length() <= EXCERPT ? text : text.substring(0, EXCERPT) + "...");
    }
}
