package io.snowkeeper.coordinator.lease;

import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.fleet.FleetPaths;
import io.snowkeeper.coordinator.fleet.FleetTree;
import io.snowkeeper.coordinator.fleet.FleetTree.Touch;
import io.snowkeeper.coordinator.fleet.LeaseProblemException;
import io.snowkeeper.coordinator.fleet.LeaseProblemException.Kind;
import io.snowkeeper.coordinator.fleet.RestoreRecord;
import io.snowkeeper.coordinator.fleet.StoredRestores;
import io.snowkeeper.coordinator.progress.SeenSequence;
import io.snowkeeper.coordinator.progress.SequenceNotes;
import io.snowkeeper.coordinator.progress.StoredProgress;
import io.snowkeeper.coordinator.state.LocalReservation;
import io.snowkeeper.coordinator.state.NodeStateStore;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.coordinator.store.UnreadablePayloadException;
import io.snowkeeper.coordinator.store.Watch;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The fleet's restores as this node knows them: says in ZooKeeper that its data were put back, so that no node serves sequences before an
 * operator has seen to them, and how far they had come.
 *
 * <p>For one thread.
 */
final class Restores {

    private static final Logger log = LoggerFactory.getLogger(Restores.class);

    /** So that a node that has served many sequences is no flood to ZooKeeper when its connection comes back. */
    private static final int MOST_READ_TOGETHER = 200;

    private final FleetTree tree;
    private final String node;
    private final LocalReservation local;
    private final NodeStateStore state;
    private final Supplier<Optional<SequenceNotes>> notes;
    private final Supplier<List<SeenSequence>> seen;
    private final long longestMillis;
    private final Watch watch;
    private volatile boolean watched;
    private @Nullable Instant known;

    /**
     * The last restore when this node's data were written, or compared with its knowledge: a restore found since
     * explains its findings then.
     */
    private @Nullable Instant compared;

    /** The notes of ours that ZooKeeper keeps while the restore is open. */
    private Optional<SequenceNotes> given = Optional.empty();

    /**
     * Follows no record yet.
     *
     * @param notes how far sequences have come, empty if nothing was noted; asked by the thread that this is for
     * @param seen the sequences as this process has seen them last; asked by the same thread
     * @param onChange called on the store's thread when {@link #followChanges} has something to do; must not block
     */
    Restores(
            FleetTree tree,
            MemberSettings settings,
            LocalReservation local,
            NodeStateStore state,
            Supplier<Optional<SequenceNotes>> notes,
            Supplier<List<SeenSequence>> seen,
            Runnable onChange) {
        this.tree = tree;
        this.node = settings.node();
        this.local = local;
        this.state = state;
        this.notes = notes;
        this.seen = seen;
        // One for all looks: a store may keep every other one until it is called.
        this.watch = () -> {
            watched = false;
            onChange.run();
        };
        this.longestMillis = RestoredBackup.longestReservation(settings).toMillis();
    }

    /** Returns the present record, and notes in our state which restore was the last. */
    private StoredRestores read() {
        return know(tree.readRestores());
    }

    private StoredRestores know(StoredRestores stored) {
        if (stored.record().foundSince(known)) {
            known = stored.record().latest();
            local.knows(known);
        }
        return stored;
    }

    /** This node's data were just written, or are compared now. */
    void compared() {
        compared = known;
    }

    /** The session is another one, which has no watches. */
    void unwatch() {
        watched = false;
    }

    /** Follows the record again if it may have changed. */
    void followChanges() {
        if (!watched) {
            var unused = follow();
        }
    }

    /**
     * Returns the present record; if it has an open restore, ZooKeeper keeps our notes for the operator who ends it.
     */
    RestoreRecord follow() {
        // First: it is called from another thread, at once.
        watched = true;
        try {
            tree.watchRestores(watch);
            return give(read());
        } catch (LeaseProblemException e) {
            watched = false;
            throw e;
        }
    }

    private RestoreRecord give(StoredRestores found) {
        StoredRestores stored = found;
        Optional<SequenceNotes> now = notes.get();
        while (stored.record().open().isPresent() && now.isPresent() && !given.equals(now)) {
            if (tree.putNotes(stored, node, PayloadCodec.encode(now.get()))) {
                given = now;
            } else {
                stored = read();
            }
        }
        given = stored.record().open().isPresent() ? given : Optional.empty();
        return stored.record();
    }

