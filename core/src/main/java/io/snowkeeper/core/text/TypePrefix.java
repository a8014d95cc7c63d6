package io.snowkeeper.core.text;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The type of an id, before its text: {@code ord} of {@code ord_…}.
 *
 * @param name as TypeID wants it: up to 63 letters a to z and underscores, which neither begin nor end it; or empty
 */
public record TypePrefix(String name) {

    private static final char SEPARATOR = '_';

    /** The most characters that a name has. */
    public static final int MAX_LENGTH = 63;

    private static final Pattern NAME = Pattern.compile("([a-z]([a-z_]{0,61}[a-z])?)?");

    /** No prefix. */
    public static final TypePrefix NONE = new TypePrefix("");

    /** @throws IllegalArgumentException if the name is none */
    public TypePrefix {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "prefix must be up to 63 letters a to z, and underscores between them: characters=%s, prefix=%s"
                            .formatted(name.length(), PrintableText.of(name, MAX_LENGTH)));
        }
    }

    /**
     * Returns the prefix of a text.
     *
     * @throws IllegalArgumentException if it has an underscore that does not follow a prefix
     */
    static TypePrefix of(String text) {
        int end = text.lastIndexOf(SEPARATOR);
        if (end == 0) {
            throw new IllegalArgumentException("prefix before the underscore must not be empty: id=" + text);
        }
        return end < 0 ? NONE : new TypePrefix(text.substring(0, end));
    }

    /** As {@link #of}, but in small letters. */
    static TypePrefix ignoringCase(String text) {
        int end = text.lastIndexOf(SEPARATOR);
        // Some letters beyond ASCII have a small letter within ASCII.
        boolean ascii = text.chars().limit(Math.max(end, 0)).allMatch(letter -> letter < 128);
        return end <= 0 || !ascii ? of(text) : of(text.substring(0, end).toLowerCase(Locale.ROOT) + SEPARATOR);
    }

    String before(String id) {
        return name.isEmpty() ? id : name + SEPARATOR + id;
    }

    /** Returns a text of this prefix without it. */
    String removeFrom(String text) {
        return name.isEmpty() ? text : text.substring(name.length() + 1);
    }
}
