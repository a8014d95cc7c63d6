package io.snowkeeper.core;

/**
 * Ids without a gap: {@code first}, {@code first + 1}, … All were issued in one tick.
 *
 * @param first the first id; 0 and without meaning in an empty run
 * @param count how many ids there are, 0 for none
 */
public record IdRun(long first, int count) {

    /** A run without ids. */
    public static final IdRun EMPTY = new IdRun(0, 0);

    /** @throws IllegalArgumentException if a value is negative */
    public IdRun {
        if (first < 0) {
            throw new IllegalArgumentException("must be >= 0: first=" + first);
        }
        if (count < 0) {
            throw new IllegalArgumentException("must be >= 0: count=" + count);
        }
    }

    /** Returns whether there is no id in it. */
    public boolean isEmpty() {
        return count == 0;
    }

    /**
     * Returns the last id.
     *
     * @throws IllegalStateException if the run is empty
     */
    public long last() {
        if (isEmpty()) {
            throw new IllegalStateException("an empty run has no last id");
        }
        return first + count - 1;
    }
}
