package io.snowkeeper.loadtest.chaos.check;

import io.snowkeeper.core.Layout;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The milliseconds that the ids of each node carry, by worker id. Thread-safe. */
public final class UsedTimes {

    /** No reservation reaches further than that beyond the run; bounds the memory where ids carry any time. */
    private static final int LONGEST_MILLIS = 24 * 3_600_000;

    /** The clocks of a fleet may differ. */
    private static final int EARLY_MILLIS = 60_000;

    private final Layout layout;
    private final long baseMillis;
    private final Violations violations;
    private final Map<String, Map<Long, BitSet>> byNode = new TreeMap<>();

    UsedTimes(Layout layout, long startMillis, Violations violations) {
        this.layout = layout;
        this.baseMillis = startMillis - EARLY_MILLIS;
        this.violations = violations;
    }

    synchronized void used(String node, long[] ids, int count) {
        long before = -1;
        for (int i = 0; i < count; i++) {
            long timeAndWorker = ids[i] >>> layout.sequenceBits();
            if (timeAndWorker != before) {
                mark(node, ids[i]);
                before = timeAndWorker;
            }
        }
    }

    private void mark(String node, long id) {
        long offset = layout.millisOf(layout.timestampOf(id)) - baseMillis;
        if (offset < 0 || offset > LONGEST_MILLIS) {
            violations.add("no reservation can hold the time of an id: node %s gave %s, %s"
                    .formatted(node, id, layout.decompose(id)));
            return;
        }
        byNode.computeIfAbsent(node, name -> new TreeMap<>())
                .computeIfAbsent(layout.workerIdOf(id), worker -> new BitSet())
                .set((int) offset);
    }

    /** Returns the nodes that gave ids. */
    synchronized Set<String> nodes() {
        return Set.copyOf(byNode.keySet());
    }

    /** Returns the worker ids that a node's ids carry. */
    synchronized Set<Long> workersOf(String node) {
        return new TreeSet<>(byNode.getOrDefault(node, Map.of()).keySet());
    }

    /** Returns the Unix milliseconds of a node's ids under a worker id that none of the intervals holds, the first ones. */
    synchronized List<Long> outside(String node, long worker, List<Interval> intervals) {
        BitSet left = (BitSet) byNode.getOrDefault(node, Map.of())
                .getOrDefault(worker, new BitSet())
                .clone();
        for (Interval interval : intervals) {
            int from = offset(interval.afterMillis() + 1);
            int to = offset(interval.untilMillis() + 1);
            if (to > from) {
                left.clear(from, to);
            }
        }
        return left.stream().limit(5).mapToObj(offset -> offset + baseMillis).toList();
    }

    /** Returns the nodes whose ids carry this worker id and time. */
    public synchronized List<String> nodesWith(long id) {
        long offset = layout.millisOf(layout.timestampOf(id)) - baseMillis;
        return byNode.keySet().stream()
                .filter(node -> offset >= 0
                        && offset <= LONGEST_MILLIS
                        && byNode.getOrDefault(node, Map.of())
                                .getOrDefault(layout.workerIdOf(id), new BitSet())
                                .get((int) offset))
                .toList();
    }

    private int offset(long unixMillis) {
        return (int) Math.max(0, Math.min(LONGEST_MILLIS + 1L, unixMillis - baseMillis));
    }
}
