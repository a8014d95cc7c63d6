package io.snowkeeper.sequences.catalogue;

import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.NoAnswerException;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.core.sequence.LedgerBalance;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.NumberStep;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.sequences.Overlap;
import io.snowkeeper.sequences.SequenceExistsException;
import io.snowkeeper.sequences.SequencePreconditionException;
import io.snowkeeper.sequences.UnknownSequenceException;
import io.snowkeeper.sequences.access.BulkConnection;
import io.snowkeeper.sequences.access.SequenceStore;
import io.snowkeeper.sequences.access.WholeStates;
import io.snowkeeper.sequences.ledger.LedgerEvent;
import io.snowkeeper.sequences.ledger.LedgerHead;
import io.snowkeeper.sequences.ledger.Posting;
import io.snowkeeper.sequences.ledger.SegmentWrite;
import io.snowkeeper.sequences.ranges.RangeRegistry;
import io.snowkeeper.sequences.ranges.SteppedRanges;
import io.snowkeeper.sequences.record.CreationRecord;
import io.snowkeeper.sequences.record.FormerRecord;
import io.snowkeeper.sequences.record.NameRecord;
import io.snowkeeper.sequences.record.OptionsRecord;
import io.snowkeeper.sequences.record.RangeRecords;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.sequences.record.SequenceRecord;
import io.snowkeeper.sequences.record.StateLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/**
 * The catalogue of a fleet's sequences: creates and describes them. One attempt each; failures are the caller's to try
 * again.
 */
public final class Catalogue {

    /** All names must fit into one answer to a {@link BulkConnection}: 53 MB with 128 letters each, and four bytes beside them. */
    static final int MAX_SEQUENCES = 400_000;

    private final SequenceStore tree;

    private final RangeRegistry registry;
    private final StateLimits limits;
    private final int maxSequences;

    /** @param limits the limits of the states */
    public Catalogue(SequenceStore tree, RangeRegistry registry, StateLimits limits) {
        this(tree, registry, limits, MAX_SEQUENCES);
    }

    /** @param maxSequences how many there may be */
    public Catalogue(SequenceStore tree, RangeRegistry registry, StateLimits limits, int maxSequences) {
        this.tree = tree;
        this.registry = registry;
        this.limits = limits;
        this.maxSequences = maxSequences;
    }

    /**
     * Makes a sequence that is not there yet.
     *
     * @param incarnation a random name, of its own for each attempt: one before may have been done, and its sequence deleted
     * @param overlap whether its ranges may overlap those of other sequences
     */
    public CompletableFuture<SequenceDescription> create(
            SequenceDefinition definition, String incarnation, Overlap overlap) {
        return readName(definition.name()).thenCompose(name -> {
            Optional<String> present = name.flatMap(Catalogue::incarnation);
            return present.isPresent()
                    ? compare(definition, present.get())
                    : former(definition).thenCompose(former -> make(definition, incarnation, overlap, name, former));
        });
    }

    /** Returns the remains of deleted sequences of that name; those without a ledger are not counted. */
    private CompletableFuture<Optional<StoredRecord>> former(SequenceDefinition definition) {
        return definition.mode() == SequenceMode.GAPLESS
                ? tree.read(SequencePaths.former(definition.name()))
                : CompletableFuture.completedFuture(Optional.empty());
    }

    /**
     * The present incarnation of a sequence.
     *
     * @param incarnation its name
     * @param step by which it counts
     * @param written the write that its state is of
     */
    public record Counted(String incarnation, NumberStep step, RecordStamp.Write written) {}

    /** Returns which incarnation of a sequence is the present one. */
    public CompletableFuture<Counted> counted(String sequence) {
        return readName(sequence).thenCompose(name -> {
            String incarnation =
                    name.flatMap(Catalogue::incarnation).orElseThrow(() -> UnknownSequenceException.of(sequence));
            return tree.read(SequencePaths.state(sequence, incarnation)).thenApply(read -> {
                StoredRecord state = read.orElseThrow(() -> justDeleted(sequence));
                return new Counted(
                        incarnation,
                        state.as(SequenceRecord.class).step(),
                        state.stamp().write());
            });
        });
    }

    private static NoAnswerException justDeleted(String sequence) {
        return new NoAnswerException("sequence %s was just deleted".formatted(sequence));
    }

