package io.snowkeeper.core;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntUnaryOperator;

/**
 * The choice of the first sequence in each new tick.
 *
 * <p>At a low rate almost every id is the first of its tick. If they all start at 0, ids modulo 2, 3 or 16 are far from
 * even, and sharding by them loads one shard with nearly everything. A random start evens it out, at the price of the
 * sequences below the start: of a tick's ceiling, half the bound is lost on average.
 *
 * @param bound the start lies from 0 to below it; 1 always starts at 0
 * @param random draws a number from 0 to below its argument; called by all threads that issue
 */
public record FirstSequence(int bound, IntUnaryOperator random) {

    /** Starts at 0, as snowflake does. */
    public static final FirstSequence ZERO = new FirstSequence(1, bound -> 0);

    /** Evens out ids modulo 2, 4, … 64, and costs 32 of a tick's ids on average. */
    private static final int USUAL_BOUND = 64;

    private static final String RANDOM = "random";

    /** @throws IllegalArgumentException if the bound is below 1 */
    public FirstSequence {
        requireNonNull(random, "random");
        Checks.requireAtLeast("bound", bound, 1);
    }

    /** Returns a random start below a bound, drawn from {@link ThreadLocalRandom}. */
    public static FirstSequence randomBelow(int bound) {
        return randomBelow(bound, limit -> ThreadLocalRandom.current().nextInt(limit));
    }

    /**
     * Returns a random start below a bound.
     *
     * @param random draws a number from 0 to below its argument; must be safe for use by many threads
     */
    public static FirstSequence randomBelow(int bound, IntUnaryOperator random) {
        return new FirstSequence(bound, random);
    }

    /**
     * Returns the choice of a text: {@code zero}, {@code random} for a start below 64, or {@code random:1000} for one below 1000.
     *
     * @throws IllegalArgumentException if it is none of these
     */
    public static FirstSequence of(String text) {
        if (text.equals("zero")) {
            return ZERO;
        }
        if (text.equals(RANDOM)) {
            return randomBelow(USUAL_BOUND);
        }
        try {
            if (text.startsWith(RANDOM + ":")) {
                return randomBelow(Integer.parseInt(text.substring(RANDOM.length() + 1)));
            }
        } catch (NumberFormatException e) {
            // As anything else that it may not be.
        }
        throw new IllegalArgumentException("must be zero, random or random:COUNT: firstSequence=" + text);
    }

    long draw() {
        int start = random.applyAsInt(bound);
        if (start < 0 || start >= bound) {
            throw new IllegalStateException("random must be >= 0 && < %s: random=%s".formatted(bound, start));
        }
        return start;
    }
}
