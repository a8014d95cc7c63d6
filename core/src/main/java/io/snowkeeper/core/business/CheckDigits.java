package io.snowkeeper.core.business;

import java.util.Locale;

/** A check of one or two digits at the end, which detects mistyped text before them. */
enum CheckDigits {
    /**
     * ISO 7064 MOD 97-10: two digits, 02 to 98. Digits count, and letters A to Z as 10 to 35, as in ISO 13616 and ISO 17442, in either
     * case. Finds each wrong digit, and each two neighbours that were swapped.
     */
    MOD97(2) {
        @Override
        int of(CharSequence text) {
            int rest = 0;
            for (int i = 0; i < text.length(); i++) {
                int value = value(text.charAt(i));
                if (value >= 0) {
                    rest = (rest * (value < 10 ? 10 : 100) + value) % 97;
                }
            }
            return 98 - rest * 100 % 97;
        }

        private static int value(char letter) {
            if (letter >= '0' && letter <= '9') {
                return letter - '0';
            }
            int upper = letter & ~0x20;
            return upper >= 'A' && upper <= 'Z' && letter < 0x80 ? upper - 'A' + 10 : -1;
        }
    },

    /** Luhn's digit (ISO/IEC 7812-1). Only digits count. Finds each wrong digit, and swapped neighbours but for 0 and 9. */
    LUHN(1) {
        @Override
        int of(CharSequence text) {
            int sum = 0;
            boolean doubled = true;
            for (int i = text.length() - 1; i >= 0; i--) {
                int digit = digit(text.charAt(i));
                if (digit >= 0) {
                    int weighed = doubled ? 2 * digit : digit;
                    sum += weighed > 9 ? weighed - 9 : weighed;
                    doubled = !doubled;
                }
            }
            return (10 - sum % 10) % 10;
        }
    },

    /** Verhoeff's digit (1969). Only digits count. Finds each wrong digit, and each two neighbours that were swapped. */
    VERHOEFF(1) {
        @Override
        int of(CharSequence text) {
            int check = 0;
            int place = 1;
            for (int i = text.length() - 1; i >= 0; i--) {
                int digit = digit(text.charAt(i));
                if (digit >= 0) {
                    check = inPentagon(check, permuted(digit, place));
                    place++;
                }
            }
            // The inverse: turns undo each other, a reflection undoes itself.
            return check < 5 ? (5 - check) % 5 : check;
        }

        /** Multiplies in the group of a pentagon's symmetries: 0 to 4 turn it, 5 to 9 turn and reflect it. */
        private static int inPentagon(int a, int b) {
            int turn = a < 5 ? a + b : a - b;
            boolean reflected = (a < 5) != (b < 5);
            return Math.floorMod(turn, 5) + (reflected ? 5 : 0);
        }

        private static int permuted(int digit, int times) {
            int result = digit;
            for (int i = 0; i < times % 8; i++) {
                result = "1576283094".charAt(result) - '0';
            }
            return result;
        }
    };

    private final int width;

    CheckDigits(int width) {
        this.width = width;
    }

    /** Returns how many digits there are. */
    int width() {
        return width;
    }

    /** Returns the check digits of the text before them, as a number. */
    abstract int of(CharSequence text);

    /** Returns the name that a format has for it: {@code mod97}. */
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    private static int digit(char letter) {
        return letter >= '0' && letter <= '9' ? letter - '0' : -1;
    }
}
