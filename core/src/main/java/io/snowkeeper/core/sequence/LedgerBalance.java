package io.snowkeeper.core.sequence;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How a sequence stands by its state, to be compared with what its ledger comes to.
 *
 * @param identity whose ledger it is, as {@link #identity} returns it
 * @param entries how many entries the ledger has
 * @param hash the last one's hash
 * @param time when the last entries were written
 * @param ranges the sequence's ranges, in the order they are used
 * @param taken how many numbers were taken from the ranges
 * @param returned how many have come back
 * @param returnedRuns those as runs, lowest first, neighbours joined; empty if only their count is known
 * @param reservations how many reservations are pending
 * @param period the period that {@code taken} and {@code returned} are of; empty if there is none, or it is not known
 */
public record LedgerBalance(
        String identity,
        long entries,
        String hash,
        Instant time,
        List<NumberRange> ranges,
        long taken,
        long returned,
        Optional<List<NumberRange>> returnedRuns,
        long reservations,
        Optional<String> period) {

    public LedgerBalance {
        ranges = List.copyOf(ranges);
        returnedRuns = returnedRuns.map(List::copyOf);
    }

    /** Returns what a ledger says of a period when the next one begins. */
    public static String end(String period, long taken, long returned) {
        return "ended=" + period + " taken=" + taken + " returned=" + returned;
    }

    /** Returns what the first entry of a ledger says of whose it is. */
    public static String identity(String sequence, String incarnation) {
        return "sequence=%s incarnation=%s".formatted(sequence, incarnation);
    }
}
