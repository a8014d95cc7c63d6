package io.snowkeeper.cli.remote;

import io.snowkeeper.client.SequenceClient;
import io.snowkeeper.core.sequence.LedgerBalance;
import io.snowkeeper.core.sequence.Page;
import io.snowkeeper.sequences.ledger.LedgerEntry;
import io.snowkeeper.sequences.ledger.LedgerFormat;
import java.util.List;

/** A sequence's ledger, read from nodes. */
final class RemoteLedger {

    private final SequenceClient sequence;

    RemoteLedger(SequenceClient sequence) {
        this.sequence = sequence;
    }

    /**
     * Returns the entries from one on that an answer has room for; none if there is none yet.
     *
     * @throws io.snowkeeper.sequences.ledger.InvalidLedgerException if the answer has something else
     */
    List<LedgerEntry> from(long entry) {
        return sequence.ledger(entry, Page.MAX_LIMIT).entries().stream()
                .map(LedgerFormat.NDJSON::read)
                .toList();
    }

    /** Returns how the sequence stands after its last entry. */
    LedgerBalance balance() {
        return sequence.ledgerBalance();
    }
}
