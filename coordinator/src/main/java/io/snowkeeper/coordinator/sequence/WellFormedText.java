package io.snowkeeper.coordinator.sequence;

import io.snowkeeper.core.sequence.InvalidSequenceException;

/** Text of well-formed Unicode. What was cut within a character is none: written in UTF-8, many of them would be the same. */
final class WellFormedText {

    private WellFormedText() {}

    /**
     * Checks a text.
     *
     * @param name what the text is
     * @throws InvalidSequenceException if it has half of a character
     */
    static void require(String name, String text) {
        int index = 0;
        while (index < text.length()) {
            int character = text.codePointAt(index);
            if (character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE) {
                throw new InvalidSequenceException(
                        "a %s must be well-formed Unicode: U+%04X at index %d is half of a character; do not cut texts within one"
                                .formatted(name, character, index));
            }
            index += Character.charCount(character);
        }
    }
}
