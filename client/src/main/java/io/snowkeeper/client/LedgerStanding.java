package io.snowkeeper.client;

import java.time.Instant;
import java.util.Optional;

/**
 * How a gapless sequence stands after the last entry of its ledger, to be compared with what the ledger comes to.
 *
 * @param identity whose ledger it is, as its first entry says
 * @param entries how many entries it has
 * @param hash the last one's hash
 * @param time when the last ones were written, by ZooKeeper's clock
 * @param ranges the sequence's ranges in the order they are used, as {@code from-to}, with a space between
 * @param taken how many numbers were taken from them
 * @param returned how many of these have come back
 * @param returnedNumbers those, as ranges are written; empty if they are so many that only their count is known
 * @param pending how many reservations are pending
 * @param period the period that {@code taken} and {@code returned} are of; empty if it has no periods, or none has begun
 */
public record LedgerStanding(
        String identity,
        long entries,
        String hash,
        Instant time,
        String ranges,
        long taken,
        long returned,
        Optional<String> returnedNumbers,
        long pending,
        Optional<String> period) {}
