package io.snowkeeper.core;

/** Checks of arguments, whose failures name the argument, its bounds and its value. */
public final class Checks {

    private Checks() {}

    /**
     * Returns a value that has to lie between two others, or be one of them.
     *
     * @throws IllegalArgumentException if it does not
     */
    public static <T extends Comparable<T>> T requireWithin(String name, T value, T min, T max) {
        if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
            throw new IllegalArgumentException("must be >= %s && <= %s: %s=%s".formatted(min, max, name, value));
        }
        return value;
    }

    /** Returns an int as {@link #requireWithin(String, Comparable, Comparable, Comparable)} does. */
    public static int requireWithin(String name, int value, int min, int max) {
        requireWithin(name, (long) value, min, max);
        return value;
    }

    /** Returns a long as {@link #requireWithin(String, Comparable, Comparable, Comparable)} does. */
    public static long requireWithin(String name, long value, long min, long max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException("must be >= %s && <= %s: %s=%s".formatted(min, max, name, value));
        }
        return value;
    }

    /**
     * Returns a value that is not less than another one.
     *
     * @throws IllegalArgumentException if it is less
     */
    public static long requireAtLeast(String name, long value, long min) {
        if (value < min) {
            throw new IllegalArgumentException("must be >= %s: %s=%s".formatted(min, name, value));
        }
        return value;
    }

    /**
     * Returns a text that has at least one character, and at most {@code max}.
     *
     * @throws IllegalArgumentException if it is empty or longer
     */
    public static String requireLength(String name, String value, int max) {
        if (value.isEmpty() || value.length() > max) {
            throw new IllegalArgumentException(
                    "must have 1 to %s characters: %s has %s".formatted(max, name, value.length()));
        }
        return value;
    }
}
