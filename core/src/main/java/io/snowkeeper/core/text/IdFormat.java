package io.snowkeeper.core.text;

/**
 * A text form of 64-bit ids, to write and to read. All forms but {@link #DECIMAL} have a fixed width, so that texts
 * sort as the ids do.
 *
 * <p>Thread-safe.
 */
public enum IdFormat {
    /** 1 to 19 digits, written without leading zeros; does not sort as text. JSON readers read it as a number. */
    DECIMAL(Digits.DECIMAL, 19, false),
    /** 16 digits, small letters; capital letters are read too. */
    HEX(Digits.HEX, 16, true),
    /** 11 characters, digits before capital before small letters. The shortest; case matters. */
    BASE62(Digits.BASE62, 11, true),
    /**
     * 13 characters in Crockford's base 32, for people to read aloud and type: capital letters without I, L, O and U.
     * Small letters are read too, and I and L as 1, O as 0.
     *
     * @see <a href="https://www.crockford.com/base32.html">Base 32</a>
     */
    CROCKFORD32(Digits.CROCKFORD32, 13, true);

    @SuppressWarnings("ImmutableEnumChecker") // Digits do not change once they are built.
    private final Digits digits;

    private final int maxLength;
    private final boolean fixedWidth;

    IdFormat(Digits digits, int maxLength, boolean fixedWidth) {
        this.digits = digits;
        this.maxLength = maxLength;
        this.fixedWidth = fixedWidth;
    }

    /**
     * Returns the text of an id.
     *
     * @throws IllegalArgumentException if the id is negative
     */
    public String format(long id) {
        if (id < 0) {
            throw new IllegalArgumentException("id must be >= 0: id=" + id);
        }
        return fixedWidth ? digits.write(id, maxLength) : Long.toString(id);
    }

    /**
     * Returns the id that a text stands for.
     *
     * @throws IllegalArgumentException if the text is not of this form, or its value is above {@link Long#MAX_VALUE}
     */
    public long parse(CharSequence text) {
        int length = text.length();
        if (length > maxLength || length < (fixedWidth ? maxLength : 1)) {
            throw new IllegalArgumentException("%s id must have %s characters: length=%s, id=%s"
                    .formatted(digits.name(), fixedWidth ? maxLength : "1 to " + maxLength, length, text));
        }
        return digits.read(text);
    }
}
