package io.snowkeeper.core.sequence;

import java.util.OptionalLong;

/**
 * A sequence as a list reports it.
 *
 * @param name its name
 * @param mode its mode
 * @param step how far each number of a range is from the one before, from 1
 * @param next the lowest number that was never taken; empty if there is none
 * @param remaining how many numbers are left
 * @param pending gapless mode: how many reservations are neither confirmed nor cancelled nor void
 */
public record SequenceSummary(
        String name, SequenceMode mode, long step, OptionalLong next, long remaining, long pending) {

    public void writeTo(FieldWriter fields) {
        SequenceDescription.writeHead(fields, name, mode);
        SequenceDescription.writeStep(fields, step);
        fields.large("next", next);
        fields.number("remaining", remaining);
        fields.number("pending", pending);
    }

    /** Reads the fields that {@link #writeTo} adds. */
    public static SequenceSummary read(FieldReader fields) {
        return new SequenceSummary(
                fields.text("sequence"),
                SequenceDescription.readMode(fields),
                SequenceDescription.readStep(fields),
                fields.optionalNumber("next"),
                fields.number("remaining"),
                fields.number("pending"));
    }
}