    /**
     * Records in ZooKeeper that its data were put back, unless it says so since this node last read that.
     *
     * @param now a write of ours, which has the time
     */
    void note(String evidence, Touch now) {
        note(evidence, now, false);
    }

    /**
     * As {@link #note(String, Touch)}.
     *
     * @param told whether an operator reports it: a restore in the data may be one from before they were saved
     */
    void note(String evidence, Touch now, boolean told) {
        note(evidence, now, stored -> !told && stored.record().foundSince(compared));
    }

    private void note(String evidence, Touch now, Predicate<StoredRestores> explains) {
        StoredRestores stored = tree.readRestores();
        while (!explains.test(stored)
                && !tree.writeRestores(
                        stored,
                        stored.record().found(Instant.ofEpochMilli(now.writtenMillis()), node, evidence),
                        List.of())) {
            stored = tree.readRestores();
        }
        if (follow().open().isPresent()) {
            log.error(
                    "ZooKeeper was restored from a backup, its data is older than this node has seen it: {}; sequences are refused until snowkeeper recover is run, ids go on once the time of ids that may have been issued has passed",
                    evidence);
        }
    }

    /** Returns by which sequence it is seen that ZooKeeper's data are older than those that our notes are of; empty if it is not seen. */
    Optional<String> undone(RestoreRecord restores) {
        return undone(notes.get().map(SequenceNotes::sequences).orElse(List.of()), restores);
    }

    /** Records in ZooKeeper that its data were put back, if a sequence that this process has seen shows it. */
    void noteUndone(Supplier<Touch> touch) {
        List<SeenSequence> before = seen.get();
        if (!before.isEmpty()) {
            // A write after the sighting: without a majority it fails, and nothing is read.
            Touch now = touch.get();
            RestoreRecord known = follow();
            undone(before, known)
                    .ifPresent(evidence ->
                            note(evidence, now, stored -> stored.record().foundSince(known.latest())));
        }
    }

    private Optional<String> undone(List<SeenSequence> noted, RestoreRecord restores) {
        for (int from = 0; from < noted.size(); from += MOST_READ_TOGETHER) {
            List<SeenSequence> some = noted.subList(from, Math.min(noted.size(), from + MOST_READ_TOGETHER));
            List<Optional<StoredRecord>> states = tree.readAll(some.stream()
                    .map(note -> FleetPaths.sequenceState(
                            note.sequence(), note.progress().incarnation()))
                    .toList());
            Optional<String> evidence = IntStream.range(0, some.size())
                    .mapToObj(i -> states.get(i).flatMap(state -> undone(some.get(i), state, restores)))
                    .flatMap(Optional::stream)
                    .findFirst();
            if (evidence.isPresent()) {
                return evidence;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> undone(SeenSequence note, StoredRecord state, RestoreRecord restores) {
        if (Objects.equals(note.restored(), restores.latest())) {
            return state.stamp().write().isOlderThan(note.written())
                    ? Optional.of("znode %s has version %s, this node has seen version %s"
                            .formatted(
                                    state.path(),
                                    state.stamp().version(),
                                    note.written().version()))
                    : Optional.empty();
        }
        // The restore undid what this node saw before it, and an operator mended that, perhaps without knowing what
        // this node knows.
        return restores.open().isEmpty() && isFurther(note, state)
                ? Optional.of("this node had noted more numbers of sequence %s than snowkeeper recover knew of"
                        .formatted(note.sequence()))
                : Optional.empty();
    }

    private static boolean isFurther(SeenSequence note, StoredRecord state) {
        try {
            return note.progress()
                    .isFurtherThan(state.as(StoredProgress.class)
                            .progress(note.sequence(), note.progress().incarnation()));
        } catch (UnreadablePayloadException e) {
            // It is not served either.
            return false;
        }
    }

    /** ZooKeeper now has what the operator reported to this node. */
    void toldIsKnown() {
        try {
            state.restoredIsKnown();
        } catch (IOException e) {
            throw new LeaseProblemException(
                    Kind.STATE_NOT_WRITTEN, "the record of ZooKeeper's restore cannot be removed: " + e.getMessage());
        }
    }

    /** Returns the time up to which ids may have been issued in lost data; empty if none ever were. */
    Optional<Long> floorMillis() {
        return read().record().last().map(restore -> restore.found().toEpochMilli() + longestMillis);
    }
}
