package io.snowkeeper.core.sequence;

import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.business.PeriodRule;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A sequence as it stands.
 *
 * @param definition its name, mode, ranges and options
 * @param next the lowest number of the ranges that was never handed out, nor to a node as part of a block; empty if
 *     there is none
 * @param taken how many numbers were taken from the ranges, of those that were put back too
 * @param remaining how many numbers are left, those that were put back included
 * @param returned gapless mode: how many numbers were put back and wait to be handed out again
 * @param pending gapless mode: how many reservations are neither confirmed nor put back
 * @param keys how many keys are known
 * @param period the period that {@code next}, {@code taken}, {@code remaining} and {@code returned} are of: the one that the last
 *     numbers were given in, which may have ended since. Empty if the sequence has none, or none has begun
 */
public record SequenceDescription(
        SequenceDefinition definition,
        OptionalLong next,
        long taken,
        long remaining,
        long returned,
        long pending,
        long keys,
        Optional<Period> period) {

    /**
     * Returns the number that was taken last from the ranges, handed out or as the end of a node's block; empty if none
     * was; in gapless mode even if it was put back since.
     */
    public OptionalLong last() {
        long rest = taken;
        for (NumberRange places : definition.places()) {
            if (rest > 0 && rest <= places.size()) {
                return OptionalLong.of(definition.numberStep().number(places.from() + rest - 1));
            }
            rest -= places.size();
        }
        return OptionalLong.empty();
    }

    /** Returns the share of the ranges' numbers that is used, 0 to 1. */
    public double shareUsed() {
        long all = definition.places().stream().mapToLong(NumberRange::size).sum();
        return (double) (all - remaining) / all;
    }

    /** Returns it as a list reports it. */
    public SequenceSummary summary() {
        return new SequenceSummary(definition.name(), definition.mode(), definition.step(), next, remaining, pending);
    }

    public void writeTo(FieldWriter fields) {
        writeHead(fields, definition.name(), definition.mode());
        fields.ranges(definition.ranges());
        writeStep(fields, definition.step());
        fields.large("next", next);
        fields.large("taken", taken);
        fields.large("remaining", remaining);
        fields.large("returned", returned);
        fields.share("used_share", this::shareUsed);
        fields.number("pending", pending);
        fields.number("keys", keys);
        definition.periods().ifPresent(rule -> {
            fields.text("period", rule.length().text());
            fields.text("zone", rule.zone().getId());
            fields.text("current_period", period.map(Period::text));
        });
        SequenceOption.write(fields, definition.mode(), definition.options());
    }

    /**
     * Reads the fields that {@link #writeTo} adds. Options that mean nothing in its mode have their defaults.
     *
     * @throws InvalidSequenceException if it is none of a sequence
     * @throws IllegalArgumentException if its periods are none
     */
    public static SequenceDescription read(FieldReader fields) {
        SequenceMode mode = readMode(fields);
        return new SequenceDescription(
                new SequenceDefinition(
                        fields.text("sequence"),
                        mode,
                        fields.ranges(),
                        SequenceOption.read(fields).applyTo(mode, SequenceOptions.defaultOf(mode)),
                        fields.textIfGiven("period").map(length -> PeriodRule.of(length, fields.text("zone"))),
                        readStep(fields)),
                fields.optionalNumber("next"),
                fields.number("taken"),
                fields.number("remaining"),
                fields.number("returned"),
                fields.number("pending"),
                fields.number("keys"),
                fields.textIfGiven("current_period").map(Period::parse));
    }

    static void writeHead(FieldWriter fields, String name, SequenceMode mode) {
        fields.text("sequence", name);
        fields.text("mode", mode.text());
    }

    static SequenceMode readMode(FieldReader fields) {
        String text = fields.text("mode");
        return SequenceMode.of(text).orElseThrow(() -> new InvalidSequenceException("mode is not known: " + text));
    }

    /** A sequence that counts by ones has none. */
    static void writeStep(FieldWriter fields, long step) {
        if (step != 1) {
            fields.large("step", step);
        }
    }

    static long readStep(FieldReader fields) {
        return fields.numberIfGiven("step").orElse(1);
    }
}
