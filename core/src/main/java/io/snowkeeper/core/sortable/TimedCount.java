package io.snowkeeper.core.sortable;

/**
 * A time and a place among those who share it.
 *
 * @param time in the layout's units since 1970
 * @param counter from 0
 */
public record TimedCount(long time, long counter) {

    /** @throws IllegalArgumentException if a value is negative */
    public TimedCount {
        if (time < 0 || counter < 0) {
            throw new IllegalArgumentException("must be >= 0: time=%d, counter=%d".formatted(time, counter));
        }
    }
}
