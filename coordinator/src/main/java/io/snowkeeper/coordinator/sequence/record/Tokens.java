package io.snowkeeper.coordinator.sequence.record;

import java.math.BigInteger;
import java.security.SecureRandom;

/** Random names. */
public final class Tokens {

    private static final int RADIX = 36;
    private static final int RANDOM_BITS = 80;

    private Tokens() {}

    /** Returns a random name that nobody else has, of the letters {@code 0-9a-z}. */
    public static String random() {
        return new BigInteger(RANDOM_BITS, new SecureRandom()).toString(RADIX);
    }
}
