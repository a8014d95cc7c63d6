package io.snowkeeper.sequences.record;

import java.math.BigInteger;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/** Random names. */
public final class Tokens {

    private static final int RADIX = 36;
    private static final int RANDOM_BYTES = 10;

    private static final Pattern FORM = Pattern.compile("[0-9A-Za-z-]{1,64}");

    private Tokens() {}

    /**
     * Checks a name that was read: it is part of paths, and may come from anybody's hand.
     *
     * @throws IllegalArgumentException if it cannot be such a name
     */
    public static void require(String field, String token) {
        if (!FORM.matcher(token).matches()) {
            throw new IllegalArgumentException(
                    "must be 1 to 64 letters, digits and hyphens: %s=%s".formatted(field, token));
        }
    }

    /** Returns a unique random name of the letters {@code 0-9a-z}. */
    public static String random(RandomGenerator random) {
        byte[] bytes = new byte[RANDOM_BYTES];
        random.nextBytes(bytes);
        return new BigInteger(1, bytes).toString(RADIX);
    }
}
