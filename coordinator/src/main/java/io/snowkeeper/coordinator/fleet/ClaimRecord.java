package io.snowkeeper.coordinator.fleet;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.snowkeeper.coordinator.MemberKind;
import io.snowkeeper.coordinator.store.AddedLater;
import io.snowkeeper.coordinator.store.PayloadCodec;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Payload of a live node's claim, for people and for the view of the fleet.
 *
 * @param kind {@value #EMBEDDED} for an application that makes ids for itself, null for a node
 * @param worker the worker id that the node holds, null while it has none
 * @param skewMillis its clock less ZooKeeper's, as measured last, null before the first time
 * @param idsPerSecond how many ids it gave out, on average since the claim was written before; null if that is not known
 * @param windowMillis its window, see {@link io.snowkeeper.coordinator.FleetSettings}
 * @param maxSkewMillis its allowed skew, likewise
 */
public record ClaimRecord(
        String node,
        @Nullable String kind,
        @Nullable Long worker,
        List<String> endpoints,
        Instant since,
        @Nullable Long skewMillis,
        @Nullable Double idsPerSecond,

        @AddedLater @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        Long windowMillis,

        @AddedLater @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        Long maxSkewMillis) {

    private static final String KIND = "kind";

    private static final String EMBEDDED = "embedded";

    public static ClaimRecord of(String node, MemberKind kind, List<String> endpoints, Instant since) {
        return new ClaimRecord(
                node, kind == MemberKind.EMBEDDED ? EMBEDDED : null, null, endpoints, since, null, null, null, null);
    }

    /** Returns the same claim of a member with these times. */
    public ClaimRecord withTimes(Duration window, Duration maxSkew) {
        return new ClaimRecord(
                node, kind, worker, endpoints, since, skewMillis, idsPerSecond, window.toMillis(), maxSkew.toMillis());
    }

    public ClaimRecord withFigures(@Nullable Long newSkewMillis, @Nullable Double newIdsPerSecond) {
        return new ClaimRecord(
                node, kind, worker, endpoints, since, newSkewMillis, newIdsPerSecond, windowMillis, maxSkewMillis);
    }

    public ClaimRecord withWorker(long workerId) {
        return new ClaimRecord(
                node, kind, workerId, endpoints, since, skewMillis, idsPerSecond, windowMillis, maxSkewMillis);
    }

    /** @throws IOException if that is no claim */
    static ClaimRecord decode(byte[] json) throws IOException {
        return PayloadCodec.decode(json, ClaimRecord.class, KIND);
    }

    /** Returns what the member is. One of a kind that is not known here passes for a node. */
    MemberKind memberKind() {
        return EMBEDDED.equals(kind) ? MemberKind.EMBEDDED : MemberKind.NODE;
    }
}
