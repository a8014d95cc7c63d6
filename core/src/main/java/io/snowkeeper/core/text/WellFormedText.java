package io.snowkeeper.core.text;

import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalInt;

/** Undamaged text. Many different texts become the same when they are damaged. */
public final class WellFormedText {

    private static final char REPLACEMENT = '\ufffd';

    private WellFormedText() {}

    /**
     * Returns the sign that a text was damaged, and the remedy: it was cut within a character, or decoded by the wrong
     * charset. Empty if nothing shows it.
     */
    public static Optional<String> damage(String text) {
        OptionalInt half = halfAt(text);
        if (half.isPresent()) {
            return Optional.of("half of a character, U+%s, at index %s; do not cut texts within one"
                    .formatted(
                            HexFormat.of().withUpperCase().toHexDigits(text.charAt(half.getAsInt())), half.getAsInt()));
        }
        int lost = text.indexOf(REPLACEMENT);
        return lost < 0
                ? Optional.empty()
                : Optional.of(
                        "U+FFFD at index %s, which stands for what could not be decoded; decode it by its own charset"
                                .formatted(lost));
    }

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
