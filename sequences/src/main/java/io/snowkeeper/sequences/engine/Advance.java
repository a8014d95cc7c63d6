package io.snowkeeper.sequences.engine;

import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.NumberStep;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.sequences.SequencePreconditionException;
import io.snowkeeper.sequences.ledger.Posting;
import io.snowkeeper.sequences.record.SequenceRecord;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * The change that has a number be the next one of a sequence: forward only, in the order in which the ranges are used. Where there are periods it is
 * of the present one; the next one begins at the ranges' start.
 *
 * @param sequence its name, for errors
 * @param to the number
 */
record Advance(String sequence, long to) implements ChangeCommand.Change {

    /** How many ranges an error shows. */
    private static final int SHOWN_RANGES = 5;

    @Override
    public SequenceRecord of(SequenceRecord record) {
        if (record.mode() == SequenceMode.GAPLESS) {
            throw new SequencePreconditionException(
                    "sequence %s is gapless and cannot be advanced, each of its numbers has to be accounted for: reserve those before %s, and make them void with a reason"
                            .formatted(sequence, to));
        }
        NumberStep step = record.step();
        OptionalLong place = step.reaches(to) ? record.ranges().offset(step.place(to)) : OptionalLong.empty();
        if (place.isEmpty()) {
            throw new SequencePreconditionException(
                    "sequence %s can be advanced only to a number of its ranges: to=%s, ranges=%s%s"
                            .formatted(sequence, to, shown(record.numberRanges()), advice(step)));
        }
        if (place.getAsLong() < record.taken()) {
            throw new SequencePreconditionException("sequence %s only goes forward: to=%s was passed, next=%s"
                    .formatted(
                            sequence,
                            to,
                            record.next().isPresent()
                                    ? Long.toString(record.next().getAsLong())
                                    : "none"));
        }
        return record.withTaken(place.getAsLong());
    }

    private String advice(NumberStep step) {
        return step.reaches(to)
                ? "; append the range first"
                : ", step=%s; advance it to %s".formatted(step.size(), step.nearest(to));
    }

    @Override
    public boolean isOfPeriod() {
        return true;
    }

    /** A gapless sequence is not advanced, and others have no ledger. */
    @Override
    public Optional<Posting> posting(SequenceRecord changed) {
        return Optional.empty();
    }

    private static String shown(List<NumberRange> ranges) {
        String first =
                ranges.stream().limit(SHOWN_RANGES).map(NumberRange::toString).collect(Collectors.joining(", "));
        return ranges.size() <= SHOWN_RANGES ? first : "%s and %s more".formatted(first, ranges.size() - SHOWN_RANGES);
    }
}
