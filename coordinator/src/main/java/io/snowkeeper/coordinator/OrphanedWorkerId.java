package io.snowkeeper.coordinator;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * A worker id that nobody has, and that nobody gets for a time that only a wrong clock can have set.
 *
 * @param workerId the worker id
 * @param node who had it last
 * @param reservedUntil when it would be free again
 * @param retired whether it was taken out of use before, so that it never is
 */
public record OrphanedWorkerId(long workerId, String node, Instant reservedUntil, boolean retired) {

    public OrphanedWorkerId {
        requireNonNull(node);
        requireNonNull(reservedUntil);
    }
}
