package io.snowkeeper.node.service.message;

import io.snowkeeper.core.text.PrintableText;
import java.util.OptionalLong;

/**
 * A value of a field of a request, as a client sent it. The content of a list or an object is not kept.
 *
 * @param text the string's content, or the number as it was written
 */
public record FieldValue(Type type, String text) {

    /** The type that a protocol gives a value. */
    public enum Type {
        STRING,
        /** Decimal digits, perhaps behind a minus; any number of them. */
        INTEGER,
        /** A value from a protocol without types: a string or an integer, as required. */
        WORD,
        NULL,
        /** A value that no field has: a fraction, true, a list. */
        OTHER
    }

    public static final FieldValue NULL = new FieldValue(Type.NULL, "null");
    public static final FieldValue LIST = new FieldValue(Type.OTHER, "[...]");
    public static final FieldValue OBJECT = new FieldValue(Type.OTHER, "{...}");

    private static final int SHOWN_CHARACTERS = 60;

    public static FieldValue word(String text) {
        return new FieldValue(Type.WORD, text);
    }

    /** Returns a client's text for an error: not much longer than it is useful. */
    public static String shown(String text) {
        return PrintableText.of(text, SHOWN_CHARACTERS);
    }

    public boolean isNull() {
        return type == Type.NULL;
    }

    public boolean isText() {
        return type == Type.STRING || type == Type.WORD;
    }

    /** Returns the integer that this is, empty if it is none of 64 bits; 1.0 and "1" are none. */
    public OptionalLong asInteger() {
        return type == Type.STRING ? OptionalLong.empty() : asId();
    }

    /** Returns the id that this is: an integer, or a string of its decimal digits. */
    OptionalLong asId() {
        return type == Type.INTEGER || (isText() && isDecimal(text)) ? parse(text) : OptionalLong.empty();
    }

    private static OptionalLong parse(String digits) {
        try {
            return OptionalLong.of(Long.parseLong(digits));
        } catch (NumberFormatException e) {
            // More than 64 bits.
            return OptionalLong.empty();
        }
    }

    private static boolean isDecimal(String text) {
        int start = text.startsWith("-") ? 1 : 0;
        return text.length() > start && text.chars().skip(start).allMatch(c -> c >= '0' && c <= '9');
    }

    /** Returns the value for an error's text: near to how it was sent, and not much longer than it is useful. */
    @Override
    public String toString() {
        return type == Type.STRING ? '"' + shown(text) + '"' : shown(text);
    }
}
