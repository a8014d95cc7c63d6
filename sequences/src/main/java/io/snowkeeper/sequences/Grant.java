package io.snowkeeper.sequences;

import io.snowkeeper.core.business.BusinessNumber;
import io.snowkeeper.core.business.NumberFormat;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.NumberStep;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Numbers that were handed out.
 *
 * @param places where the numbers are among those that the step reaches, in the order they were given; more than one
 *     run where a range ended, or where numbers came back
 * @param reservation gapless mode: the reservation for {@link Sequences#confirm} and {@link Sequences#cancel}
 * @param period the period that they are of; empty if the sequence has none
 * @param step by which the sequence counts
 */
public record Grant(List<NumberRange> places, Optional<String> reservation, Optional<Period> period, NumberStep step) {

    public Grant {
        places = List.copyOf(places);
    }

    /** Grants numbers of a sequence that counts by ones. */
    public Grant(List<NumberRange> runs, Optional<String> reservation, Optional<Period> period) {
        this(runs, reservation, period, NumberStep.ONE);
    }

    /** Grants numbers of a sequence that counts by ones, without periods. */
    public Grant(List<NumberRange> runs, Optional<String> reservation) {
        this(runs, reservation, Optional.empty());
    }

    /** Returns how many numbers there are. */
    public int count() {
        long count = 0;
        for (NumberRange run : places) {
            count += run.size();
        }
        return Math.toIntExact(count);
    }

    /** Returns the first number. */
    public long first() {
        return step.number(places.get(0).from());
    }

    /** Returns the last number. */
    public long last() {
        return step.number(places.get(places.size() - 1).to());
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
        for (NumberRange run : places) {
            // By count, since a run may end at the largest number there is.
            long first = step.number(run.from());
            for (long i = 0; i < run.size(); i++) {
                numbers[index++] = first + i * step.size();
            }
        }
        return numbers;
    }
}
