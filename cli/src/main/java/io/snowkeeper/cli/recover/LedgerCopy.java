package io.snowkeeper.cli.recover;

import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.node.NodeFailedException;
import io.snowkeeper.sequences.ledger.InvalidLedgerException;
import io.snowkeeper.sequences.ledger.LedgerEntry;
import io.snowkeeper.sequences.ledger.LedgerEvent;
import io.snowkeeper.sequences.ledger.LedgerReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A copy of a gapless sequence's ledger, by which it is known how far the sequence had come. */
final class LedgerCopy {

    private LedgerCopy() {}

    /** Takes up which numbers were handed out. */
    interface Reserved {

        /**
         * Takes up some.
         *
         * @param period which period they are of; empty before the first turn in the copy
         */
        void take(Optional<String> period, NumberRange numbers);
    }

    /**
     * Reads a copy, from its first entry on.
     *
     * @throws NodeFailedException if the file cannot be read
     */
    static void read(Path file, Reserved reserved) throws NodeFailedException {
        Optional<String> period = Optional.empty();
        try (LedgerReader reader =
                new LedgerReader(new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
            for (LedgerEntry entry = reader.next(); entry != null; entry = reader.next()) {
                if (entry.posting().event() == LedgerEvent.TURN) {
                    period = entry.posting().period();
                } else if (entry.posting().event() == LedgerEvent.RESERVE) {
                    for (NumberRange run : entry.posting().numbers()) {
                        reserved.take(period, run);
                    }
                }
            }
        } catch (IOException | InvalidLedgerException e) {
            throw new NodeFailedException("%s cannot be read: %s".formatted(file, e.getMessage()), e);
        }
    }
}
