package io.snowkeeper.simulation;

import io.snowkeeper.coordinator.state.NodeState;
import org.jspecify.annotations.Nullable;

/** A machine of a node: its clock, its stopwatch, and its disk. It outlives the node's processes. */
final class Machine {

    private static final double MILLION = 1e6;

    private final String name;
    private final EventLoop loop;
    private final long startMillis;
    private long offsetMillis;
    private double driftPerMillion;
    private long driftsSinceNanos;
    private boolean stands;
    private long standsAtMillis;
    private long suspendedNanos;

    /** What is on its disk. */
    @Nullable
    NodeState state;

    boolean diskFull;
    int boots;

    /** @param startMillis the right time at which the world begins */
    Machine(String name, EventLoop loop, long startMillis) {
        this.name = name;
        this.loop = loop;
        this.startMillis = startMillis;
    }

    String name() {
        return name;
    }

    /** Returns what the clock reads. */
    long clockMillis() {
        return stands ? standsAtMillis : rightMillis() + offsetMillis + driftMillis();
    }

    /** Returns what time it is. */
    long rightMillis() {
        return startMillis + loop.nowNanos() / 1_000_000;
    }

    long stopwatchNanos() {
        return loop.nowNanos() - suspendedNanos;
    }

    void stepClock(long millis) {
        offsetMillis += millis;
    }

    void driftClock(double perMillion) {
        offsetMillis += driftMillis();
        driftsSinceNanos = loop.nowNanos();
        driftPerMillion = perMillion;
    }

    void stopClock() {
        standsAtMillis = clockMillis();
        stands = true;
    }

    /** Sets the clock right. */
    void setClock() {
        stands = false;
        offsetMillis = 0;
        driftPerMillion = 0;
    }

    /** Has the stopwatch miss a while, as in a suspend. */
    void missTime(long nanos) {
        suspendedNanos += nanos;
    }

    private long driftMillis() {
        return (long) ((loop.nowNanos() - driftsSinceNanos) * driftPerMillion / MILLION / MILLION);
    }
}
