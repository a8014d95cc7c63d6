package io.snowkeeper.node.line.codec;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.snowkeeper.core.text.PrintableText;
import java.io.IOException;
import java.util.OptionalLong;

/**
 * A value as it stood in a line. Of an array or an object only the fact is kept.
 *
 * @param text the string's content, or the number as it was written
 */
record JsonValue(JsonToken token, String text) {

    private static final int SHOWN_CHARACTERS = 60;

    /** Reads the value that the parser stands at, and leaves the parser at its end. */
    static JsonValue read(JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        if (token.isStructStart()) {
            parser.skipChildren();
            return new JsonValue(token, token == JsonToken.START_ARRAY ? "[...]" : "{...}");
        }
        return new JsonValue(token, parser.getText());
    }

    boolean isNull() {
        return token == JsonToken.VALUE_NULL;
    }

    boolean isString() {
        return token == JsonToken.VALUE_STRING;
    }

    boolean isString(String content) {
        return isString() && text.equals(content);
    }

    /** Returns the integer that this is, empty if it is none of 64 bits; 1.0 and "1" are none. */
    OptionalLong asInteger() {
        return token == JsonToken.VALUE_NUMBER_INT ? parse(text) : OptionalLong.empty();
    }

    /** Returns the id that this is: an integer, or a string of its decimal digits. */
    OptionalLong asId() {
        return isString() && isDecimal(text) ? parse(text) : asInteger();
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
        String shown = PrintableText.of(text, SHOWN_CHARACTERS);
        return isString() ? '"' + shown + '"' : shown;
    }
}
