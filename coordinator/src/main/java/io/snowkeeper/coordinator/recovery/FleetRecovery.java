package io.snowkeeper.coordinator.recovery;

import static java.util.Objects.requireNonNullElse;

import io.snowkeeper.coordinator.CoordinatorUnavailableException;
import io.snowkeeper.coordinator.fleet.FleetTree;
import io.snowkeeper.coordinator.fleet.LeaseProblemException;
import io.snowkeeper.coordinator.fleet.RestoreRecord;
import io.snowkeeper.coordinator.fleet.RestoreRecord.Restore;
import io.snowkeeper.coordinator.fleet.StoredRestores;
import io.snowkeeper.coordinator.fleet.TrialWrite;
import io.snowkeeper.coordinator.sequence.PendingReservation;
import io.snowkeeper.coordinator.sequence.SequenceDescription;
import io.snowkeeper.coordinator.sequence.SequencePage;
import io.snowkeeper.coordinator.sequence.SettleRequest;
import io.snowkeeper.coordinator.sequence.Settlement;
import io.snowkeeper.coordinator.sequence.engine.StoredSequences;
import io.snowkeeper.coordinator.sequence.progress.SequenceNotes;
import io.snowkeeper.coordinator.sequence.progress.SequenceProgress;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.core.sequence.SequenceException;
import io.snowkeeper.core.sequence.SequenceMode;
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
import java.util.function.LongPredicate;
import java.util.stream.LongStream;

/**
 * A fleet whose ZooKeeper was restored from a backup, for the operator who sees to its sequences. While a restore is open, no node serves
 * them. Methods block.
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
    public Optional<Restore> open() {
        return reached(() -> tree.readRestores().record().open());
    }

    /** Says that older data were put back, so that no node serves sequences. Does nothing if that is said already. */
    public Restore begin(String by, String evidence) {
        return reached(() -> {
            while (true) {
                StoredRestores stored = tree.readRestores();
                Optional<Restore> open = stored.record().open();
                if (open.isPresent()) {
                    return open.get();
                }
                Restore begun = new Restore(now(), by, evidence, null);
                if (tree.writeRestores(stored, stored.record().with(begun))) {
                    return begun;
                }
            }
        });
    }

    /** Says that sequences may be served again. */
    public void end() {
        reached(() -> {
            boolean done = false;
            while (!done) {
                StoredRestores stored = tree.readRestores();
                RestoreRecord record = stored.record();
                done = record.open().isEmpty() || tree.writeRestores(stored, record.endedAt(now()));
            }
            tree.deleteNotes();
            return true;
        });
    }

    private Instant now() {
        return Instant.ofEpochMilli(trial.storeMillis()
                .orElseThrow(() -> new CoordinatorUnavailableException("there is no such chroot", null)));
    }

    /** Returns the notes that nodes have given of how far sequences had come, by the nodes' names. */
    public Map<String, SequenceNotes> notes() {
        return reached(() -> {
            Map<String, SequenceNotes> notes = new TreeMap<>();
            tree.readNotes().forEach((node, record) -> notes.put(node, record.as(SequenceNotes.class)));
            return notes;
        });
    }

    /** Returns all sequences that there are, with what nodes have noted of them. */
    public List<RestoredSequence> sequences(Map<String, SequenceNotes> notes) {
        List<RestoredSequence> all = new ArrayList<>();
        Optional<String> after = Optional.empty();
        do {
            SequencePage page = await(sequences.list(after, PAGE));
            for (SequenceDescription description : page.sequences()) {
                all.add(with(
                        description,
                        await(sequences.incarnation(description.definition().name())),
                        notes));
            }
            after = page.next();
        } while (after.isPresent());
        return all;
    }

    private static RestoredSequence with(
            SequenceDescription description, String incarnation, Map<String, SequenceNotes> notes) {
        SequenceProgress furthest = null;
        Set<String> nodes = new TreeSet<>();
        for (Map.Entry<String, SequenceNotes> ofNode : notes.entrySet()) {
            for (SequenceProgress note : ofNode.getValue().sequences()) {
                if (note.sequence().equals(description.definition().name())
                        && note.incarnation().equals(incarnation)) {
                    nodes.add(ofNode.getKey());
                    furthest = furthest == null || note.isFurtherThan(furthest) ? note : furthest;
                }
            }
        }
        return new RestoredSequence(description, incarnation, Optional.ofNullable(furthest), nodes);
    }

    /**
     * Has a sequence go on behind what it had come to, and settles what is pending of a gapless one, of which nobody knows what has become of it.
     *
     * @param by who does it
     * @param isBooked whether a number is in the books, and so is confirmed; all others are void
     */
    public SequenceDescription recover(SequenceProgress reached, String by, LongPredicate isBooked) {
        SequenceDescription present = await(sequences.describe(reached.sequence()));
        if (present.definition().mode() == SequenceMode.GAPLESS && present.pending() > 0) {
            settleAll(reached.sequence(), by, isBooked);
        }
        return await(sequences.recover(reached, Optional.of(by)));
    }

    private void settleAll(String sequence, String by, LongPredicate isBooked) {
        List<PendingReservation> pending =
                await(sequences.pending(sequence, Optional.empty(), PAGE)).reservations();
        while (!pending.isEmpty()) {
            List<CompletionStage<?>> settled = new ArrayList<>();
            for (PendingReservation reservation : pending) {
                boolean booked = reservation.runs().stream()
                        .allMatch(run ->
                                LongStream.rangeClosed(run.from(), run.to()).allMatch(isBooked));
                settled.add(sequences.settle(new SettleRequest(
                        sequence,
                        Optional.of(reservation.reservation()),
                        OptionalLong.empty(),
                        booked ? Settlement.CONFIRM : Settlement.VOID,
                        Optional.of(by),
                        booked ? Optional.empty() : Optional.of("restored"))));
            }
            settled.forEach(this::await);
            pending = await(sequences.pending(sequence, Optional.empty(), PAGE)).reservations();
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
        } catch (LeaseProblemException e) {
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
