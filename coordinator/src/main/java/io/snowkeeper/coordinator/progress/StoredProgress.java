package io.snowkeeper.coordinator.progress;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * The part of a sequence's state that a member compares with its notes; the other fields are passed over.
 *
 * <pre>{@code
 * /sequences/invoices/53l00uxqj2b7zuz2/state
 * {"numbering":{"periods":{"current":"2026-11"}},"taken":41}
 * }</pre>
 *
 * @param numbering of which the period is read
 * @param taken how many numbers were taken from the ranges, of the present period if there are periods
 */
public record StoredProgress(Numbering numbering, long taken) {

    public StoredProgress {
        requireNonNull(numbering, "numbering is null");
    }

    /**
     * The way in which the sequence is numbered.
     *
     * @param periods null if the sequence has none
     */
    public record Numbering(
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Periods periods) {}

    /**
     * The periods of the sequence.
     *
     * @param current null if none has begun
     */
    public record Periods(
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String current) {}

    /** Returns how far the sequence is, whose name and incarnation these are. */
    public SequenceProgress progress(String sequence, String incarnation) {
        Periods periods = numbering.periods();
        return new SequenceProgress(sequence, incarnation, periods == null ? null : periods.current(), taken);
    }
}
