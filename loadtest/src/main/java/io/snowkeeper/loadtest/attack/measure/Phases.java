package io.snowkeeper.loadtest.attack.measure;

/**
 * The times at which the phases of a run began, by {@link System#nanoTime}.
 *
 * @param beforeNanos when innocents began to count
 * @param attackNanos when the attack began
 * @param endNanos when it ended
 * @param recoveredNanos by when all has to be as before
 * @param doneNanos the end of the look at that
 */
public record Phases(long beforeNanos, long attackNanos, long endNanos, long recoveredNanos, long doneNanos) {}
