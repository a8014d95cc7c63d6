package io.snowkeeper.cli.migrate;

import java.util.OptionalLong;

/**
 * A key of a source and its outcome.
 *
 * @param key its name in the source
 * @param sequence the name of the sequence
 * @param value the counter's value when it was read; empty if it is none
 * @param first the lowest number of the sequence; empty if there is none
 * @param outcome its outcome
 * @param detail the reason and the remedy; empty if there is nothing to add
 * @param step how far each of the counter's numbers is from the one before
 */
record ImportedKey(
        String key,
        String sequence,
        OptionalLong value,
        OptionalLong first,
        Outcome outcome,
        String detail,
        long step) {

    /** Makes the result for a key that counts by ones, or whose step is unknown. */
    ImportedKey(String key, String sequence, OptionalLong value, OptionalLong first, Outcome outcome, String detail) {
        this(key, sequence, value, first, outcome, detail, 1);
    }

    /** Returns how many numbers the counter can give out before it comes to the sequence's first one; negative if it has passed that. */
    OptionalLong left() {
        if (value.isEmpty() || first.isEmpty()) {
            return OptionalLong.empty();
        }
        // A first number is at least 1: only a counter far below zero has more left than a long can say.
        long before = first.getAsLong() - 1;
        long left = before - value.getAsLong();
        return OptionalLong.of(Math.floorDiv(value.getAsLong() < 0 && left < 0 ? Long.MAX_VALUE : left, step));
    }
}
