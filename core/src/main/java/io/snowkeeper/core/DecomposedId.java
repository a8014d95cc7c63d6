package io.snowkeeper.core;

import static io.snowkeeper.core.Checks.requireAtLeast;
import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * The parts of an id.
 *
 * @param time the first millisecond of the tick that it was issued in
 * @param workerId the worker that issued it
 * @param sequence its place among the ids that the worker issued in that tick
 */
public record DecomposedId(Instant time, long workerId, long sequence) {

    /** @throws IllegalArgumentException if the worker id or the sequence is negative */
    public DecomposedId {
        requireNonNull(time, "time");
        requireAtLeast("workerId", workerId, 0);
        requireAtLeast("sequence", sequence, 0);
    }
}
