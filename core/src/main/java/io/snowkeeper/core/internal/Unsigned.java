package io.snowkeeper.core.internal;

/** Comparisons of unsigned numbers, for where each id passes: {@link Long#compareUnsigned} tells three cases apart, which costs more. */
public final class Unsigned {

    private Unsigned() {}

    /** Returns whether one number is greater than another, both unsigned. */
    public static boolean isGreater(long one, long other) {
        return one + Long.MIN_VALUE > other + Long.MIN_VALUE;
    }
}
