package io.snowkeeper.coordinator.sequence.record;

import java.math.BigInteger;
import java.security.SecureRandom;

/** The names of a process' writes: a random name and a count. Not thread-safe. */
public final class Tokens {

    private static final int RADIX = 36;
    private static final int RANDOM_BITS = 80;

    private final String process = random();
    private long writes;

    /** Returns a random name that nobody else has, of the letters {@code 0-9a-z}. */
    public static String random() {
        return new BigInteger(RANDOM_BITS, new SecureRandom()).toString(RADIX);
    }

    public String next() {
        return process + "-" + ++writes;
    }
}
