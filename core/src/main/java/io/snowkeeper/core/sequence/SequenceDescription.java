package io.snowkeeper.core.sequence;

import io.snowkeeper.core.business.Period;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A sequence as it stands.
 *
 * @param definition its name, mode, ranges and options
 * @param next the lowest number of the ranges that was never handed out, nor to a node as part of a block; empty if
 *     there is none
 * @param taken how many numbers were taken from the ranges, of those that were put back too
 * @param remaining how many numbers are left, those that were put back included
 * @param returned gapless mode: how many numbers were put back and wait to be handed out again
 * @param pending gapless mode: how many reservations are neither confirmed nor put back
 * @param keys how many keys are known
 * @param period the period that {@code next}, {@code taken}, {@code remaining} and {@code returned} are of: the one that the last
 *     numbers were given in, which may have ended since. Empty if the sequence has none, or none has begun
 */
public record SequenceDescription(
        SequenceDefinition definition,
        OptionalLong next,
        long taken,
        long remaining,
        long returned,
        int pending,
        int keys,
        Optional<Period> period) {

    /**
     * Returns the number that was taken last from the ranges, handed out or as the end of a node's block; empty if none was, in
     * gapless mode whatever was put back since.
     */
    public OptionalLong last() {
        long rest = taken;
        for (NumberRange places : definition.places()) {
            if (rest > 0 && rest <= places.size()) {
                return OptionalLong.of(definition.numberStep().number(places.from() + rest - 1));
            }
            rest -= places.size();
        }
        return OptionalLong.empty();
    }

    /** Returns the share of the ranges' numbers that is used, 0 to 1. */
    public double shareUsed() {
        long all = definition.places().stream().mapToLong(NumberRange::size).sum();
        return (double) (all - remaining) / all;
    }
}
