package io.snowkeeper.loadtest.attack.measure;

/**
 * The outcome of one request.
 *
 * @param startedNanos when it was due, by {@link System#nanoTime}
 * @param nanos until its answer was there, or it had failed
 * @param failed whether there was no good answer
 */
record Sample(long startedNanos, long nanos, boolean failed) {

    long endedNanos() {
        return startedNanos + nanos;
    }

    /** Returns whether there was a good answer within a time. */
    boolean isGoodWithin(long limitNanos) {
        return !failed && nanos <= limitNanos;
    }
}
