package io.snowkeeper.loadtest.chaos.client;

import io.snowkeeper.loadtest.chaos.check.GaplessLedger;
import io.snowkeeper.loadtest.chaos.check.RecreatedLedger;
import io.snowkeeper.loadtest.chaos.check.SequenceLedger;
import io.snowkeeper.loadtest.chaos.check.Violations;
import io.snowkeeper.testkit.oracle.Books;

/**
 * The numbers that clients got, by sequence.
 *
 * @param recreated of the sequence that is deleted and made anew
 * @param books of the sequence of documents
 */
record Ledgers(
        SequenceLedger block, SequenceLedger ordered, GaplessLedger gapless, RecreatedLedger recreated, Books books) {

    static Ledgers of(Violations violations) {
        return new Ledgers(
                new SequenceLedger(SequenceClient.BLOCK),
                new SequenceLedger(SequenceClient.ORDERED),
                new GaplessLedger(violations),
                new RecreatedLedger(violations),
                new Books(DocumentClient.INVOICES, violations::add));
    }
}
