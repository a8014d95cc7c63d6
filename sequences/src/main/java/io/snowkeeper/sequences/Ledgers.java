package io.snowkeeper.sequences;

import io.snowkeeper.core.sequence.InvalidSequenceException;
import io.snowkeeper.core.sequence.LedgerBalance;
import io.snowkeeper.core.sequence.LedgerMark;
import io.snowkeeper.core.sequence.LedgerPage;
import io.snowkeeper.core.sequence.Page;
import io.snowkeeper.sequences.ledger.LedgerEntry;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Ledgers of gapless sequences. Failures, threads and cancelling are as {@link Sequences} says. */
public interface Ledgers {

    /**
     * Returns a page of the ledger of a gapless sequence: the events of its numbers, in order. A returned entry never
     * changes afterwards.
     *
     * <p>Fails with {@link UnknownSequenceException}, {@link SequencePreconditionException} (it has no ledger, or the
     * entry was released), {@link SequenceUnavailableException}.
     *
     * @param from the first entry, 1 for the first of all; one that is not there yet begins an empty page
     * @param limit how many entries a page has at the most; 1 to {@value Page#MAX_LIMIT}
     * @throws InvalidSequenceException if a value is out of its range
     */
    CompletionStage<LedgerPage<LedgerEntry>> ledger(String sequence, long from, int limit);

    /**
     * Returns the state of a gapless sequence after the last entry of its ledger, for an audit: see
     * {@link io.snowkeeper.sequences.ledger.audit.LedgerAudit}. Fails as {@link #ledger} does.
     */
    CompletionStage<LedgerBalance> balance(String sequence);

    /**
     * Releases entries of a gapless sequence's ledger, of which the caller has a copy: they are deleted, but for some
     * that lie together with others. Hashes link the copy to the entries that stay. Releasing twice is fine.
     *
     * <p>Fails as {@link #ledger} does, and with {@link SequencePreconditionException} if there are not as many
     * entries, or if the last one that is released has another hash.
     *
     * @param through the last entry that is released
     * @param hash its hash in the caller's copy, without which nothing is compared
     * @return the entry, and its hash in the ledger
     * @throws InvalidSequenceException if it is below 1
     */
    CompletionStage<LedgerMark> release(String sequence, long through, Optional<String> hash);
}
