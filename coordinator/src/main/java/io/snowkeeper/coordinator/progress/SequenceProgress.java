package io.snowkeeper.coordinator.progress;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How far a sequence has come.
 *
 * @param sequence its name
 * @param incarnation distinguishes it from earlier sequences of that name
 * @param period the period that {@code taken} is of, null if it has none
 * @param taken how many numbers were taken from its ranges at the most
 */
public record SequenceProgress(
        String sequence,
        String incarnation,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String period,

        long taken) {

    public SequenceProgress {
        requireNonNull(sequence, "sequence");
        requireNonNull(incarnation, "incarnation");
    }

    /** Returns whether both count the same numbers. */
    public boolean isOfSame(SequenceProgress other) {
        return incarnation.equals(other.incarnation) && Objects.equals(period, other.period);
    }

    /** Returns whether it had come further when this was true than when the other was; in a later period, it had. */
    public boolean isFurtherThan(SequenceProgress other) {
        // The texts of periods of one length sort as the periods do.
        int byPeriod = Objects.requireNonNullElse(period, "").compareTo(Objects.requireNonNullElse(other.period, ""));
        return byPeriod != 0 ? byPeriod > 0 : taken > other.taken;
    }

    public SequenceProgress inPeriod(String newPeriod) {
        return new SequenceProgress(sequence, incarnation, newPeriod, taken);
    }

    public SequenceProgress withTaken(long newTaken) {
        return new SequenceProgress(sequence, incarnation, period, newTaken);
    }
}
