package io.snowkeeper.loadtest.chaos.fault;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * The order of faults: all kinds in a random order, then all again in another, so that none is left out. The same seed
 * gives the same schedule. Thread-safe.
 */
public final class Schedule {

    private final Random random;
    private final List<FaultKind> kinds;
    private final int nodes;
    private final Duration shortest;
    private final Duration longest;
    private final long longestRestMillis;
    private final Deque<FaultKind> deck = new ArrayDeque<>();
    private int number;

    /**
     * @param kinds those that may come
     * @param shortest a fault lasts at least as long
     * @param longest a fault lasts at most as long
     * @param longestRest how long there may be none after one
     */
    public Schedule(
            long seed, List<FaultKind> kinds, int nodes, Duration shortest, Duration longest, Duration longestRest) {
        if (kinds.isEmpty()) {
            throw new IllegalArgumentException("there must be a kind of fault: kinds=[]");
        }
        this.random = new Random(seed);
        this.kinds = List.copyOf(kinds);
        this.nodes = nodes;
        this.shortest = shortest;
        this.longest = longest;
        this.longestRestMillis = longestRest.toMillis();
    }

    synchronized PlannedFault next() {
        if (deck.isEmpty()) {
            List<FaultKind> shuffled = new ArrayList<>(kinds);
            Collections.shuffle(shuffled, random);
            deck.addAll(shuffled);
        }
        long range = longest.minus(shortest).toMillis();
        return new PlannedFault(
                ++number,
                deck.remove(),
                random.nextInt(nodes),
                shortest.plusMillis((long) (random.nextDouble() * range)),
                (long) (random.nextDouble() * longestRestMillis));
    }
}
