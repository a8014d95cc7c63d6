package io.snowkeeper.sequences;

import io.snowkeeper.core.sequence.InvalidSequenceException;
import io.snowkeeper.core.text.WellFormedText;

/** The check of texts that callers give. */
final class TextCheck {

    private TextCheck() {}

    /**
     * Checks a text.
     *
     * @param name the text's name
     * @throws InvalidSequenceException if it was damaged on its way
     */
    static void requireUndamaged(String name, String text) {
        WellFormedText.damage(text).ifPresent(damage -> {
            throw new InvalidSequenceException("must be undamaged Unicode: %s has %s".formatted(name, damage));
        });
    }
}
