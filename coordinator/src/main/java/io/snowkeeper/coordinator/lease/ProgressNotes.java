package io.snowkeeper.coordinator.lease;

import io.snowkeeper.coordinator.progress.SeenSequence;
import io.snowkeeper.coordinator.progress.SequenceNotes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A node's notes of how far its sequences have come: ahead of use, so that it is written seldom, and exactly once a
 * sequence has been at rest for a while.
 *
 * <p>For one thread, but {@link #latest}.
 */
final class ProgressNotes {

    /** Some hundred bytes each. */
    static final int MAX_SEQUENCES = 1_000;

    /** How many looks a note is ahead, at the pace of the last one. */
    static final int LOOKS_AHEAD = 20;

    private final Map<String, Noted> noted = new LinkedHashMap<>();
    private boolean complete = true;

    /** The latest transaction that had written a sequence which is noted no more. */
    private long dropped;

    private boolean unsaved;
    private volatile Optional<SequenceNotes> latest;

    /**
     * A sequence.
     *
     * @param seen as it was at the last look, null if this process has not seen it yet
     * @param note as it is noted
     * @param rested how many looks ago numbers were taken
     */
    private record Noted(@Nullable SeenSequence seen, SeenSequence note, int rested) {}

    /** @param before the former process' notes, empty if there are none */
    ProgressNotes(Optional<SequenceNotes> before) {
        this.latest = before;
        before.ifPresent(notes -> {
            complete = notes.complete();
            notes.sequences().forEach(note -> noted.put(note.sequence(), new Noted(null, note, LOOKS_AHEAD)));
        });
    }

    /**
     * Looks how far sequences are; returns the note to write, empty if it was {@link #saved} already.
     *
     * @param ends whether no further numbers are taken
     */
    Optional<SequenceNotes> look(List<SeenSequence> seen, boolean ends) {
        boolean changed = false;
        for (SeenSequence now : seen) {
            Noted before = noted.get(now.sequence());
            if (before == null && now.written().transaction() <= dropped) {
                continue;
            }
            Noted after = after(before, now, ends);
            if (before == null
                    || !before.note().isOfSame(after.note())
                    || before.note().taken() != after.note().taken()) {
                changed = true;
                // The one that was noted last is the last to be dropped.
                noted.remove(now.sequence());
            }
            noted.put(now.sequence(), after);
        }
        var eldest = noted.values().iterator();
        while (noted.size() > MAX_SEQUENCES) {
            dropped = Math.max(dropped, eldest.next().note().written().transaction());
            eldest.remove();
            complete = false;
            changed = true;
        }
        if (changed) {
            latest = Optional.of(
                    new SequenceNotes(noted.values().stream().map(Noted::note).toList(), complete));
            unsaved = true;
        }
        return unsaved ? latest : Optional.empty();
    }

    /** Records that the note was written. */
    void saved() {
        unsaved = false;
    }

    boolean isUnsaved() {
        return unsaved;
    }

    /** Returns the note, written or to be written; empty if there never was one. For any thread. */
    Optional<SequenceNotes> latest() {
        return latest;
    }

    private static Noted after(@Nullable Noted before, SeenSequence now, boolean ends) {
        if (before == null) {
            return new Noted(now, now, 0);
        }
        boolean same = now.isOfSame(before.note());
        SeenSequence last = before.seen();
        // All numbers of a new period are new; for a sequence that this process has just seen first, the pace is
        // unknown.
        long pace = last == null ? 0 : Math.max(0, now.taken() - (same ? last.taken() : 0));
        if (pace > 0 || !same) {
            // Two looks before it is reached, since the next one may come late.
            boolean due =
                    ends || !same || now.taken() + 2 * pace > before.note().taken();
            return new Noted(now, due ? now.ahead(ends ? 0 : now.taken() + LOOKS_AHEAD * pace) : before.note(), 0);
        }
        boolean exact = ends || before.rested() >= LOOKS_AHEAD;
        return new Noted(now, exact ? now : before.note(), before.rested() + 1);
    }
}
