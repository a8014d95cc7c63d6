package io.snowkeeper.sequences.fleet;

import static java.util.Objects.requireNonNullElse;

import io.snowkeeper.coordinator.CoordinatorUnavailableException;
import io.snowkeeper.coordinator.fleet.FleetPaths;
import io.snowkeeper.coordinator.fleet.FleetTree;
import io.snowkeeper.coordinator.fleet.LeaseProblemException;
import io.snowkeeper.coordinator.fleet.RestoreRecord;
import io.snowkeeper.coordinator.fleet.RestoreRecord.Restore;
import io.snowkeeper.coordinator.fleet.StoredRestores;
import io.snowkeeper.coordinator.fleet.TrialWrite;
import io.snowkeeper.coordinator.progress.SequenceNotes;
import io.snowkeeper.coordinator.progress.SequenceProgress;
import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.coordinator.store.StoreSession;
import io.snowkeeper.coordinator.store.UnreadablePayloadException;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.Page;
import io.snowkeeper.core.sequence.PendingReservation;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.core.sequence.SequenceException;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.sequences.SequencePreconditionException;
import io.snowkeeper.sequences.SettleRequest;
import io.snowkeeper.sequences.Settlement;
import io.snowkeeper.sequences.catalogue.Catalogue.Counted;
import io.snowkeeper.sequences.engine.StoredSequences;
import io.snowkeeper.sequences.ledger.Posting;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/**
 * A fleet whose ZooKeeper was restored from a backup, for the operator's recovery of its sequences. While a restore is
 * open, no node serves them. Methods block.
 */
public final class FleetRecovery implements AutoCloseable {

    private static final int PAGE = 500;
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private final CoordinationStore store;
    private final FleetTree tree;
    private final TrialWrite trial;
    private final StoredSequences sequences;
    private final Environment environment;

    /**
     * @param store connected; closed with this
     * @param sequences of a fleet that recovers, not started yet; closed with this
     * @param environment how callers wait
     */
    public FleetRecovery(CoordinationStore store, StoredSequences sequences, Environment environment) {
        this.store = store;
        this.tree = new FleetTree(store, environment);
        this.trial = new TrialWrite(store, environment);
        this.sequences = sequences;
        this.environment = environment;
        sequences.start();
    }

    /** Returns the restore that was found and not ended; empty if there is none. */
    public Optional<OpenRestore> open() {
        return reached(() -> {
            // First: notes that come later change its version.
            StoredRestores stored = read();
            if (stored.record().open().isEmpty()) {
                return Optional.empty();
            }
            Map<String, SequenceNotes> notes = new TreeMap<>();
            tree.readNotes().forEach((node, record) -> notes.put(node, record.as(SequenceNotes.class)));
            Set<String> silent = new TreeSet<>();
            tree.nodes().forEach(node -> silent.add(member(node)));
            notes.forEach((node, of) -> {
                if (of.complete()) {
                    silent.remove(member(node));
                }
            });
            return Optional.of(new OpenRestore(stored, notes, silent));
        });
    }

    /** Reads the record of restores of a fleet, and not of an address that has none: there it can be neither read nor written. */
    private StoredRestores read() {
        StoredRestores stored = tree.readRestores();
        if (stored.version().isEmpty() && tree.readFleet().isEmpty()) {
            throw new CoordinatorUnavailableException(
                    "there is no fleet at %s; give ZooKeeper's address with the fleet's chroot"
                            .formatted(store.describe("")),
                    null);
        }
        return stored;
    }

    /** Returns the node that has a worker id under a name: further ones of one node are numbered, and serve no sequences. */
    private static String member(String node) {
        return node.replaceFirst("/\\d+$", "");
    }

    /**
     * Records that older data were put back, so that no node serves sequences. If the data say already that a restore
     * is open, that may be one of before they were saved, and this is another one.
     */
    public Restore begin(String by, String evidence) {
        return reached(() -> {
            while (true) {
                StoredRestores stored = read();
                RestoreRecord begun = stored.record().found(now(), by, evidence);
                if (tree.writeRestores(stored, begun, List.of())) {
                    return begun.open().orElseThrow();
                }
            }
        });
    }

    /**
     * Records that sequences may be served again.
     *
     * @throws SequencePreconditionException if the restore was ended meanwhile, or a node has given notes since it was
     *     read
     */
    public void end(OpenRestore restore) {
        reached(() -> {
            List<Change> forgotten = new ArrayList<>();
            restore.notes()
                    .keySet()
                    .forEach(
                            node -> forgotten.add(new Change.Delete(FleetPaths.notes(node), StoreSession.ANY_VERSION)));
            StoredRestores stored = restore.stored();
            if (!tree.writeRestores(stored, stored.record().endedAt(now()), forgotten)) {
                throw hasChanged();
            }
            return true;
        });
    }

