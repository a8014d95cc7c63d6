package io.snowkeeper.sequences.ledger;

import org.jspecify.annotations.Nullable;

/**
 * The head of a ledger, as the sequence's state has it. Entries lie in segments; the last one is open as long as it is small.
 *
 * @param entries how many entries there are
 * @param hash the last one's hash
 * @param millis when the last entries were written, by ZooKeeper's clock, in Unix milliseconds; null if that is when the state was
 * @param segment the segment that the next entry goes to
 * @param open how many entries are in it, 0 if it is not there yet
 * @param kept the first entry that is kept; those before were released
 * @param keptSegment the segment that the first entry is in that is kept
 * @param keptAfter the hash of the entry before the first that is kept
 * @param released the last entry that was released: an operator has a copy of it and of all before
 */
public record LedgerHead(
        long entries,
        String hash,
        @Nullable Long millis,
        int segment,
        int open,
        long kept,
        int keptSegment,
        String keptAfter,
        long released) {

    /** A ledger without an entry. */
    public static final LedgerHead EMPTY =
            new LedgerHead(0, HashChain.BEGINNING, null, 0, 0, 1, 0, HashChain.BEGINNING, 0);

    /**
     * Returns when the last entries were written.
     *
     * @param stateMillis when the state was written that has the head
     */
    public long millisOr(long stateMillis) {
        return millis == null ? stateMillis : millis;
    }

    /** Returns the head once it is known when its last entries were written. */
    public LedgerHead writtenAt(long writtenMillis) {
        return new LedgerHead(entries, hash, writtenMillis, segment, open, kept, keptSegment, keptAfter, released);
    }

    /** Returns the head once an operator has a copy of all entries through one. */
    public LedgerHead releasedThrough(long entry) {
        return new LedgerHead(
                entries, hash, millis, segment, open, kept, keptSegment, keptAfter, Math.max(released, entry));
    }

    /**
     * Returns the head when the segments before one are gone.
     *
     * @param first the first entry of the segment
     * @param before the hash of the entry before
     */
    public LedgerHead keptFrom(int firstSegment, long first, String before) {
        return new LedgerHead(entries, hash, millis, segment, open, first, firstSegment, before, released);
    }
}
