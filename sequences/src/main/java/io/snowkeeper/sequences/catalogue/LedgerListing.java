package io.snowkeeper.sequences.catalogue;

import io.snowkeeper.coordinator.store.NoAnswerException;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.LedgerBalance;
import io.snowkeeper.core.sequence.LedgerPage;
import io.snowkeeper.sequences.SequencePreconditionException;
import io.snowkeeper.sequences.SequenceUnavailableException;
import io.snowkeeper.sequences.access.BulkConnection;
import io.snowkeeper.sequences.access.WholeStates;
import io.snowkeeper.sequences.catalogue.Catalogue.Found;
import io.snowkeeper.sequences.catalogue.SequenceReadings.Reading;
import io.snowkeeper.sequences.ledger.InvalidLedgerException;
import io.snowkeeper.sequences.ledger.LedgerEntries;
import io.snowkeeper.sequences.ledger.LedgerEntry;
import io.snowkeeper.sequences.ledger.LedgerHead;
import io.snowkeeper.sequences.ledger.LedgerSegment;
import io.snowkeeper.sequences.record.ReturnedNumbers;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.sequences.record.SequenceRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * The ledgers of gapless sequences, read over the bulk connection: the state first, then the segments that it names.
 * One attempt each; failures are the caller's to try again. Thread-safe.
 */
public final class LedgerListing {

    private static final int READS_AT_ONCE = 16;

    /** Each may have some MB in memory, of which most are mostly some hundred KB. */
    private static final int MAX_UNDER_WAY = 50;

    /**
     * The limit of runs on a page, since an entry may have thousands: an entry that would exceed it begins the next
     * page.
     */
    static final int MAX_RUNS = 10_000;

    /** As many segments are deleted in one transaction. */
    private static final int RELEASED_AT_ONCE = 200;

    private final SequenceReadings readings;

    public LedgerListing(BulkConnection bulk) {
        this.readings = new SequenceReadings(bulk, new Bulkhead("readings of ledgers", MAX_UNDER_WAY));
    }

    /**
     * A step of releasing entries.
     *
     * @param through the last entry that is released
     * @param hash its hash; empty if it was released before, and is unknown now
     * @param segment the first segment that is kept
     * @param first its first entry
     * @param before the hash of the entry before that
     * @param complete whether no further step follows
     */
    public record Release(
            String incarnation,
            long through,
            Optional<String> hash,
            int segment,
            long first,
            String before,
            boolean complete) {}

    /** A sequence whose ledger is read. */
    private record LedgerReading(Reading by, LedgerHead head) {

        Found sequence() {
            return by.sequence();
        }

        /** Returns when its last entries were written. */
        Instant time() {
            return Instant.ofEpochMilli(head.millisOr(sequence().writtenMillis()));
        }

        /** Returns the last segment that is there. */
        int last() {
            return head.open() > 0 ? head.segment() : head.segment() - 1;
        }

        String path(int segment) {
            return SequencePaths.segment(sequence().name(), sequence().incarnation(), segment);
        }
    }

    /**
     * Returns entries from one on.
     *
     * @param limit how many at the most
     */
    public CompletableFuture<LedgerPage<LedgerEntry>> page(String sequence, long from, int limit) {
        return reading(sequence, read -> {
            LedgerHead head = read.head();
            if (from < head.kept()) {
                throw new SequencePreconditionException(
                        "entries of the ledger of sequence %s are kept from %s on, those before were released: from=%s"
                                .formatted(sequence, head.kept(), from));
            }
            if (from > head.entries() + 1) {
                throw new SequencePreconditionException(
                        "the ledger of sequence %s has %s entries: from=%s; a copy with more has those of another sequence that had the name"
                                .formatted(sequence, head.entries(), from));
            }
            if (from > head.entries()) {
                return CompletableFuture.completedFuture(new LedgerPage<>(List.of(), from, head.entries()));
            }
            return entries(read, from, limit).thenApply(all -> page(all, from, limit, head.entries()));
        });
    }

