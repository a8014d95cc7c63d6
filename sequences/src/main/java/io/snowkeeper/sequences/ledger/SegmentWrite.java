package io.snowkeeper.sequences.ledger;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A transaction's write to a ledger: its entries, all of them into one segment. A segment that reaches
 * {@value #MAX_OPEN} bytes by that is not written again, and is packed; so an open one is small, however often it is
 * written.
 */
public final class SegmentWrite {

    /** How many bytes a segment may have that is written again. */
    public static final int MAX_OPEN = 4096;

    private final int segment;
    private final boolean creates;
    private final byte[] payload;
    private final LedgerHead head;

    private SegmentWrite(int segment, boolean creates, byte[] payload, LedgerHead head) {
        this.segment = segment;
        this.creates = creates;
        this.payload = payload;
        this.head = head;
    }

    /** Returns which segment is written. */
    public int segment() {
        return segment;
    }

    /** Returns whether it is not there yet. */
    public boolean creates() {
        return creates;
    }

    /** Returns its payload then, not to be changed. */
    public byte[] payload() {
        return payload;
    }

    /** Returns the ledger's head from then on. */
    public LedgerHead head() {
        return head;
    }

    /**
     * Adds entries to a ledger.
     *
     * @param open the open segment's payload, null if it is not there yet
     * @param postings the content of the entries, at least one
     * @param stateMillis when the state was written that has the head, by ZooKeeper's clock; null if there was no state
     * @throws InvalidLedgerException if the open segment is not as the head says
     */
    public static SegmentWrite of(
            LedgerHead head, byte @Nullable [] open, List<Posting> postings, @Nullable Long stateMillis) {
        if (open == null ? head.open() != 0 : !isOpen(head, open)) {
            throw new InvalidLedgerException("segment %s of the ledger is %s, and must have %s entries"
                    .formatted(head.segment(), open == null ? "not there" : "not open, or has others", head.open()));
        }
        SegmentText text =
                open == null ? SegmentText.begin(head.entries() + 1, head.hash()) : SegmentText.continued(open);
        Long after = head.millis() == null ? stateMillis : head.millis();
        text.beginTransaction(after);
        String hash = hashed(head, postings, after, text);
        boolean full = text.bytes() >= MAX_OPEN;
        LedgerHead changed = new LedgerHead(
                head.entries() + postings.size(),
                hash,
                null,
                full ? head.segment() + 1 : head.segment(),
                full ? 0 : head.open() + postings.size(),
                head.kept(),
                head.keptSegment(),
                head.keptAfter(),
                head.released());
        return new SegmentWrite(head.segment(), open == null, full ? text.packed() : text.plain(), changed);
    }

    /** Returns whether an open segment is as the head says. */
    public static boolean isOpen(LedgerHead head, byte[] open) {
        return open.length > 0 && open[0] == SegmentText.PLAIN && SegmentText.entriesIn(open) == head.open();
    }

    /** Returns how many bytes a posting takes at the most. */
    public static int maxBytes(Posting posting) {
        return SegmentText.maxBytes(posting);
    }

    private static String hashed(LedgerHead head, List<Posting> postings, @Nullable Long after, SegmentText text) {
        HashChain chain = new HashChain();
        Optional<Instant> afterFirst = Optional.ofNullable(after).map(Instant::ofEpochMilli);
        String hash = head.hash();
        long entry = head.entries();
        for (Posting posting : postings) {
            text.add(posting);
            entry++;
            hash = chain.next(
                    hash,
                    new LedgerEntry(
                            entry,
                            posting,
                            entry == head.entries() + 1 ? afterFirst : Optional.empty(),
                            Instant.EPOCH,
                            ""));
        }
        return hash;
    }
}
