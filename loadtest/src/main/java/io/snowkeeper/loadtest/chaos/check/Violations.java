package io.snowkeeper.loadtest.chaos.check;

import java.util.ArrayList;
import java.util.List;

/** The properties that were found not to hold. Thread-safe. */
public final class Violations {

    private static final int MAX_KEPT = 50;

    private final List<String> kept = new ArrayList<>();
    private long count;

    /** Makes an empty list. */
    public Violations() {}

    /** Adds one; beyond the first fifty they are only counted. */
    public synchronized void add(String violation) {
        count++;
        if (kept.size() < MAX_KEPT) {
            kept.add(violation);
        }
    }

    /** Returns how many there are. */
    public synchronized long count() {
        return count;
    }

    /** Returns the first of them. */
    public synchronized List<String> first() {
        return List.copyOf(kept);
    }
}