    public CompletableFuture<SequenceDescription> describe(String sequence) {
        return find(sequence).thenApply(found -> found.orElseThrow(() -> UnknownSequenceException.of(sequence)));
    }

    /**
     * A sequence as it was read.
     *
     * @param state its state, whose ranges may not be read yet
     * @param writtenMillis when the state was written, in Unix milliseconds by ZooKeeper's clock
     */
    record Found(String name, String incarnation, SequenceRecord state, long writtenMillis) {

        static Found of(String name, String incarnation, StoredRecord state) {
            return new Found(
                    name,
                    incarnation,
                    state.as(SequenceRecord.class),
                    state.stamp().writtenMillis());
        }
    }

    /**
     * Reads a sequence's state as our server knows it, for callers that have made sure that it is new enough; empty if
     * there is none.
     */
    CompletableFuture<Optional<Found>> findSeen(String sequence) {
        return tree.read(SequencePaths.name(sequence)).thenCompose(name -> {
            Optional<String> incarnation = name.flatMap(Catalogue::incarnation);
            return incarnation.isEmpty()
                    ? CompletableFuture.completedFuture(Optional.empty())
                    : tree.read(SequencePaths.state(sequence, incarnation.get()))
                            .thenApply(state -> state.map(znode -> Found.of(sequence, incarnation.get(), znode)));
        });
    }

    /** Describes a sequence whose state was read. */
    CompletableFuture<SequenceDescription> describe(Found found) {
        return WholeStates.complete(tree, found.name(), found.incarnation(), found.state())
                .thenApply(whole -> whole.describe(found.name()));
    }

    private CompletableFuture<Optional<SequenceDescription>> find(String sequence) {
        return readName(sequence).thenCompose(name -> {
            Optional<String> incarnation = name.flatMap(Catalogue::incarnation);
            return incarnation.isEmpty()
                    ? CompletableFuture.completedFuture(Optional.empty())
                    : readState(sequence, incarnation.get());
        });
    }

    private CompletableFuture<Optional<SequenceDescription>> readState(String sequence, String incarnation) {
        return tree.readLatest(SequencePaths.state(sequence, incarnation), null)
                .thenCompose(state -> describe(sequence, incarnation, state));
    }

    private CompletableFuture<Optional<SequenceDescription>> describe(
            String sequence, String incarnation, Optional<StoredRecord> state) {
        return state.isEmpty()
                ? CompletableFuture.completedFuture(Optional.empty())
                : describe(Found.of(sequence, incarnation, state.get())).thenApply(Optional::of);
    }

    private CompletableFuture<Optional<StoredRecord>> readName(String sequence) {
        return tree.findName(sequence, true, null);
    }

    private static Optional<String> incarnation(StoredRecord name) {
        return Optional.ofNullable(name.as(NameRecord.class).incarnation());
    }

    private CompletableFuture<SequenceDescription> compare(SequenceDefinition wanted, String incarnation) {
        return tree.read(SequencePaths.incarnation(wanted.name(), incarnation))
                .thenCombine(readState(wanted.name(), incarnation), (created, found) -> {
                    SequenceDescription present = found.orElseThrow(() -> justDeleted(wanted.name()));
                    CreationRecord creation = created.orElseThrow(() -> justDeleted(wanted.name()))
                            .as(CreationRecord.class);
                    if (!creation.isOf(wanted)) {
                        requireSame(wanted, present.definition());
                    }
                    return present;
                });
    }

    private static void requireSame(SequenceDefinition wanted, SequenceDefinition present) {
        String name = wanted.name();
        requireSame(name, "mode", present.mode().text(), wanted.mode().text());
        requireSame(name, "periods", periods(present), periods(wanted));
        requireSame(name, "step", present.step(), wanted.step());
        requireSame(name, "ranges", ranges(present), ranges(wanted));
        requireSame(name, "options", present.options(), wanted.options());
    }

    private static void requireSame(String sequence, String what, Object present, Object wanted) {
        if (!present.equals(wanted)) {
            throw new SequenceExistsException(
                    "there is another sequence of this name, with %s %s instead of %s: sequence=%s"
                            .formatted(what, present, wanted, sequence));
        }
    }

