package io.snowkeeper.simulation;

import io.snowkeeper.simulation.machine.Choices;
import java.time.Duration;
import java.util.List;

/**
 * A fault that comes at some time and goes after a while.
 *
 * @param atNanos since the world began
 * @param node which node it strikes, from 0
 * @param lastsNanos how long it lasts
 * @param size how strong it is, -1 to 1
 */
record Strike(long atNanos, Fault fault, int node, long lastsNanos, double size) {

    static Strike of(Choices choices, long atNanos, WorldSettings settings) {
        return new Strike(
                atNanos,
                choices.one(Fault.ALL),
                (int) choices.between(0, settings.nodes() - 1),
                choices.spread(10_000_000, settings.window().toNanos() * 3),
                choices.between(-1_000, 1_000) / 1_000.0);
    }

    /** Returns what it strikes of several. */
    <T> T one(List<T> all) {
        return all.get((int) Math.min(all.size() - 1, (long) ((size + 1) / 2 * all.size())));
    }

    @Override
    public String toString() {
        return "%s n%d for %s (%.3f)".formatted(fault.text(), node, Duration.ofNanos(lastsNanos), size);
    }
}
