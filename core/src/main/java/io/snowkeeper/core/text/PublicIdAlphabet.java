package io.snowkeeper.core.text;

import java.util.Locale;

/** The characters of a public id, which has as many of them as 63 bits need. Thread-safe. */
enum PublicIdAlphabet {
    /** 11 of Bitcoin's 58: digits and letters without 0, O, I and l, which look alike. Case matters. */
    BASE58(Digits.BASE58, 11),
    /** 11 digits, capital and small letters. Case matters. */
    BASE62(Digits.BASE62, 11),
    /**
     * 13 of Crockford's 32, in small letters; read in either case, I and L as 1, O as 0. For host names, and for people
     * typing.
     */
    CROCKFORD32(Digits.CROCKFORD32, 13);

    @SuppressWarnings("ImmutableEnumChecker") // Digits do not change once they are built.
    private final Digits digits;

    private final int length;

    PublicIdAlphabet(Digits digits, int length) {
        this.digits = digits;
        this.length = length;
    }

    /** Returns how many characters a number has. */
    int length() {
        return length;
    }

    boolean ignoresCase() {
        return this == CROCKFORD32;
    }

    String write(long number) {
        String text = digits.write(number, length);
        return ignoresCase() ? text.toLowerCase(Locale.ROOT) : text;
    }

    long read(CharSequence text) {
        return digits.read(text);
    }
}
