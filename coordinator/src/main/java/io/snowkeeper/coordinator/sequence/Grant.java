package io.snowkeeper.coordinator.sequence;

import io.snowkeeper.core.business.BusinessNumber;
import io.snowkeeper.core.business.NumberFormat;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.NumberRange;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Numbers that were handed out.
 *
 * @param runs the numbers in the order they were given; more than one run where a range ended, or where numbers came back
 * @param reservation gapless mode: what {@link Sequences#confirm} and {@link Sequences#cancel} ask for
 * @param period the period that they are of; empty if the sequence has none
 */
public record Grant(List<NumberRange> runs, Optional<String> reservation, Optional<Period> period) {

    public Grant {
        runs = List.copyOf(runs);
    }

    /** Grants numbers of a sequence without periods. */
    public Grant(List<NumberRange> runs, Optional<String> reservation) {
        this(runs, reservation, Optional.empty());
    }

    /** Returns how many numbers there are. */
    public int count() {
        long count = 0;
        for (NumberRange run : runs) {
            count += run.size();
        }
        return Math.toIntExact(count);
    }

    /** Returns the first number. */
    public long first() {
        return runs.get(0).from();
    }

    /**
     * Returns the text of each number. There are none of more than {@link NextRequest#MAX_TEXTS} numbers, which were given before the
     * sequence had a format, and none in a format that does not name their period, as of another sequence.
     */
    public List<String> texts(NumberFormat format) {
        if (count() > NextRequest.MAX_TEXTS || !format.periodLength().equals(period.map(Period::length))) {
            return List.of();
        }
        return Arrays.stream(numbers())
                .mapToObj(number -> format.format(new BusinessNumber(period, number)))
                .toList();
    }

    /** Returns each number. */
    public long[] numbers() {
        long[] numbers = new long[count()];
        int index = 0;
        for (NumberRange run : runs) {
            // By count, since a run may end at the largest number there is.
            for (long i = 0; i < run.size(); i++) {
                numbers[index++] = run.from() + i;
            }
        }
        return numbers;
    }
}