    private static SequencePreconditionException hasChanged() {
        return new SequencePreconditionException(
                "the restore was ended meanwhile, or a node has given notes that were not considered; begin again");
    }

    private Instant now() {
        return Instant.ofEpochMilli(trial.storeMillis()
                .orElseThrow(() -> new CoordinatorUnavailableException("there is no such chroot", null)));
    }

    /** Returns all present sequences, with the nodes' notes of them. */
    public List<RestoredSequence> sequences(OpenRestore restore) {
        List<RestoredSequence> all = new ArrayList<>();
        long now = reached(this::now).toEpochMilli();
        Optional<String> after = Optional.empty();
        do {
            Page<SequenceDescription> page = await(sequences.list(after, PAGE));
            for (SequenceDescription description : page.items()) {
                Counted present =
                        await(sequences.counted(description.definition().name()));
                all.add(RestoredSequence.of(
                        description, present.incarnation(), due(description, now), present.written(), restore.notes()));
            }
            after = page.next();
        } while (after.isPresent());
        return all;
    }

    /** Returns how many sequences {@link #sequences} leaves out, since they cannot be read. */
    public int unreadable() {
        return sequences.unreadable();
    }

    private static Optional<Period> due(SequenceDescription description, long now) {
        Optional<Period> present = description.period();
        return description
                .definition()
                .periods()
                .map(rule -> rule.at(now))
                .map(period ->
                        present.filter(begun -> begun.compareTo(period) > 0).orElse(period));
    }

    /**
     * Advances a sequence beyond the numbers taken before the restore, and settles the pending reservations of a
     * gapless one, whose fate is unknown.
     *
     * @param restore the restore to recover from; ensures that nothing is voided in sequences that are served again
     * @param by the operator
     * @param isBooked whether the numbers of a reservation are in the books, and so are confirmed; all others are void.
     *     Its key is forgotten either way: the numbers may have come back in the lost data, and be another document's
     *     in the books
     * @throws SequencePreconditionException as {@link #end} does
     */
    public SequenceDescription recover(
            OpenRestore restore, SequenceProgress reached, String by, Predicate<PendingReservation> isBooked) {
        if (!reached(tree::readRestores).version().equals(restore.stored().version())) {
            throw hasChanged();
        }
        SequenceDescription present = await(sequences.describe(reached.sequence()));
        if (present.definition().mode() == SequenceMode.GAPLESS && present.pending() > 0) {
            settleAll(reached.sequence(), by, isBooked);
        }
        return await(sequences.recover(reached, Optional.of(by)));
    }

    private void settleAll(String sequence, String by, Predicate<PendingReservation> isBooked) {
        List<PendingReservation> pending =
                await(sequences.pending(sequence, Optional.empty(), PAGE)).items();
        while (!pending.isEmpty()) {
            List<CompletionStage<?>> settled = new ArrayList<>();
            for (PendingReservation reservation : pending) {
                boolean booked = isBooked.test(reservation);
                settled.add(sequences.settle(new SettleRequest(
                        sequence,
                        Optional.of(reservation.reservation()),
                        OptionalLong.empty(),
                        booked ? Settlement.CONFIRM : Settlement.VOID,
                        Optional.of(by),
                        Optional.of(Posting.RESTORED))));
            }
            settled.forEach(this::await);
            pending = await(sequences.pending(sequence, Optional.empty(), PAGE)).items();
        }
    }

    @Override
    public void close() {
        sequences.close();
        store.close();
    }

    private interface Steps<T> {
        T done();
    }

    private static <T> T reached(Steps<T> steps) {
        try {
            return steps.done();
        } catch (LeaseProblemException | UnreadablePayloadException e) {
            throw new CoordinatorUnavailableException(String.valueOf(e.getMessage()), e);
        }
    }

    private <T> T await(CompletionStage<T> stage) {
        try {
            return environment.await(stage.toCompletableFuture(), TIMEOUT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CoordinatorUnavailableException("interrupted while waiting for ZooKeeper", e);
        } catch (ExecutionException e) {
            Throwable cause = requireNonNullElse(e.getCause(), e);
            if (cause instanceof SequenceException refusal) {
                throw refusal;
            }
            throw new CoordinatorUnavailableException(String.valueOf(cause.getMessage()), cause);
        } catch (TimeoutException e) {
            throw new CoordinatorUnavailableException("ZooKeeper does not answer", e);
        }
    }
}
