package io.snowkeeper.core.sequence;

import java.math.BigInteger;
import java.util.List;
import java.util.OptionalLong;

/**
 * The step by which a sequence counts. Its numbers are those that leave the same rest when they are divided by the step; each has a place
 * among them, from 0, and the places of numbers that follow each other do so, too. A sequence that counts by ones has the same places as
 * numbers.
 *
 * @param size how far a number is from the next one, 1 to 2^63-1
 * @param offset the number at place 0, which is below {@code size}
 */
public record NumberStep(long size, long offset) {

    /** The step of a sequence that leaves nothing out. */
    public static final NumberStep ONE = new NumberStep(1, 0);

    /** @throws InvalidSequenceException if a value is out of its range */
    public NumberStep {
        if (size < 1) {
            throw new InvalidSequenceException("must be >= 1: step=" + size);
        }
        if (offset < 0 || offset >= size) {
            throw new InvalidSequenceException("must be >= 0 && < %s: offset=%s".formatted(size, offset));
        }
    }

    /**
     * Returns the step of numbers one of which is known.
     *
     * @param number one of the numbers, 0 to 2^63-1
     * @throws InvalidSequenceException if the size is out of its range
     */
    public static NumberStep of(long size, long number) {
        return new NumberStep(size, size < 1 ? 0 : number % size);
    }

    /** Returns whether nothing is left out. */
    public boolean isOne() {
        return size == 1;
    }

    /** Returns whether a number from 0 on is one of the numbers. */
    public boolean reaches(long number) {
        return number % size == offset;
    }

    /**
     * Returns the number at a place.
     *
     * @throws ArithmeticException if it is beyond 2^63-1
     */
    public long number(long place) {
        return Math.addExact(offset, Math.multiplyExact(place, size));
    }

    /**
     * Returns the place of a number.
     *
     * @throws InvalidSequenceException if it is none of the numbers
     */
    public long place(long number) {
        if (!reaches(number)) {
            throw new InvalidSequenceException(
                    "a step of %s passes over %s: the next to it are %s".formatted(size, number, nearest(number)));
        }
        return (number - offset) / size;
    }

    /**
     * Returns the places of a range's numbers.
     *
     * @throws InvalidSequenceException if one of its ends is none of the numbers
     */
    public NumberRange places(NumberRange numbers) {
        if (isOne()) {
            return numbers;
        }
        requireReaches(numbers);
        return new NumberRange(place(numbers.from()), place(numbers.to()));
    }

    /** Returns the places of the numbers of ranges, as {@link #places(NumberRange)} does of one. */
    public List<NumberRange> places(List<NumberRange> numbers) {
        return isOne() ? numbers : numbers.stream().map(this::places).toList();
    }

    /** Returns the range from the number at the first of some places to the one at the last. */
    public NumberRange numbers(NumberRange places) {
        return isOne() ? places : new NumberRange(number(places.from()), number(places.to()));
    }

    /** Returns the ranges of the numbers at places, as {@link #numbers(NumberRange)} does of one. */
    public List<NumberRange> numbers(List<NumberRange> places) {
        return isOne() ? places : places.stream().map(this::numbers).toList();
    }

    /**
     * Returns the lowest number that is in both of two ranges, by each one's step; empty if there is none.
     *
     * @param range by this step
     * @param step that of the other range
     */
    public OptionalLong firstCommon(NumberRange range, NumberStep step, NumberRange other) {
        if (!range.overlaps(other)) {
            return OptionalLong.empty();
        }
        long low = Math.max(range.from(), other.from());
        long high = Math.min(range.to(), other.to());
        if (isOne()) {
            return step.firstFrom(low, high);
        }
        return step.isOne() ? firstFrom(low, high) : firstOfBoth(step, low, high);
    }

    /** Returns the lowest of the numbers that is within bounds. */
    private OptionalLong firstFrom(long low, long high) {
        long missing = Math.floorMod(offset - low % size, size);
        return missing <= high - low ? OptionalLong.of(low + missing) : OptionalLong.empty();
    }

    /** Both rests are left by the numbers that leave one certain rest by the least common multiple, if by any. */
    private OptionalLong firstOfBoth(NumberStep step, long low, long high) {
        BigInteger ours = BigInteger.valueOf(size);
        BigInteger theirs = BigInteger.valueOf(step.size);
        BigInteger gcd = ours.gcd(theirs);
        BigInteger apart = BigInteger.valueOf(step.offset - offset);
        if (apart.mod(gcd).signum() != 0) {
            return OptionalLong.empty();
        }
        BigInteger theirsAlone = theirs.divide(gcd);
        BigInteger steps = apart.divide(gcd)
                .multiply(ours.divide(gcd).modInverse(theirsAlone))
                .mod(theirsAlone);
        BigInteger first = BigInteger.valueOf(offset).add(ours.multiply(steps));
        BigInteger multiple = ours.multiply(theirsAlone);
        BigInteger common = BigInteger.valueOf(low)
                .add(first.subtract(BigInteger.valueOf(low)).mod(multiple));
        return common.compareTo(BigInteger.valueOf(high)) <= 0
                ? OptionalLong.of(common.longValueExact())
                : OptionalLong.empty();
    }

    /**
     * Checks that a range begins and ends with one of the numbers.
     *
     * @throws InvalidSequenceException if it does not; it says with which it may
     */
    public void requireReaches(NumberRange range) {
        if (!reaches(range.from())) {
            throw passedOver(range, "from", range.from(), "begin");
        }
        if (!reaches(range.to())) {
            throw passedOver(range, "to", range.to(), "end");
        }
    }

    private InvalidSequenceException passedOver(NumberRange range, String key, long number, String verb) {
        return new InvalidSequenceException("a step of %s passes over the %s of range %s: %s=%s; %s it at %s"
                .formatted(size, key.equals("from") ? "beginning" : "end", range, key, number, verb, nearest(number)));
    }

    /** Returns the numbers next to one that is passed over, for an error: {@code 1 or 11}, or the only one. */
    public String nearest(long number) {
        if (number < 0) {
            return Long.toString(offset);
        }
        long above = Math.floorMod(offset - number % size, size);
        long below = size - above;
        String lower = number >= below ? Long.toString(number - below) : "";
        String higher = number <= Long.MAX_VALUE - above ? Long.toString(number + above) : "";
        return lower.isEmpty() || higher.isEmpty() ? lower + higher : lower + " or " + higher;
    }
}
