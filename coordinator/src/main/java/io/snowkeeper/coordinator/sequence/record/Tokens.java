package io.snowkeeper.coordinator.sequence.record;

import java.math.BigInteger;
import java.util.random.RandomGenerator;

/** Random names. */
public final class Tokens {

    private static final int RADIX = 36;
    private static final int RANDOM_BYTES = 10;

    private Tokens() {}

    /** Returns a random name that nobody else has, of the letters {@code 0-9a-z}. */
    public static String random(RandomGenerator random) {
        byte[] bytes = new byte[RANDOM_BYTES];
        random.nextBytes(bytes);
        return new BigInteger(1, bytes).toString(RADIX);
    }
}
