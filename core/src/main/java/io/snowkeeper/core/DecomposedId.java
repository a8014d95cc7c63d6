package io.snowkeeper.core;

import java.time.Instant;

/**
 * What an id says of itself.
 *
 * @param time the first millisecond of the tick that it was issued in
 * @param workerId the worker that issued it
 * @param sequence its place among the ids that the worker issued in that tick
 */
public record DecomposedId(Instant time, long workerId, long sequence) {}
