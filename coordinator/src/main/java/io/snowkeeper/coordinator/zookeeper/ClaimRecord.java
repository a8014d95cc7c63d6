package io.snowkeeper.coordinator.zookeeper;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Payload of a live node's claim, for people and for the view of the fleet.
 *
 * @param worker the worker id that the node holds, null while it has none
 */
record ClaimRecord(String node, @Nullable Long worker, List<String> endpoints, Instant since) {

    ClaimRecord withWorker(long workerId) {
        return new ClaimRecord(node, workerId, endpoints, since);
    }
}
