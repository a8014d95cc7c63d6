package io.snowkeeper.coordinator.sequence.sweep;

import io.snowkeeper.coordinator.sequence.access.SequenceStore;
import io.snowkeeper.coordinator.sequence.catalogue.SequenceNames;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

/**
 * The sequences that a pass of the sweep looks at: those that have something to sweep, and some thousand of the others in turn. Used
 * by the sweeping thread only.
 */
final class SweepTurns {

    /** How many sequences a pass looks at whether or not they had something to sweep when they were looked at last. */
    private static final int IDLE_AT_ONCE = 5_000;

    /** Names that change all the time are read again for a twentieth of the time at the most. */
    private static final int NAMES_PAUSE = 20;

    private final SequenceNames names;
    private final LongSupplier nanoTime;

    /** Those that had reservations or keys when they were looked at last. */
    private final Set<String> active = new LinkedHashSet<>();

    private List<String> known = List.of();
    private long namesDueNanos;

    /** The last name of those that were looked at in turn. */
    private String lastIdle = "";

    SweepTurns(SequenceNames names, LongSupplier nanoTime) {
        this.names = names;
        this.nanoTime = nanoTime;
        this.namesDueNanos = nanoTime.getAsLong();
    }

    /** Returns the names of all sequences, sorted, as they were not long ago. */
    List<String> names(SequenceStore tree) throws InterruptedException, ExecutionException, TimeoutException {
        long asked = nanoTime.getAsLong();
        if (asked - namesDueNanos >= 0) {
            known = tree.await(names.latest());
            long answered = nanoTime.getAsLong();
            namesDueNanos = answered + NAMES_PAUSE * (answered - asked);
            active.removeIf(name -> Collections.binarySearch(known, name) < 0);
        }
        return known;
    }

    /** Returns those that it is the turn of now. */
    List<String> next() {
        Set<String> chosen = new LinkedHashSet<>(active);
        int place = Collections.binarySearch(known, lastIdle);
        int next = place >= 0 ? place + 1 : -place - 1;
        for (int i = 0; i < Math.min(IDLE_AT_ONCE, known.size()); i++) {
            lastIdle = known.get((next + i) % known.size());
            chosen.add(lastIdle);
        }
        return new ArrayList<>(chosen);
    }

    /** Notes whether a sequence had something to sweep. */
    void note(String name, boolean hasSomething) {
        if (hasSomething) {
            active.add(name);
        } else {
            active.remove(name);
        }
    }
}
