package io.snowkeeper.sequences.ledger;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The entries of a ledger, put together from segments that follow each other: each with its place, its time and its hash. */
public final class LedgerEntries {

    private final List<LedgerEntry> entries = new ArrayList<>();
    private final HashChain chain = new HashChain();
    private final LedgerHead head;
    private final long from;
    private long last;
    private int completeRuns;

    /** The entries of the last transaction, whose time the next one has. */
    private final List<LedgerEntry> untimed = new ArrayList<>();

    /**
     * @param head the head as the state has it; entries that were written since are left out
     * @param from the first entry that is wanted
     */
    public LedgerEntries(LedgerHead head, long from) {
        this.head = head;
        this.from = from;
    }

    /** Adds the entries of the next segment. Their hashes follow from the segment's hash of the entry before it. */
    public void add(LedgerSegment segment) {
        long entry = segment.first();
        String hash = segment.before();
        for (LedgerSegment.Transaction transaction : segment.transactions()) {
            Optional<Instant> after = Optional.ofNullable(transaction.after()).map(Instant::ofEpochMilli);
            after.ifPresent(this::timed);
            for (Posting posting : transaction.postings()) {
                if (entry > head.entries()) {
                    return;
                }
                LedgerEntry next = new LedgerEntry(entry, posting, after, Instant.EPOCH, "");
                hash = chain.next(hash, next);
                last = entry;
                if (entry >= from) {
                    untimed.add(new LedgerEntry(entry, posting, after, Instant.EPOCH, hash));
                }
                after = Optional.empty();
                entry++;
            }
        }
    }

    private void timed(Instant time) {
        for (LedgerEntry entry : untimed) {
            completeRuns += entry.posting().numbers().size();
            entries.add(new LedgerEntry(entry.entry(), entry.posting(), entry.after(), time, entry.hash()));
        }
        untimed.clear();
    }

    /** Returns how many of the wanted entries are complete: those of the last transaction are when the next one is known. */
    public int complete() {
        return entries.size();
    }

    /** Returns the number of runs of numbers in these. */
    public int completeRuns() {
        return completeRuns;
    }

    /** Returns the last entry that there was, wanted or not; 0 if there was none. */
    public long last() {
        return last;
    }

    /**
     * Returns the wanted entries, when there is no segment any more, or enough of them are complete.
     *
     * @param stateMillis when the state was written that has the head, by ZooKeeper's clock; null if the last transaction is not wanted
     */
    public List<LedgerEntry> all(@Nullable Long stateMillis) {
        if (stateMillis != null) {
            timed(Instant.ofEpochMilli(head.millisOr(stateMillis)));
        }
        return List.copyOf(entries);
    }
}