    private static LedgerPage<LedgerEntry> page(List<LedgerEntry> all, long from, int limit, long last) {
        int size = 0;
        int runs = 0;
        while (size < Math.min(limit, all.size())) {
            runs += all.get(size).posting().numbers().size();
            if (size > 0 && runs > MAX_RUNS) {
                break;
            }
            size++;
        }
        return new LedgerPage<>(all.subList(0, size), from + size, last);
    }

    /** Finds the segment that an entry is in, of those from one to another. */
    private static CompletableFuture<Integer> locate(LedgerReading read, int low, int high, long entry) {
        if (low >= high) {
            return CompletableFuture.completedFuture(low);
        }
        int middle = (low + high + 1) >>> 1;
        return segment(read, middle)
                .thenCompose(found -> found.first() <= entry
                        ? locate(read, middle, high, entry)
                        : locate(read, low, middle - 1, entry));
    }

    /** Reads segments until there are as many entries, with their times, or no more segments. */
    private static CompletableFuture<List<LedgerEntry>> collect(
            LedgerReading read, int from, LedgerEntries entries, int limit) {
        if (from > read.last()) {
            if (entries.last() != read.head().entries()) {
                throw spoilt(
                        read,
                        read.last(),
                        "it ends with another entry than " + read.head().entries());
            }
            return CompletableFuture.completedFuture(entries.all(read.sequence().writtenMillis()));
        }
        if (entries.complete() >= limit || entries.completeRuns() > MAX_RUNS) {
            return CompletableFuture.completedFuture(entries.all(null));
        }
        List<CompletableFuture<LedgerSegment>> reads = new ArrayList<>();
        int to = Math.min(read.last() + 1, from + READS_AT_ONCE);
        for (int segment = from; segment < to; segment++) {
            reads.add(segment(read, segment));
        }
        return CompletableFuture.allOf(reads.toArray(CompletableFuture[]::new)).thenCompose(done -> {
            reads.forEach(segment -> entries.add(segment.join()));
            return collect(read, to, entries, limit);
        });
    }

    private static CompletableFuture<LedgerSegment> segment(LedgerReading read, int segment) {
        return read.by()
                .tree()
                .read(read.path(segment))
                .thenCompose(found -> found.isPresent()
                        ? CompletableFuture.completedFuture(parse(read, segment, found.get()))
                        : missing(read, segment));
    }

    private static LedgerSegment parse(LedgerReading read, int segment, StoredRecord found) {
        try {
            return LedgerSegment.read(found.payload());
        } catch (InvalidLedgerException e) {
            throw spoilt(read, segment, String.valueOf(e.getMessage()));
        }
    }

    /** It may have been released since the state was read. */
    private static CompletableFuture<LedgerSegment> missing(LedgerReading read, int segment) {
        return read.by().again().thenApply(again -> {
            boolean same = again.incarnation().equals(read.sequence().incarnation())
                    && head(again).keptSegment() <= segment;
            throw same ? spoilt(read, segment, "it is missing") : new NoAnswerException("the ledger was released");
        });
    }

    private static SequenceUnavailableException spoilt(LedgerReading read, int segment, String why) {
        return new SequenceUnavailableException(
                "segment %s of the ledger of sequence %s cannot be read, another program has written or deleted %s: %s"
                        .formatted(segment, read.sequence().name(), read.path(segment), why));
    }

    /** Returns a sequence's figures, to be compared with its ledger. */
    public CompletableFuture<LedgerBalance> balance(String sequence) {
        return reading(
                sequence,
                read -> WholeStates.complete(
                                read.by().tree(),
                                sequence,
                                read.sequence().incarnation(),
                                read.sequence().state())
                        .thenApply(whole -> balance(read, whole)));
    }

