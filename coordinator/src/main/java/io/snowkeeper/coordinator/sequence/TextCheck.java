package io.snowkeeper.coordinator.sequence;

import io.snowkeeper.core.sequence.InvalidSequenceException;
import io.snowkeeper.core.text.WellFormedText;

/** The check of texts that callers give. */
final class TextCheck {

    private TextCheck() {}

    /**
     * Checks a text.
     *
     * @param name what the text is
     * @throws InvalidSequenceException if it has half of a character
     */
    static void requireWellFormed(String name, String text) {
        WellFormedText.halfAt(text).ifPresent(index -> {
            throw new InvalidSequenceException(
                    "a %s must be well-formed Unicode: U+%04X at index %d is half of a character; do not cut texts within one"
                            .formatted(name, (int) text.charAt(index), index));
        });
    }
}
