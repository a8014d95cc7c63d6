package io.snowkeeper.sequences.ledger;

import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/** A reader of a ledger that was written to a file. The first letter shows its form. Not thread-safe. */
public final class LedgerReader implements Closeable {

    private static final int BUFFER = 1 << 16;
    private static final int MAX_LENGTH = 16 << 20;

    private final Reader source;
    private final char[] buffer = new char[BUFFER];
    private final StringBuilder text = new StringBuilder();
    private @Nullable LedgerFormat format;
    private int at;
    private int filled;
    private long line;

    /**
     * @param source of UTF-8; malformed bytes must have been refused, or replaced by characters that are in no ledger
     */
    public LedgerReader(Reader source) {
        this.source = source;
    }

    /** Returns how many lines were read; a quoted value of CSV counts as one. */
    public long line() {
        return line;
    }

    /**
     * Returns the next entry, null at the end.
     *
     * @throws InvalidLedgerException if the line is no entry, to the letter; the reader then goes on with the next line
     */
    public @Nullable LedgerEntry next() throws IOException {
        LedgerFormat known = format;
        if (known == null) {
            known = begin();
        }
        return readText(known) ? known.read(text.toString()) : null;
    }

    private LedgerFormat begin() throws IOException {
        LedgerFormat found = !fill() || buffer[0] == '{' ? LedgerFormat.NDJSON : LedgerFormat.CSV;
        format = found;
        if (found == LedgerFormat.CSV && (!readText(found) || !text.toString().equals(found.headerText()))) {
            throw new InvalidLedgerException("neither JSON nor CSV with the header " + found.headerText());
        }
        return found;
    }

    /** Returns false at the end. */
    private boolean fill() throws IOException {
        at = 0;
        filled = Math.max(0, source.read(buffer));
        return filled > 0;
    }

    /** Reads up to the end of an entry. Returns false if there is none any more. */
    private boolean readText(LedgerFormat known) throws IOException {
        text.setLength(0);
        line++;
        boolean quoted = false;
        while (at < filled || fill()) {
            int begin = at;
            while (at < filled && (buffer[at] != '\n' || quoted)) {
                quoted ^= buffer[at] == '"' && known == LedgerFormat.CSV;
                at++;
            }
            text.append(buffer, begin, at - begin);
            if (text.length() > MAX_LENGTH) {
                throw new InvalidLedgerException("a line is longer than any entry: line=" + line);
            }
            if (at < filled) {
                at++;
                cutEnd(known.end());
                return true;
            }
        }
        if (text.length() > 0) {
            throw new InvalidLedgerException(
                    "the last line has no end, it was cut: " + EntryFields.excerpt(text.toString()));
        }
        line--;
        return false;
    }

    private void cutEnd(String end) {
        int beforeFeed = end.length() - 1;
        if (beforeFeed > 0) {
            if (text.length() == 0 || text.charAt(text.length() - 1) != end.charAt(0)) {
                throw new InvalidLedgerException(
                        "the line does not end as in a ledger: " + EntryFields.excerpt(text.toString()));
            }
            text.setLength(text.length() - 1);
        }
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
