package io.snowkeeper.client;

import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The state of a sequence.
 *
 * @param name its name
 * @param mode its mode
 * @param ranges its ranges, in the order in which they are used
 * @param next the lowest number that was never taken; empty if there is none
 * @param taken how many numbers were taken, by blocks too
 * @param remaining how many numbers are left
 * @param returned gapless mode: how many numbers came back and wait to be handed out again
 * @param pending gapless mode: how many reservations are neither confirmed nor cancelled
 * @param keys how many keys are known
 * @param options the options that it has
 * @param currentPeriod the period that {@code next}, {@code taken}, {@code remaining} and {@code returned} are of: the one that the last
 *     numbers were given in, which may have ended since. Empty if it has no periods, or none has begun
 */
public record SequenceState(
        String name,
        SequenceMode mode,
        List<NumberRange> ranges,
        OptionalLong next,
        long taken,
        long remaining,
        long returned,
        long pending,
        long keys,
        SequenceOptions options,
        Optional<Period> currentPeriod) {

    public SequenceState {
        ranges = List.copyOf(ranges);
    }

    /** Returns how far each number of a range is from the one before, from 1. */
    public long step() {
        return options.step().orElse(1);
    }
}
