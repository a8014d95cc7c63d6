package io.snowkeeper.core.sequence;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.business.PeriodRule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A sequence as it is created.
 *
 * @param name 1 to 128 of {@code A-Z a-z 0-9 . _ -}
 * @param mode its promise
 * @param ranges where its numbers come from, used in this order; 1 to 10,000, none overlapping another, and no more
 *     than 2^63-1 numbers together
 * @param options its options; the fate of reservations is the default where there are none
 * @param periods the rule by which it counts from its ranges' start again and again, for good; empty if it counts once
 * @param step how far each number of a range is from the one before, from 1; 1 if the mode is gapless. Each range
 *     begins and ends with a number that steps from the first one of all reach
 */
public record SequenceDefinition(
        String name,
        SequenceMode mode,
        List<NumberRange> ranges,
        SequenceOptions options,
        Optional<PeriodRule> periods,
        long step) {

    /** How many ranges a sequence may have. */
    public static final int MAX_RANGES = 10_000;

    /** @throws InvalidSequenceException if the name is none, the ranges are too few, too many, overlap, or do not fit the step, or the format does not name the periods */
    public SequenceDefinition {
        SequenceName.require(name);
        requireNonNull(mode);
        ranges = List.copyOf(ranges);
        if (mode != SequenceMode.GAPLESS) {
            // It has no reservations, and is the same sequence with any fate of them.
            options = options.withAtExpiry(SequenceOptions.DEFAULT.atExpiry());
        }
        if (ranges.isEmpty()) {
            throw new InvalidSequenceException("a sequence must have a range: name=" + name);
        }
        options.requireFormatOf(periods.map(PeriodRule::length));
        requireTogether(name, ranges);
        requireStep(name, mode, NumberStep.of(step, ranges.get(0).from()), ranges);
    }

    /**
     * A sequence that counts once, by ones.
     *
     * @throws InvalidSequenceException if the name is none, or the ranges are too few, too many, or overlap
     */
    public SequenceDefinition(String name, SequenceMode mode, List<NumberRange> ranges, SequenceOptions options) {
        this(name, mode, ranges, options, Optional.empty(), 1);
    }

    /** Returns this sequence with periods in each of which it counts from its ranges' start. */
    public SequenceDefinition withPeriods(PeriodRule rule) {
        return new SequenceDefinition(name, mode, ranges, options, Optional.of(rule), step);
    }

    /**
     * Returns this sequence with another step.
     *
     * @throws InvalidSequenceException if it is below 1, the ranges do not fit it, or it is not 1 and the mode is gapless
     */
    public SequenceDefinition withStep(long newStep) {
        return new SequenceDefinition(name, mode, ranges, options, periods, newStep);
    }

    /** Returns the step, and which numbers it reaches. */
    public NumberStep numberStep() {
        return NumberStep.of(step, ranges.get(0).from());
    }

    /** Returns the places of its ranges, by its step. */
    public List<NumberRange> places() {
        return numberStep().places(ranges);
    }

    /** Returns whether a number is one of the sequence's. */
    public boolean has(long number) {
        return numberStep().reaches(number)
                && ranges.stream().anyMatch(range -> range.from() <= number && number <= range.to());
    }

    private static void requireStep(String name, SequenceMode mode, NumberStep step, List<NumberRange> ranges) {
        if (mode == SequenceMode.GAPLESS && !step.isOne()) {
            throw new InvalidSequenceException(
                    "a gapless sequence counts by ones, since each number between would be a gap: name=%s, step=%s; leave step out, or take mode ordered"
                            .formatted(name, step.size()));
        }
        ranges.forEach(step::requireReaches);
    }

    /**
     * Checks that a sequence may have all of some ranges.
     *
     * @throws InvalidSequenceException if one overlaps another, there are more than {@value #MAX_RANGES}, or they have more than 2^63-1
     *     numbers together
     */
    public static void requireTogether(String name, List<NumberRange> ranges) {
        requireRoom(name, ranges.size());
        requireApart(name, ranges);
        requireCountable(name, ranges);
    }

    private static void requireRoom(String name, int ranges) {
        if (ranges > MAX_RANGES) {
            throw new InvalidSequenceException(
                    "a sequence may have at most %s ranges: name=%s".formatted(MAX_RANGES, name));
        }
    }

    /** Ranges that are apart have one number too many at the most: all from 0 on. */
    private static void requireCountable(String name, List<NumberRange> ranges) {
        long count = 0;
        for (NumberRange range : ranges) {
            count += range.size();
        }
        if (count < 0) {
            throw new InvalidSequenceException(
                    "a sequence may have at most %s numbers: name=%s; leave one out".formatted(Long.MAX_VALUE, name));
        }
    }

    /** The ranges are sorted by their beginnings, so the first to overlap can only be neighbours. */
    private static void requireApart(String name, List<NumberRange> ranges) {
        List<NumberRange> sorted = new ArrayList<>(ranges);
        sorted.sort(Comparator.comparingLong(NumberRange::from));
        for (int i = 1; i < sorted.size(); i++) {
            requireApart(name, sorted.get(i - 1), sorted.get(i));
        }
    }

    private static void requireApart(String name, NumberRange range, NumberRange other) {
        if (range.overlaps(other)) {
            throw new InvalidSequenceException(
                    "ranges of a sequence must not overlap: name=%s, %s and %s".formatted(name, range, other));
        }
    }
}
