package io.snowkeeper.core.sequence;

import java.util.ArrayList;
import java.util.List;

/**
 * A range of numbers, both ends included.
 *
 * @param from the first number, 0 to 2^63-1
 * @param to the last number, {@code from} to 2^63-1, and below that where {@code from} is 0, since the size must fit a
 *     long
 */
public record NumberRange(long from, long to) {

    /** @throws InvalidSequenceException if the range is empty, reaches below 0, or has more than 2^63-1 numbers */
    public NumberRange {
        if (from < 0) {
            throw new InvalidSequenceException("a range's numbers must be >= 0: from=" + from);
        }
        if (to < from) {
            throw new InvalidSequenceException(
                    "a range's last number must be >= its first: from=%s, to=%s".formatted(from, to));
        }
        if (to - from == Long.MAX_VALUE) {
            throw new InvalidSequenceException("a range must have at most %s numbers: from=%s, to=%s; end it at %s"
                    .formatted(Long.MAX_VALUE, from, to, to - 1));
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

    /**
     * Reads ranges as they are written, with a space between; one of a single number may be that number alone.
     *
     * @throws InvalidSequenceException if the text is none
     */
    public static List<NumberRange> parseAll(String text) {
        List<NumberRange> ranges = new ArrayList<>(1);
        int begin = 0;
        while (begin < text.length()) {
            int end = text.indexOf(' ', begin);
            end = end < 0 ? text.length() : end;
            ranges.add(parse(text, begin, end));
            begin = end + 1;
        }
        return ranges;
    }

    private static NumberRange parse(String text, int begin, int end) {
        int dash = text.indexOf('-', begin);
        boolean one = dash < 0 || dash >= end;
        try {
            long from = Long.parseLong(text, begin, one ? end : dash, 10);
            return new NumberRange(from, one ? from : Long.parseLong(text, dash + 1, end, 10));
        } catch (NumberFormatException e) {
            throw new InvalidSequenceException("no numbers: " + text);
        }
    }

    /** Returns it as {@code from-to}. */
    @Override
    public String toString() {
        return from + "-" + to;
    }
}
