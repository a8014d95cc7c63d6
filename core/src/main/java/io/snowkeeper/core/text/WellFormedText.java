package io.snowkeeper.core.text;

import java.util.OptionalInt;

/** Text of well-formed Unicode. What was cut within a character is none: written in UTF-8, many of them would be the same. */
public final class WellFormedText {

    private WellFormedText() {}

    /** Returns where a text has half of a character, counted in UTF-16 code units; empty if it is well-formed. */
    public static OptionalInt halfAt(String text) {
        int index = 0;
        while (index < text.length()) {
            int character = text.codePointAt(index);
            if (character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE) {
                return OptionalInt.of(index);
            }
            index += Character.charCount(character);
        }
        return OptionalInt.empty();
    }
}
