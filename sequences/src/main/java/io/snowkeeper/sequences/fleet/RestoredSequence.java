package io.snowkeeper.sequences.fleet;

import io.snowkeeper.coordinator.progress.SeenSequence;
import io.snowkeeper.coordinator.progress.SequenceNotes;
import io.snowkeeper.coordinator.progress.SequenceProgress;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.NumberStep;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.sequences.record.RangeList;
import io.snowkeeper.sequences.record.StateLimits;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A sequence in restored data of ZooKeeper, and the known progress that it had made before.
 *
 * @param incarnation its identity among sequences of its name
 * @param due the period that its next number is of; empty if it has no periods
 * @param noted its progress by the nodes' notes; empty if no node has seen it later than these data have it
 * @param nodes the nodes that have seen it later
 * @param namesake the progress of another sequence of this name by the nodes' notes; empty if there is none
 */
public record RestoredSequence(
        SequenceDescription description,
        String incarnation,
        Optional<Period> due,
        Optional<SequenceProgress> noted,
        Set<String> nodes,
        Optional<SequenceProgress> namesake) {

    public RestoredSequence {
        nodes = Set.copyOf(nodes);
    }

    static RestoredSequence of(
            SequenceDescription description,
            String incarnation,
            Optional<Period> due,
            RecordStamp.Write written,
            Map<String, SequenceNotes> notes) {
        RestoredSequence known =
                new RestoredSequence(description, incarnation, due, Optional.empty(), Set.of(), Optional.empty());
        for (Map.Entry<String, SequenceNotes> ofNode : notes.entrySet()) {
            for (SeenSequence seen : ofNode.getValue().sequences()) {
                known = seen.sequence().equals(known.name()) ? known.with(ofNode.getKey(), seen, written) : known;
            }
        }
        return known;
    }

    private RestoredSequence with(String node, SeenSequence seen, RecordStamp.Write written) {
        SequenceProgress note = seen.progress();
        if (!note.incarnation().equals(incarnation)) {
            return new RestoredSequence(description, incarnation, due, noted, nodes, further(namesake, note));
        }
        if (!note.isFurtherThan(present()) && !written.isOlderThan(seen.written())) {
            // It does not show what other nodes have taken since. A further progress or a block given back since does.
            return this;
        }
        Set<String> more = new TreeSet<>(nodes);
        more.add(node);
        return new RestoredSequence(description, incarnation, due, further(noted, note), more, namesake);
    }

    private static Optional<SequenceProgress> further(Optional<SequenceProgress> one, SequenceProgress other) {
        return one.filter(furthest -> !other.isFurtherThan(furthest)).or(() -> Optional.of(other));
    }

    public String name() {
        return description.definition().name();
    }

    /** Returns how far it is in the data that were put back. */
    public SequenceProgress present() {
        return progress(description.period(), description.taken());
    }

    /** Returns how far it had come if a number was the last one of the period that is due; empty if that is none of its numbers. */
    public Optional<SequenceProgress> through(long number) {
        OptionalLong place = place(number);
        return place.isPresent() ? Optional.of(reached(place.getAsLong() + 1)) : Optional.empty();
    }

    /** Returns how far it had come if a number is the next one of the period that is due; empty if that is none of its numbers. */
    public Optional<SequenceProgress> before(long number) {
        OptionalLong place = place(number);
        return place.isPresent() ? Optional.of(reached(place.getAsLong())) : Optional.empty();
    }

    /** Returns how many numbers its ranges have. */
    public long total() {
        return ranges().total();
    }

    /** Returns the number from which it goes on if it had come this far; empty if none is left. */
    public OptionalLong nextAfter(SequenceProgress reached) {
        RangeList ranges = ranges();
        // Numbers of a period that has ended are not handed out.
        long taken = Stream.of(reached, present())
                .filter(reached(0)::isOfSame)
                .mapToLong(SequenceProgress::taken)
                .max()
                .orElse(0);
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

    private SequenceProgress reached(long taken) {
        return progress(due, taken);
    }

    private SequenceProgress progress(Optional<Period> period, long taken) {
        return new SequenceProgress(
                name(), incarnation, period.map(Period::text).orElse(null), taken);
    }

    private OptionalLong place(long number) {
        NumberStep step = description.definition().numberStep();
        return step.reaches(number) ? ranges().offset(step.place(number)) : OptionalLong.empty();
    }
}