    private static LedgerBalance balance(LedgerReading read, SequenceRecord state) {
        ReturnedNumbers returned = state.returned();
        return new LedgerBalance(
                LedgerBalance.identity(read.sequence().name(), read.sequence().incarnation()),
                read.head().entries(),
                read.head().hash(),
                read.time(),
                state.ranges().all(),
                state.taken(),
                returned.size(),
                // Parts that lie apart may have changed since the state was read.
                returned.parts().isEmpty() ? Optional.of(returned.lowest().runs()) : Optional.empty(),
                state.pending(),
                state.period().map(Period::text));
    }

    /**
     * Returns the next step towards releasing all entries through one.
     *
     * @param hash the hash that the last of them must have; empty for any
     */
    public CompletableFuture<Release> release(String sequence, long through, Optional<String> hash) {
        return reading(sequence, read -> {
            if (through > read.head().entries()) {
                throw new SequencePreconditionException("the ledger of sequence %s has %s entries: through=%s"
                        .formatted(sequence, read.head().entries(), through));
            }
            return hash(read, through).thenCompose(found -> {
                if (hash.isPresent() && !hash.equals(found)) {
                    throw new SequencePreconditionException(
                            "entry %s of the ledger of sequence %s %s, and %s was given: the copy may be of another sequence that had the name; audit it"
                                    .formatted(
                                            through,
                                            sequence,
                                            found.map(own -> "has the hash " + own)
                                                    .orElse("was released before, and its hash is no longer known"),
                                            hash.get()));
                }
                return release(read, through, found);
            });
        });
    }

    /** Returns the hash of an entry; empty if it was released. */
    private static CompletableFuture<Optional<String>> hash(LedgerReading read, long entry) {
        LedgerHead head = read.head();
        if (entry < head.kept()) {
            return CompletableFuture.completedFuture(
                    entry == head.kept() - 1 ? Optional.of(head.keptAfter()) : Optional.empty());
        }
        return entry == head.entries()
                ? CompletableFuture.completedFuture(Optional.of(head.hash()))
                : entries(read, entry, 1)
                        .thenApply(all -> Optional.of(all.get(0).hash()));
    }

    private static CompletableFuture<List<LedgerEntry>> entries(LedgerReading read, long from, int limit) {
        LedgerEntries entries = new LedgerEntries(read.head(), from);
        return locate(read, read.head().keptSegment(), read.last(), from)
                .thenCompose(segment -> collect(read, segment, entries, limit));
    }

    private static CompletableFuture<Release> release(LedgerReading read, long through, Optional<String> hash) {
        LedgerHead head = read.head();
        String incarnation = read.sequence().incarnation();
        if (through < head.kept()) {
            return CompletableFuture.completedFuture(
                    new Release(incarnation, through, hash, head.keptSegment(), head.kept(), head.keptAfter(), true));
        }
        if (through == head.entries() && head.open() == 0 && head.segment() - head.keptSegment() <= RELEASED_AT_ONCE) {
            return CompletableFuture.completedFuture(
                    new Release(incarnation, through, hash, head.segment(), head.entries() + 1, head.hash(), true));
        }
        int most = Math.min(read.last(), head.keptSegment() + RELEASED_AT_ONCE);
        return locate(read, head.keptSegment(), most, through + 1)
                .thenCompose(kept -> segment(read, kept)
                        .thenApply(found -> new Release(
                                incarnation,
                                through,
                                hash,
                                kept,
                                found.first(),
                                found.before(),
                                kept < most || most == read.last())));
    }

    private <T> CompletableFuture<T> reading(String sequence, Function<LedgerReading, CompletableFuture<T>> rest) {
        return readings.read(sequence, read -> rest.apply(new LedgerReading(read, head(read.sequence()))));
    }

    private static LedgerHead head(Found sequence) {
        LedgerHead head = sequence.state().ledger();
        if (head == null) {
            throw new SequencePreconditionException(
                    "sequence %s has no ledger: gapless ones have one, and those created before there were ledgers once their options are set again: mode=%s"
                            .formatted(sequence.name(), sequence.state().mode().text()));
        }
        return head;
    }
}
