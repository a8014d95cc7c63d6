package io.snowkeeper.loadtest.chaos.client;

import io.snowkeeper.loadtest.chaos.check.GaplessLedger;
import io.snowkeeper.loadtest.chaos.check.RecreatedLedger;
import io.snowkeeper.loadtest.chaos.check.SequenceLedger;
import io.snowkeeper.loadtest.chaos.check.Violations;
import io.snowkeeper.testkit.oracle.Books;

/**
 * What clients were given of each sequence.
 *
 * @param recreated of the sequence that is deleted and made anew
 * @param books of that whose numbers documents have
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
