package io.snowkeeper.sequences.ledger;

import java.time.Instant;
import java.util.Optional;

/**
 * An entry of a ledger.
 *
 * @param entry its place, counted from 1
 * @param posting what it says
 * @param after of the first entry that a transaction has written: when the transaction before was done that has written entries, by
 *     ZooKeeper's clock, in milliseconds; of the ledger's first entry, when the state was written that the ledger began with, if
 *     there was one
 * @param time when it was written, by ZooKeeper's clock, in milliseconds. ZooKeeper tells that once it is written; so it is not in the
 *     entry's own hash, but in that of the first entry of the next transaction, as {@code after}
 * @param hash the SHA-256 of all that {@link HashChain} says, as 64 lower-case hexadecimal digits
 */
public record LedgerEntry(long entry, Posting posting, Optional<Instant> after, Instant time, String hash) {

    /** @throws InvalidLedgerException if the place is below 1 */
    public LedgerEntry {
        if (entry < 1) {
            throw new InvalidLedgerException("must be >= 1: entry=" + entry);
        }
    }
}
