package io.snowkeeper.client.internal.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A strict reader of JSON, as RFC 8259 has it, of ASCII alone. Integers and arrays of them are read without a box for
 * each. Every method fails with {@link InvalidAnswerException} at unexpected input. Not thread-safe.
 */
final class JsonReader {

    /** Stands for null. */
    static final Object NULL = new Object();

    /** Stands for a value that no answer of ours has: it is well-formed, and not looked at any further. */
    static final Object OTHER = new Object();

    private static final int MAX_DEPTH = 32;
    private static final int FIRST_NUMBERS = 16;

    private final byte[] text;
    private int at;
    private int depth;
    private boolean isInteger;

    JsonReader(byte[] text) {
        this.text = text;
    }

    /** Reads an object; the consumer gets each key and must take its value. */
    void object(Consumer<String> member) {
        enter('{');
        if (peek() == '}') {
            leave();
            return;
        }
        do {
            skipSpace();
            String key = string();
            expect(':');
            member.accept(key);
        } while (goesOn('}'));
    }

    /**
     * Returns a String, Long, Boolean, Map, long[], List of Strings or of Maps, {@link #NULL} or {@link #OTHER}. An
     * array without elements is a long[]. If an object has a key twice, the last value counts.
     */
    Object value() {
        return switch (peek()) {
            case '"' -> string();
            case '{' -> {
                Map<String, Object> members = new HashMap<>();
                object(key -> members.put(key, value()));
                yield members;
            }
            case '[' -> array();
            case 't' -> literal("true", true);
            case 'f' -> literal("false", false);
            case 'n' -> literal("null", NULL);
            default -> {
                long number = number();
                yield isInteger ? (Object) number : OTHER;
            }
        };
    }

    /** Requires that only space follows. */
    void end() {
        skipSpace();
        if (at < text.length) {
            throw unexpected();
        }
    }

    private Object array() {
        enter('[');
        if (peek() == ']') {
            leave();
            return new long[0];
        }
        long[] numbers = new long[FIRST_NUMBERS];
        List<Object> texts = new ArrayList<>();
        List<Object> objects = new ArrayList<>();
        int count = 0;
        int elements = 0;
        do {
            elements++;
            if (isNumberStart(peek())) {
                if (count == numbers.length) {
                    numbers = Arrays.copyOf(numbers, 2 * count);
                }
                numbers[count] = number();
                count += isInteger ? 1 : 0;
            } else {
                Object value = value();
                if (value instanceof String) {
                    texts.add(value);
                } else if (value instanceof Map) {
                    objects.add(value);
                }
            }
        } while (goesOn(']'));
        if (texts.size() == elements) {
            return texts;
        }
        if (objects.size() == elements) {
            return objects;
        }
        return count == elements ? Arrays.copyOf(numbers, count) : OTHER;
    }

    /** Returns the number if it {@link #isInteger} of 64 bits. */
    private long number() {
        int start = at;
        boolean negative = take('-');
        long value = digits(negative);
        if (text[start + (negative ? 1 : 0)] == '0' && at - start > (negative ? 2 : 1)) {
            throw new InvalidAnswerException("a number begins with 0 near byte " + start);
        }
        if (take('.')) {
            isInteger = false;
            someDigits();
        }
        if (take('e') || take('E')) {
            isInteger = false;
            if (!take('-')) {
                take('+');
            }
            someDigits();
        }
        return value;
    }

    private long digits(boolean negative) {
        // Counted below zero, which reaches one further.
        long value = 0;
        int start = at;
        isInteger = true;
        while (isDigit()) {
            int digit = text[at++] - '0';
            if (value < (Long.MIN_VALUE + digit) / 10) {
                isInteger = false;
            }
            value = 10 * value - digit;
        }
        if (at == start) {
            throw unexpected();
        }
        if (!negative && value == Long.MIN_VALUE) {
            isInteger = false;
        }
        return negative ? value : -value;
    }

    private void someDigits() {
        if (!isDigit()) {
            throw unexpected();
        }
        while (isDigit()) {
            at++;
        }
    }

    private String string() {
        if (!take('"')) {
            throw unexpected();
        }
        int start = at;
        while (at < text.length && text[at] != '"' && text[at] != '\\') {
            requirePrintable();
            at++;
        }
        if (at < text.length && text[at] == '"') {
            return new String(text, start, at++ - start, US_ASCII);
        }
        StringBuilder unescaped = new StringBuilder(new String(text, start, at - start, US_ASCII));
        while (!take('"')) {
            unescaped.append(character());
        }
        return unescaped.toString();
    }

    private char character() {
        requirePrintable();
        if (!take('\\')) {
            return (char) text[at++];
        }
        requirePrintable();
        byte escaped = text[at++];
        return switch (escaped) {
            case '"', '\\', '/' -> (char) escaped;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> codeUnit();
            default -> {
                at--;
                throw unexpected();
            }
        };
    }

    private char codeUnit() {
        int unit = 0;
        for (int i = 0; i < 4; i++) {
            int digit = at < text.length ? Character.digit(text[at], 16) : -1;
            if (digit < 0) {
                throw unexpected();
            }
            unit = 16 * unit + digit;
            at++;
        }
        return (char) unit;
    }

    private Object literal(String name, Object value) {
        for (int i = 0; i < name.length(); i++) {
            if (!take(name.charAt(i))) {
                throw unexpected();
            }
        }
        return value;
    }

    private void enter(char bracket) {
        expect(bracket);
        if (++depth > MAX_DEPTH) {
            throw new InvalidAnswerException("it nests more than %s levels near byte %s".formatted(MAX_DEPTH, at));
        }
    }

    private void leave() {
        at++;
        depth--;
    }

    /** Takes a comma, or the bracket that ends. */
    private boolean goesOn(char bracket) {
        skipSpace();
        if (take(',')) {
            return true;
        }
        expect(bracket);
        depth--;
        return false;
    }

    private void expect(char c) {
        skipSpace();
        if (!take(c)) {
            throw unexpected();
        }
    }

    private boolean take(char c) {
        if (at < text.length && text[at] == c) {
            at++;
            return true;
        }
        return false;
    }

    /** Returns the next byte that is no space, 0 at the end. */
    private byte peek() {
        skipSpace();
        return at < text.length ? text[at] : 0;
    }

    private void skipSpace() {
        while (at < text.length && (text[at] == ' ' || text[at] == '\t' || text[at] == '\r' || text[at] == '\n')) {
            at++;
        }
    }

    private boolean isDigit() {
        return at < text.length && text[at] >= '0' && text[at] <= '9';
    }

    private static boolean isNumberStart(byte c) {
        return c == '-' || (c >= '0' && c <= '9');
    }

    private void requirePrintable() {
        if (at >= text.length || text[at] < ' ') {
            throw unexpected();
        }
    }

    private InvalidAnswerException unexpected() {
        return new InvalidAnswerException(
                at < text.length ? "it is not JSON near byte " + at : "it is not JSON: it ends too early");
    }
}
