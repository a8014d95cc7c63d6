package io.snowkeeper.coordinator.fleet;

import io.snowkeeper.coordinator.MemberKind;
import io.snowkeeper.coordinator.MemberSettings;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Payload of a live node's claim, for people and for the view of the fleet.
 *
 * <pre>{@code
 * /claims/_c_6f4e0d0c-4b52-4b2f-9a0e-7d1f4a0c3b11-claim-0000000042
 * {"node":"n1","kind":"node","worker":17,"endpoints":["10.0.0.7:7070"],"since":"2026-11-28T09:00:00Z","skewMillis":3,
 * "idsPerSecond":120.5,"windowMillis":60000,"maxSkewMillis":5000}
 * }</pre>
 *
 * @param kind {@value #NODE}, or {@value #EMBEDDED} for an application that makes ids for itself
 * @param worker the worker id that the node holds, null while it has none
 * @param skewMillis its clock less ZooKeeper's, as measured last, null before the first time
 * @param idsPerSecond how many ids it gave out, on average since the claim was written before; null if that is not known
 * @param windowMillis its window, see {@link MemberSettings}
 * @param maxSkewMillis its allowed skew, likewise
 */
public record ClaimRecord(
        String node,
        String kind,
        @Nullable Long worker,
        List<String> endpoints,
        Instant since,
        @Nullable Long skewMillis,
        @Nullable Double idsPerSecond,

        long windowMillis,
        long maxSkewMillis) {

    private static final String NODE = "node";

    private static final String EMBEDDED = "embedded";

    /** Returns the claim of a member that holds no worker id yet. */
    public static ClaimRecord of(MemberSettings member, Instant since) {
        return new ClaimRecord(
                member.node(),
                member.kind() == MemberKind.EMBEDDED ? EMBEDDED : NODE,
                null,
                member.endpoints(),
                since,
                null,
                null,
                member.window().toMillis(),
                member.maxSkew().toMillis());
    }

    public ClaimRecord withFigures(@Nullable Long newSkewMillis, @Nullable Double newIdsPerSecond) {
        return new ClaimRecord(
                node, kind, worker, endpoints, since, newSkewMillis, newIdsPerSecond, windowMillis, maxSkewMillis);
    }

    public ClaimRecord withWorker(long workerId) {
        return new ClaimRecord(
                node, kind, workerId, endpoints, since, skewMillis, idsPerSecond, windowMillis, maxSkewMillis);
    }

    /** Returns the member's kind. One of a kind that is not known here passes for a node. */
    MemberKind memberKind() {
        return EMBEDDED.equals(kind) ? MemberKind.EMBEDDED : MemberKind.NODE;
    }
}
