package io.snowkeeper.loadtest.chaos.check;

/**
 * Numbers of a sequence that one call was given.
 *
 * @param lowest the lowest of them
 * @param highest the highest of them
 * @param askedNanos when they were asked for, by {@link System#nanoTime}
 * @param answeredNanos when the answer was there
 */
public record Numbers(long lowest, long highest, long askedNanos, long answeredNanos) {}
