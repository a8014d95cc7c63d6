package io.snowkeeper.coordinator.lease;

import io.snowkeeper.coordinator.sequence.progress.SequenceNotes;
import io.snowkeeper.coordinator.sequence.progress.SequenceProgress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a node notes of how far its sequences have come: ahead of use, so that it is written seldom, and exactly once a sequence has been at
 * rest for a while.
 *
 * <p>For one thread.
 */
final class ProgressNotes {

    /** Some hundred bytes each. */
    static final int MAX_SEQUENCES = 1_000;

    /** For so many looks, at the pace of the last one, a note is ahead. */
    static final int LOOKS_AHEAD = 20;

    private final Map<String, Noted> noted = new LinkedHashMap<>();
    private boolean complete;

    /**
     * A sequence.
     *
     * @param seen as it was at the last look
     * @param note as it is noted
     * @param rested how many looks ago it was written
     */
    private record Noted(SequenceProgress seen, SequenceProgress note, int rested) {}

    /** @param before what the former process has noted */
    ProgressNotes(SequenceNotes before) {
        this.complete = before.complete();
        before.sequences().forEach(note -> noted.put(note.sequence(), new Noted(note, note, LOOKS_AHEAD)));
    }

    /**
     * Looks how far sequences are; returns what is to be noted, empty if that is as before.
     *
     * @param ends whether nothing is taken any more
     */
    Optional<SequenceNotes> look(List<SequenceProgress> progress, boolean ends) {
        boolean changed = false;
        for (SequenceProgress now : progress) {
            Noted before = noted.get(now.sequence());
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
        var eldest = noted.keySet().iterator();
        while (noted.size() > MAX_SEQUENCES) {
            eldest.next();
            eldest.remove();
            complete = false;
            changed = true;
        }
        return changed ? Optional.of(notes()) : Optional.empty();
    }

    SequenceNotes notes() {
        List<SequenceProgress> all = new ArrayList<>();
        noted.values().forEach(each -> all.add(each.note()));
        return new SequenceNotes(all, complete);
    }

    private static Noted after(@Nullable Noted before, SequenceProgress now, boolean ends) {
        if (before == null || !now.isOfSame(before.seen())) {
            return new Noted(now, now, 0);
        }
        long pace = Math.max(0, now.taken() - before.seen().taken());
        if (pace == 0) {
            boolean exact = ends || before.rested() >= LOOKS_AHEAD;
            return new Noted(now, exact ? atLeast(now, now.taken()) : before.note(), before.rested() + 1);
        }
        // Two looks before it is reached, since the next one may come late.
        boolean due = ends || now.taken() + 2 * pace > before.note().taken();
        return new Noted(now, due ? atLeast(now, ends ? 0 : now.taken() + LOOKS_AHEAD * pace) : before.note(), 0);
    }

    private static SequenceProgress atLeast(SequenceProgress now, long taken) {
        return now.withTaken(Math.max(now.taken(), taken));
    }
}
