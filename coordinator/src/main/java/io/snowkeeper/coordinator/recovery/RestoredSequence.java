package io.snowkeeper.coordinator.recovery;

import io.snowkeeper.coordinator.sequence.SequenceDescription;
import io.snowkeeper.coordinator.sequence.progress.SequenceProgress;
import io.snowkeeper.coordinator.sequence.record.RangeList;
import io.snowkeeper.coordinator.sequence.record.StateLimits;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.NumberStep;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A sequence as it stands in data of ZooKeeper that were put back, and what is known of how far it had come.
 *
 * @param incarnation tells it from others that had its name
 * @param noted how far it had come as nodes have noted it; empty if none has
 * @param nodes which nodes have noted it
 */
public record RestoredSequence(
        SequenceDescription description, String incarnation, Optional<SequenceProgress> noted, Set<String> nodes) {

    public RestoredSequence {
        nodes = Set.copyOf(nodes);
    }

    public String name() {
        return description.definition().name();
    }

    /** Returns how far it is in the data that were put back. */
    public SequenceProgress present() {
        return new SequenceProgress(
                name(), incarnation, description.period().map(Period::text).orElse(null), description.taken(), 0);
    }

    /** Returns how far it had come if a number was the last one; empty if that is none of its numbers. */
    public Optional<SequenceProgress> through(long number) {
        OptionalLong place = place(number);
        return place.isPresent() ? Optional.of(reached(place.getAsLong() + 1)) : Optional.empty();
    }

    /** Returns how far it had come if a number is the next one; empty if that is none of its numbers. */
    public Optional<SequenceProgress> before(long number) {
        OptionalLong place = place(number);
        return place.isPresent() ? Optional.of(reached(place.getAsLong())) : Optional.empty();
    }

    /** Returns the number from which it goes on if it had come this far; empty if none is left. */
    public OptionalLong nextAfter(SequenceProgress reached) {
        if (!reached.isOfSame(present())) {
            return description.next();
        }
        RangeList ranges = ranges();
        long taken = Math.max(reached.taken(), description.taken());
        return taken >= ranges.total()
                ? OptionalLong.empty()
                : OptionalLong.of(description
                        .definition()
                        .numberStep()
                        .number(ranges.runs(taken, 1).get(0).from()));
    }

    private RangeList ranges() {
        return RangeList.of(description.definition().places(), StateLimits.DEFAULT);
    }

    /** Returns how far it had come in the latest period that is known of. */
    private SequenceProgress reached(long taken) {
        SequenceProgress latest =
                noted.filter(note -> note.isFurtherThan(present())).orElse(present());
        return latest.withTaken(taken);
    }

    private OptionalLong place(long number) {
        NumberStep step = description.definition().numberStep();
        return step.reaches(number) ? ranges().offset(step.place(number)) : OptionalLong.empty();
    }
}
