package io.snowkeeper.core.api;

import io.snowkeeper.core.sequence.SequenceMode;
import java.util.List;
import java.util.Optional;

/**
 * Numbers of a sequence.
 *
 * @param numbers the numbers in the order in which they were given, at least one
 * @param reservation what {@link NumberSequence#confirm} and {@link NumberSequence#cancel} ask for; empty unless the
 *     sequence is {@link SequenceMode#GAPLESS}
 */
public record SequenceNumbers(List<Long> numbers, Optional<String> reservation) {

    /** @throws IllegalArgumentException if there are no numbers */
    public SequenceNumbers {
        numbers = List.copyOf(numbers);
        if (numbers.isEmpty()) {
            throw new IllegalArgumentException("must have at least one number: numbers=[]");
        }
    }

    /** Returns the first number. */
    public long first() {
        return numbers.get(0);
    }
}
