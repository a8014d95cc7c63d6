package io.snowkeeper.sequences.ledger;

import java.time.Instant;
import java.util.Optional;

/**
 * An entry of a ledger.
 *
 * @param entry its place, counted from 1
 * @param posting its content
 * @param after in the first entry of a transaction: when the transaction before that wrote entries was done, by
 *     ZooKeeper's clock, in milliseconds; in the ledger's first entry: when the state was written that the ledger began
 *     with, if there was one
 * @param time when it was written, by ZooKeeper's clock, in milliseconds. ZooKeeper reports that once it is written; so
 *     it is not in the entry's own hash, but in that of the first entry of the next transaction, as {@code after}
 * @param hash the SHA-256 as {@link HashChain} defines it, as 64 lower-case hexadecimal digits
 */
public record LedgerEntry(long entry, Posting posting, Optional<Instant> after, Instant time, String hash) {

    /** @throws InvalidLedgerException if the place is below 1 */
    public LedgerEntry {
        if (entry < 1) {
            throw new InvalidLedgerException("must be >= 1: entry=" + entry);
        }
    }
}
