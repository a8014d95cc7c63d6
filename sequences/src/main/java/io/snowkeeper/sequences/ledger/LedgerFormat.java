package io.snowkeeper.sequences.ledger;

import java.util.Locale;

/** A form in which a ledger is kept outside of the fleet. Each entry has one text in it, from which the same entry is read. */
public enum LedgerFormat {
    /** A JSON object for each entry, on a line of its own. */
    NDJSON("", "\n") {
        @Override
        public String text(LedgerEntry entry) {
            return NdjsonForm.line(entry);
        }

        @Override
        public LedgerEntry read(String text) {
            return NdjsonForm.parse(text);
        }
    },

    /** A record of CSV for each entry, by RFC 4180, after a header. */
    CSV(CsvForm.HEADER, "\r\n") {
        @Override
        public String text(LedgerEntry entry) {
            return CsvForm.record(entry);
        }

        @Override
        public LedgerEntry read(String text) {
            return CsvForm.parse(text);
        }
    };

    private final String header;
    private final String end;

    LedgerFormat(String header, String end) {
        this.header = header;
        this.end = end;
    }

    /** Returns an entry without its end of line. */
    public abstract String text(LedgerEntry entry);

    /**
     * Reads an entry without its end of line.
     *
     * @throws InvalidLedgerException if the text is none, to the letter
     */
    public abstract LedgerEntry read(String text);

    /** Returns the text before the first entry, with its end of line; empty if there is none. */
    public String header() {
        return header.isEmpty() ? "" : header + end;
    }

    /** Returns an entry with its end of line. */
    public String line(LedgerEntry entry) {
        return text(entry) + end;
    }

    String headerText() {
        return header;
    }

    String end() {
        return end;
    }

    /**
     * Reads a format as it is written.
     *
     * @throws InvalidLedgerException if it is none
     */
    public static LedgerFormat of(String text) {
        for (LedgerFormat format : values()) {
            if (format.name().toLowerCase(Locale.ROOT).equals(text)) {
                return format;
            }
        }
        throw new InvalidLedgerException("must be ndjson or csv: format=" + text);
    }
}
