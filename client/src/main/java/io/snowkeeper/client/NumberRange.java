package io.snowkeeper.client;

/**
 * Numbers that follow each other.
 *
 * @param from the first one, at least 1
 * @param to the last one, at least {@code from}
 */
public record NumberRange(long from, long to) {

    /** @throws IllegalArgumentException if a value is out of its range */
    public NumberRange {
        if (from < 1) {
            throw new IllegalArgumentException("must be >= 1: from=" + from);
        }
        if (to < from) {
            throw new IllegalArgumentException("must be >= %d: to=%d".formatted(from, to));
        }
    }
}
