package io.snowkeeper.core.internal;

/**
 * Comparisons of unsigned numbers, for the path of every id: {@link Long#compareUnsigned} distinguishes three cases,
 * which costs more.
 */
public final class Unsigned {

    private Unsigned() {}

    /** Returns whether one number is greater than another, both unsigned. */
    public static boolean isGreater(long one, long other) {
        return one + Long.MIN_VALUE > other + Long.MIN_VALUE;
    }
}
