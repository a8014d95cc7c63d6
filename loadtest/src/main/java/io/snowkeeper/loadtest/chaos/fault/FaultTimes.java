package io.snowkeeper.loadtest.chaos.fault;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The times without ids after the end of each fault. Thread-safe. */
public final class FaultTimes {

    private final Map<FaultKind, List<Long>> millisByKind = new EnumMap<>(FaultKind.class);

    FaultTimes() {}

    synchronized void add(FaultKind kind, long millis) {
        millisByKind.computeIfAbsent(kind, key -> new ArrayList<>()).add(millis);
    }

    /** Returns how often a kind struck. */
    public synchronized int count(FaultKind kind) {
        return millisByKind.getOrDefault(kind, List.of()).size();
    }

    /** Returns how often any kind struck. */
    public synchronized int count() {
        return millisByKind.values().stream().mapToInt(List::size).sum();
    }

    /** Returns the longest time of a kind in milliseconds, 0 if it never struck. */
    public synchronized long longestMillis(FaultKind kind) {
        return Collections.max(millisByKind.getOrDefault(kind, List.of(0L)));
    }

    /** Returns the time of a kind that half of its faults kept to, in milliseconds, 0 if there was none. */
    public synchronized long medianMillis(FaultKind kind) {
        List<Long> sorted = new ArrayList<>(millisByKind.getOrDefault(kind, List.of(0L)));
        Collections.sort(sorted);
        return sorted.get((sorted.size() - 1) / 2);
    }
}
