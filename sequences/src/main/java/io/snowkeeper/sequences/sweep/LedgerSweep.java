package io.snowkeeper.sequences.sweep;

import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.sequences.access.SequenceStore;
import io.snowkeeper.sequences.catalogue.LedgerListing.Release;
import io.snowkeeper.sequences.ledger.InvalidLedgerException;
import io.snowkeeper.sequences.ledger.LedgerHead;
import io.snowkeeper.sequences.ledger.LedgerSegment;
import io.snowkeeper.sequences.record.Position;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.sequences.sweep.Sweep.Due;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * The sweep of a ledger whose entries are kept for a time only. Segments go from the first one on, each when its last entry has had its
 * time; the one that is still written to stays.
 */
final class LedgerSweep {

    /** How many segments are read in one pass, and deleted in one transaction. */
    private static final int SEGMENTS_AT_ONCE = 200;

    private final String sequence;
    private final Sweep sweep;
    private final SweepClock clock;

    private CompletableFuture<?> releasing = CompletableFuture.completedFuture(null);
    private Due due = Due.NEVER;

    LedgerSweep(String sequence, Sweep sweep, SweepClock clock) {
        this.sequence = sequence;
        this.sweep = sweep;
        this.clock = clock;
    }

    void sweep(SequenceStore tree, Position state) throws InterruptedException, ExecutionException, TimeoutException {
        if (!releasing.isDone()) {
            return;
        }
        due = Due.NEVER;
        LedgerHead head = state.record().ledger();
        Long keptMillis = state.record().options().ledgerRetentionMillis();
        if (head != null && keptMillis != null) {
            int kept = firstKept(tree, state, head, keptMillis);
            if (kept > head.keptSegment()) {
                release(tree, state, head, kept);
            }
        }
    }

    /** Returns the first segment that has not had its time, as far as is looked, and notes when it will have. */
    private int firstKept(SequenceStore tree, Position state, LedgerHead head, long keptMillis)
            throws InterruptedException, ExecutionException, TimeoutException {
        int segment = head.keptSegment();
        int end = Math.min(head.segment(), segment + SEGMENTS_AT_ONCE);
        while (segment < end) {
            Optional<StoredRecord> found = read(tree, state, segment);
            if (found.isEmpty()) {
                return segment;
            }
            Due its = new Due(found.get().stamp().writtenMillis(), keptMillis);
            if (!its.isPast(clock)) {
                due = its;
                return segment;
            }
            segment++;
        }
        return segment;
    }

    private void release(SequenceStore tree, Position state, LedgerHead head, int kept)
            throws InterruptedException, ExecutionException, TimeoutException {
        long first = head.entries() + 1;
        String before = head.hash();
        if (kept < head.segment() || head.open() > 0) {
            Optional<LedgerSegment> segment = read(tree, state, kept).flatMap(this::parsed);
            if (segment.isEmpty()) {
                return;
            }
            first = segment.get().first();
            before = segment.get().before();
        }
        Release release = new Release(state.incarnation(), first - 1, Optional.of(before), kept, first, before, true);
        releasing = sweep.submitInTurn(List.of(() -> new ReleaseCommand(release, sweep.now(), Sweep.timeoutNanos())));
    }

    private Optional<StoredRecord> read(SequenceStore tree, Position state, int segment)
            throws InterruptedException, ExecutionException, TimeoutException {
        String path = SequencePaths.segment(sequence, state.incarnation(), segment);
        return sweep.read(tree, path, tree.read(path));
    }

    private Optional<LedgerSegment> parsed(StoredRecord znode) {
        try {
            return Optional.of(LedgerSegment.read(znode.payload()));
        } catch (InvalidLedgerException e) {
            sweep.passOver(znode.path(), String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    /** Returns when a segment may be due, by ZooKeeper's clock, as long as the state does not change. */
    long next() {
        return releasing.isDone() ? due.at(clock) : Due.NOW.since();
    }
}
