package io.snowkeeper.node;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.snowkeeper.sequences.ledger.InvalidLedgerException;
import io.snowkeeper.sequences.ledger.LedgerEntry;
import io.snowkeeper.sequences.ledger.LedgerFormat;
import io.snowkeeper.sequences.ledger.LedgerReader;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;

/**
 * The requirements for any bytes given as a copy of a ledger, for a fuzzer to refute: {@code node/fuzz ledger}. Each
 * line is an entry or refused, and an entry has one text in each form, from which it is read again.
 */
public final class LedgerFuzzer {

    private LedgerFuzzer() {}

    /** Called by the fuzzer with any input. */
    public static void fuzzerTestOneInput(byte[] bytes) {
        String copy = new String(bytes, UTF_8);
        try (LedgerReader reader = new LedgerReader(new StringReader(copy))) {
            // Each look ends a line, or the copy.
            int looks = 0;
            while (isMore(reader)) {
                if (++looks > bytes.length + 1) {
                    throw new AssertionError("no end of " + copy);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isMore(LedgerReader reader) throws IOException {
        LedgerEntry entry;
        try {
            entry = reader.next();
        } catch (InvalidLedgerException e) {
            return true;
        }
        if (entry == null) {
            return false;
        }
        for (LedgerFormat format : LedgerFormat.values()) {
            String text = format.text(entry);
            if (!format.read(text).equals(entry)) {
                throw new AssertionError("another entry: " + text);
            }
        }
        return true;
    }
}
