package io.snowkeeper.coordinator.fleet;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Payload of a live node's claim, for people and for the view of the fleet.
 *
 * @param worker the worker id that the node holds, null while it has none
 * @param skewMillis its clock less ZooKeeper's, as measured last, null before the first time
 * @param idsPerSecond how many ids it gave out, on average since the claim was written before; null if that is not known
 */
public record ClaimRecord(
        String node,
        @Nullable Long worker,
        List<String> endpoints,
        Instant since,
        @Nullable Long skewMillis,
        @Nullable Double idsPerSecond) {

    public static ClaimRecord of(String node, List<String> endpoints, Instant since) {
        return new ClaimRecord(node, null, endpoints, since, null, null);
    }

    public ClaimRecord withFigures(@Nullable Long newSkewMillis, @Nullable Double newIdsPerSecond) {
        return new ClaimRecord(node, worker, endpoints, since, newSkewMillis, newIdsPerSecond);
    }

    public ClaimRecord withWorker(long workerId) {
        return new ClaimRecord(node, workerId, endpoints, since, skewMillis, idsPerSecond);
    }
}
