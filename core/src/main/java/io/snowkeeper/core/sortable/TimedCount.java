package io.snowkeeper.core.sortable;

/**
 * A time, and a counter among the ids that share it.
 *
 * @param time in the layout's ticks since 1970, unsigned
 * @param counter from 0, unsigned
 */
public record TimedCount(long time, long counter) implements Comparable<TimedCount> {

    /** Compares times first, then counters, both unsigned. */
    @Override
    public int compareTo(TimedCount other) {
        int byTime = Long.compareUnsigned(time, other.time);
        return byTime != 0 ? byTime : Long.compareUnsigned(counter, other.counter);
    }

    /** Returns both, unsigned, as {@code time 1772366400000, counter 0}. */
    @Override
    public String toString() {
        return "time %s, counter %s".formatted(Long.toUnsignedString(time), Long.toUnsignedString(counter));
    }
}
