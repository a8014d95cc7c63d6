package io.snowkeeper.core.text;

import java.util.Arrays;

/**
 * The digits of a number system, with the other characters that are read as one of them. Immutable after it was built
 * up.
 */
final class Digits {

    private static final int ASCII = 128;
    private static final byte NONE = -1;

    static final Digits DECIMAL = new Digits("decimal", "0123456789");
    static final Digits HEX = new Digits("hex", "0123456789abcdef").ignoringCase();
    static final Digits BASE58 = new Digits("base 58", "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz");
    static final Digits BASE62 =
            new Digits("base 62", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
    static final Digits CROCKFORD32 = new Digits("Crockford base 32", "0123456789ABCDEFGHJKMNPQRSTVWXYZ")
            .reading('I', '1')
            .reading('L', '1')
            .reading('O', '0')
            .ignoringCase();

    private final String name;
    private final char[] digits;
    private final byte[] values = new byte[ASCII];

    Digits(String name, String digits) {
        this.name = name;
        this.digits = digits.toCharArray();
        Arrays.fill(values, NONE);
        for (int i = 0; i < digits.length(); i++) {
            values[digits.charAt(i)] = (byte) i;
        }
    }

    String name() {
        return name;
    }

    char digit(int value) {
        return digits[value];
    }

    /** Takes one character for another when reading. */
    Digits reading(char alias, char digit) {
        values[alias] = values[digit];
        return this;
    }

    /** Takes letters of either case for those that it has when reading. */
    Digits ignoringCase() {
        for (char upper = 'A'; upper <= 'Z'; upper++) {
            char lower = Character.toLowerCase(upper);
            byte value = (byte) Math.max(values[upper], values[lower]);
            values[upper] = value;
            values[lower] = value;
        }
        return this;
    }

    /** Writes a number that is not negative, with leading zeros. */
    String write(long number, int length) {
        char[] text = new char[length];
        long rest = number;
        for (int i = length - 1; i >= 0; i--) {
            text[i] = digits[(int) (rest % digits.length)];
            rest /= digits.length;
        }
        return new String(text);
    }

    /**
     * Reads a number.
     *
     * @throws IllegalArgumentException if a character is no digit, or the number does not fit into a long
     */
    long read(CharSequence text) {
        long number = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = valueAt(text, i);
            if (number > (Long.MAX_VALUE - digit) / digits.length) {
                throw new IllegalArgumentException("%s id must be <= %s, the largest of 63 bits: id=%s"
                        .formatted(name, write(Long.MAX_VALUE, text.length()), text));
            }
            number = number * digits.length + digit;
        }
        return number;
    }

    /**
     * Reads one digit.
     *
     * @throws IllegalArgumentException if the character is none
     */
    int valueAt(CharSequence text, int index) {
        char character = text.charAt(index);
        byte value = character < ASCII ? values[character] : NONE;
        if (value == NONE) {
            throw new IllegalArgumentException(
                    "%s id has a character that is not a digit: character='%s', index=%s, id=%s"
                            .formatted(name, character, index, text));
        }
        return value;
    }
}
