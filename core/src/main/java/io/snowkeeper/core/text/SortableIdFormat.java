package io.snowkeeper.core.text;

import io.snowkeeper.core.sortable.SortableId;

/**
 * A text form of sortable ids, to write and to read. All forms have a fixed width, and texts sort as the ids do.
 *
 * <p>Thread-safe.
 */
public enum SortableIdFormat {
    /** 32 digits, small letters; capital letters are read too. */
    HEX(Digits.HEX, 32, 4),
    /**
     * 26 characters in Crockford's base 32, as ULIDs are written: capital letters without I, L, O and U. Small letters
     * are read too, and I and L as 1, O as 0.
     */
    CROCKFORD32(Digits.CROCKFORD32, 26, 5),
    /** 36 characters, as UUIDs are written: 32 digits in groups, small letters; capital letters are read too. */
    UUID(Digits.HEX, 36, 4) {
        @Override
        public String format(SortableId id) {
            return id.toUuid().toString();
        }

        @Override
        public SortableId parse(CharSequence text) {
            requireLength(text);
            for (int dash : DASHES) {
                if (text.charAt(dash) != '-') {
                    throw new IllegalArgumentException(
                            "UUID must have a dash after 8, 12, 16 and 20 digits: id=" + text);
                }
            }
            return HEX.parse(text.toString().replace("-", ""));
        }
    };

    private static final int[] DASHES = {8, 13, 18, 23};

    @SuppressWarnings("ImmutableEnumChecker") // Digits do not change once they are built.
    private final Digits digits;

    private final int length;
    private final int bitsPerDigit;

    SortableIdFormat(Digits digits, int length, int bitsPerDigit) {
        this.digits = digits;
        this.length = length;
        this.bitsPerDigit = bitsPerDigit;
    }

    /** Returns the text of an id. */
    public String format(SortableId id) {
        char[] text = new char[length];
        long high = id.high();
        long low = id.low();
        for (int i = length - 1; i >= 0; i--) {
            text[i] = digits.digit((int) (low & ((1 << bitsPerDigit) - 1)));
            low = low >>> bitsPerDigit | high << (Long.SIZE - bitsPerDigit);
            high >>>= bitsPerDigit;
        }
        return new String(text);
    }

    /**
     * Returns the id that a text stands for.
     *
     * @throws IllegalArgumentException if the text is not of this form, or its value has more than 128 bits
     */
    public SortableId parse(CharSequence text) {
        requireLength(text);
        long high = 0;
        long low = 0;
        for (int i = 0; i < length; i++) {
            if (high >>> (Long.SIZE - bitsPerDigit) != 0) {
                throw new IllegalArgumentException("%s id must be <= %s, the largest of 128 bits: id=%s"
                        .formatted(digits.name(), format(new SortableId(-1, -1)), text));
            }
            high = high << bitsPerDigit | low >>> (Long.SIZE - bitsPerDigit);
            low = low << bitsPerDigit | digits.valueAt(text, i);
        }
        return new SortableId(high, low);
    }

    void requireLength(CharSequence text) {
        if (text.length() != length) {
            throw new IllegalArgumentException("%s id must have %s characters: length=%s, id=%s"
                    .formatted(this == UUID ? "UUID" : digits.name(), length, text.length(), text));
        }
    }
}
