package io.snowkeeper.core.api;

import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.SequenceMode;
import java.util.List;
import java.util.Optional;

/**
 * Numbers of a sequence.
 *
 * @param numbers the numbers in the order in which they were given, at least one
 * @param reservation the reservation for {@link NumberSequence#confirm} and {@link NumberSequence#cancel}; empty unless
 *     the sequence is {@link SequenceMode#GAPLESS}
 * @param texts how the numbers are written, in the same order; empty unless the sequence has a format
 * @param period the period that the numbers were counted in; empty unless the sequence has periods
 */
public record SequenceNumbers(
        List<Long> numbers, Optional<String> reservation, List<String> texts, Optional<Period> period) {

    /** @throws IllegalArgumentException if there are no numbers, or texts of some */
    public SequenceNumbers {
        numbers = List.copyOf(numbers);
        texts = List.copyOf(texts);
        if (numbers.isEmpty()) {
            throw new IllegalArgumentException("must have at least one number: numbers=[]");
        }
        if (!texts.isEmpty() && texts.size() != numbers.size()) {
            throw new IllegalArgumentException("must have as many texts as numbers, or none: numbers=%s, texts=%s"
                    .formatted(numbers.size(), texts.size()));
        }
    }

    /** Numbers of a sequence that has neither format nor periods. */
    public SequenceNumbers(List<Long> numbers, Optional<String> reservation) {
        this(numbers, reservation, List.of(), Optional.empty());
    }

    /** Returns how the first number is written; empty unless the sequence has a format. */
    public Optional<String> firstText() {
        return texts.stream().findFirst();
    }

    /** Returns the first number. */
    public long first() {
        return numbers.get(0);
    }
}
