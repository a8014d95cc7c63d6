package io.snowkeeper.node.http.routing;

import java.util.Optional;
import java.util.regex.Pattern;

/** Whole numbers of 64 bits as a client may write them. */
public final class WholeNumber {

    private static final Pattern DIGITS = Pattern.compile("-?[0-9]{1,19}");

    private WholeNumber() {}

    /** Returns the number, empty if the text is none that 64 bits can hold. */
    public static Optional<Long> parse(String text) {
        if (!DIGITS.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Long.valueOf(text));
        } catch (NumberFormatException e) {
            // More than 64 bits.
            return Optional.empty();
        }
    }
}
