package io.snowkeeper.core.sequence;

/**
 * A range of numbers, both ends included.
 *
 * @param from the first number, 1 to 2^63-1
 * @param to the last number, {@code from} to 2^63-1
 */
public record NumberRange(long from, long to) {

    /** @throws InvalidSequenceException if the range is empty or reaches below 1 */
    public NumberRange {
        if (from < 1) {
            throw new InvalidSequenceException("a range's numbers must be >= 1: from=" + from);
        }
        if (to < from) {
            throw new InvalidSequenceException(
                    "a range's last number must be >= its first: from=%d, to=%d".formatted(from, to));
        }
    }

    /** Returns how many numbers it has, 1 to 2^63-1. */
    public long size() {
        return to - from + 1;
    }

    /** Returns whether a number is in both. */
    public boolean overlaps(NumberRange other) {
        return from <= other.to && other.from <= to;
    }

    /** Returns it as {@code from-to}. */
    @Override
    public String toString() {
        return from + "-" + to;
    }
}
