package io.snowkeeper.sequences.ranges;

import io.snowkeeper.core.sequence.InvalidSequenceException;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.NumberStep;
import io.snowkeeper.core.sequence.SequenceDefinition;
import java.util.List;

/**
 * Ranges of one sequence, with the step that selects its numbers in them.
 *
 * @param ranges none of which overlaps another
 * @param step reaches the ends of each
 */
public record SteppedRanges(List<NumberRange> ranges, NumberStep step) {

    static final SteppedRanges NONE = new SteppedRanges(List.of(), NumberStep.ONE);

    /** @throws InvalidSequenceException if the step passes over an end */
    public SteppedRanges {
        ranges = List.copyOf(ranges);
        ranges.forEach(step::requireReaches);
    }

    /** Returns the ranges that a sequence is created with. */
    public static SteppedRanges of(SequenceDefinition definition) {
        return new SteppedRanges(definition.ranges(), definition.numberStep());
    }
}
