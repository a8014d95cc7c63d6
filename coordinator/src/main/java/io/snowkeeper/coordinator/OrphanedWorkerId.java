package io.snowkeeper.coordinator;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * A worker id without a holder that cannot be taken until a time that only a wrong clock can have set.
 *
 * @param workerId the worker id
 * @param node its last holder
 * @param reservedUntil when it would be free again
 * @param retired whether it was taken out of use before, so that it never is
 */
public record OrphanedWorkerId(long workerId, String node, Instant reservedUntil, boolean retired) {

    public OrphanedWorkerId {
        requireNonNull(node);
        requireNonNull(reservedUntil);
    }
}