    private static String periods(SequenceDefinition definition) {
        return definition
                .periods()
                .map(rule -> "of a %s in %s".formatted(rule.length().text(), rule.zone()))
                .orElse("none");
    }

    private static String ranges(SequenceDefinition definition) {
        return definition.ranges().stream().map(NumberRange::toString).collect(Collectors.joining(", "));
    }

    private void requireFits(SequenceDefinition definition, long bytes) {
        if (bytes > tree.maxWriteBytes()) {
            throw new SequencePreconditionException(
                    "sequence %s cannot be created with %s ranges: that takes %s bytes, and ZooKeeper takes %s at once; create it with fewer, and append the others"
                            .formatted(definition.name(), definition.ranges().size(), bytes, tree.maxWriteBytes()));
        }
    }

    private void requireRoom(String sequence, int present) {
        if (present >= maxSequences) {
            throw new SequencePreconditionException(
                    "a fleet has at most %s sequences, and there are %s: sequence=%s; delete some, or make another fleet"
                            .formatted(maxSequences, present, sequence));
        }
    }

    /** Returns the ledger that a gapless sequence begins with. */
    private static Optional<SegmentWrite> beginning(
            SequenceDefinition definition, String incarnation, Optional<FormerRecord> former) {
        if (definition.mode() != SequenceMode.GAPLESS) {
            return Optional.empty();
        }
        Posting created = Posting.of(
                LedgerEvent.CREATE,
                definition.ranges(),
                Optional.of(LedgerBalance.identity(definition.name(), incarnation) + " "
                        + former.map(left -> left.text() + " ").orElse("")
                        + OptionsRecord.text(definition.options())
                        + definition
                                .periods()
                                .map(rule -> " period=%s zone=%s"
                                        .formatted(rule.length().text(), rule.zone()))
                                .orElse("")));
        return Optional.of(SegmentWrite.of(LedgerHead.EMPTY, null, List.of(created), null));
    }

    private CompletableFuture<SequenceDescription> make(
            SequenceDefinition definition,
            String incarnation,
            Overlap overlap,
            Optional<StoredRecord> deleted,
            Optional<StoredRecord> former) {
        String sequence = definition.name();
        Optional<SegmentWrite> ledger =
                beginning(definition, incarnation, former.map(left -> left.as(FormerRecord.class)));
        SequenceRecord empty = SequenceRecord.of(definition, limits);
        SequenceRecord record =
                ledger.map(begun -> empty.withLedger(begun.head())).orElse(empty);
        String name = SequencePaths.name(sequence);
        byte[] nameData = PayloadCodec.encode(new NameRecord(incarnation));
        List<Change> operations = new ArrayList<>();
        operations.add(
                deleted.isPresent()
                        ? new Change.Set(name, nameData, deleted.get().stamp().version())
                        : new Change.Create(name, nameData));
        operations.add(new Change.Create(
                SequencePaths.incarnation(sequence, incarnation), PayloadCodec.encode(CreationRecord.of(definition))));
        operations.add(new Change.Create(SequencePaths.state(sequence, incarnation), PayloadCodec.encode(record)));
        operations.add(new Change.Create(SequencePaths.keys(sequence, incarnation), new byte[0]));
        operations.add(new Change.Create(SequencePaths.pending(sequence, incarnation), new byte[0]));
        ledger.ifPresent(begun -> operations.add(
                new Change.Create(SequencePaths.segment(sequence, incarnation, begun.segment()), begun.payload())));
        operations.addAll(RangeRecords.changes(sequence, incarnation, 0, record.ranges()));
        former.ifPresent(left -> operations.add(
                new Change.Check(SequencePaths.former(sequence), left.stamp().version())));
        requireFits(definition, tree.sizeOf(operations));
        return tree.ensure(SequencePaths.SEQUENCES)
                .thenCompose(unused -> tree.stampLatest(SequencePaths.SEQUENCES))
                .thenCompose(parent -> {
                    parent.ifPresent(stat -> requireRoom(sequence, stat.children()));
                    return registry.create(sequence, incarnation, SteppedRanges.of(definition), overlap, claims -> {
                        operations.addAll(claims);
                        requireFits(definition, tree.sizeOf(operations));
                        return tree.write(operations);
                    });
                })
                .thenApply(results -> record.describe(sequence));
    }
}
