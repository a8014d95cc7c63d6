package io.snowkeeper.simulation;

import io.snowkeeper.simulation.machine.Choices;
import io.snowkeeper.simulation.machine.Fault;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * A fault that comes at some time and goes after a while.
 *
 * @param atNanos since the world began
 * @param node which node it strikes, from 0
 * @param lastsNanos how long it lasts
 * @param size how strong it is, -1 to 1
 * @param alone whether it strikes one connection of the node alone, where it strikes connections: each may lead to another server; whether a whole
 *     fleet is killed
 * @param passing how many writes of a connection pass before the first is struck, where it strikes writes
 */
record Strike(long atNanos, Fault fault, int node, long lastsNanos, double size, boolean alone, int passing) {

    /** How likely a fault strikes where the one before did, so that several come together. */
    private static final double SAME_NODE = 0.3;

    private static final int MAX_PASSING = 3;
    private static final long SHORTEST_STOP_NANOS = 50_000_000;
    private static final long LONGEST_STOP_NANOS = 30_000_000_000L;

    /** @param nodeBefore which node the fault before struck */
    static Strike of(Choices choices, long atNanos, WorldSettings settings, int nodeBefore) {
        return new Strike(
                atNanos,
                choices.one(Fault.FREQUENT),
                choices.chance(SAME_NODE) ? nodeBefore : (int) choices.between(0, settings.nodes() - 1),
                choices.spread(10_000_000, longest(settings).toNanos()),
                choices.between(-1_000, 1_000) / 1_000.0,
                choices.chance(0.4),
                (int) choices.between(0, MAX_PASSING));
    }

    /** Returns for how long one lasts at the most that does not strike the whole fleet. */
    static Duration longest(WorldSettings settings) {
        return settings.window().multipliedBy(3);
    }

    /** Returns one that strikes the whole fleet. */
    static Strike ofFleet(Choices choices, long atNanos, Fault fault) {
        return new Strike(
                atNanos, fault, 0, choices.spread(SHORTEST_STOP_NANOS, LONGEST_STOP_NANOS), 0, choices.chance(0.5), 0);
    }

    /** Returns its target among several. */
    <T> T one(List<T> all) {
        return all.get((int) Math.min(all.size() - 1, (long) ((size + 1) / 2 * all.size())));
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%s n%s for %s (%.3f%s, after %s)",
                fault.text(),
                node,
                Duration.ofNanos(lastsNanos),
                size,
                alone ? ", alone" : "",
                passing);
    }
}
