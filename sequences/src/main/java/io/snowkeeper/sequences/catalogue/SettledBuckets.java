package io.snowkeeper.sequences.catalogue;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The buckets in which nothing is pending and never will be again, of the sequences whose pending reservations were asked for last. They
 * are remembered because they stay for as long as keys are known, thousands of them, before the sweeper removes them. Thread-safe.
 */
final class SettledBuckets {

    private static final int MAX_SEQUENCES = 1_000;

    // Guarded by this; those that were asked for longest ago first.
    private final Map<String, Set<Long>> known = new LinkedHashMap<>(16, 0.75f, true);

    /** Returns those of an incarnation, to be added to. */
    private synchronized Set<Long> of(String incarnation) {
        Set<Long> buckets = known.computeIfAbsent(incarnation, unused -> ConcurrentHashMap.newKeySet());
        if (known.size() > MAX_SEQUENCES) {
            known.remove(known.keySet().iterator().next());
        }
        return buckets;
    }

    void add(String incarnation, long bucket) {
        of(incarnation).add(bucket);
    }

    /** Returns those buckets that are not known to be settled, of all that there are; forgets others. */
    List<Long> open(String incarnation, Collection<Long> present) {
        Set<Long> settled = of(incarnation);
        settled.retainAll(Set.copyOf(present));
        return present.stream().filter(bucket -> !settled.contains(bucket)).toList();
    }
}
