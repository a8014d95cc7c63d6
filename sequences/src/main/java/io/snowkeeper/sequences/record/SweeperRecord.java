package io.snowkeeper.sequences.record;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import io.snowkeeper.coordinator.payload.UnknownFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Payload of {@link SequencePaths#SWEEPER}, which each sweep writes to learn the time. One that sweeps for the first
 * time goes by it.
 *
 * <pre>{@code
 * /sweeper
 * {"jumps":[{"before":1795000000000,"millis":172800000,"from":1794990000000}],"checked":1795172801000}
 * }</pre>
 *
 * @param jumps by how much ZooKeeper's clock has gone ahead, the latest last
 * @param checked up to when that is known, by ZooKeeper's clock in Unix milliseconds; null if no sweep has written it
 *     yet
 * @param unknown the fields of later versions
 */
public record SweeperRecord(
        List<Jump> jumps,
        @Nullable Long checked,

        @JsonAnySetter @JsonAnyGetter Map<String, JsonNode> unknown) {

    public static final SweeperRecord NONE = new SweeperRecord(List.of(), null, UnknownFields.NONE);

    /** More than these are added up, from the first ones on. */
    static final int MAX_JUMPS = 64;

    /**
     * A step of ZooKeeper's clock.
     *
     * @param before records with a time until then, in Unix milliseconds, existed before it
     * @param millis by how much the clock went ahead
     * @param from the earliest time at which it may have done so, if no sweep has seen it: up to {@code before}; null
     *     if one has
     */
    public record Jump(
            long before,
            long millis,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Long from) {

        private Jump plus(Jump later) {
            return new Jump(Math.max(before, later.before), millis + later.millis, null);
        }

        /** Returns by how much at the most the clock has gone ahead since a record was made or changed. */
        private long millisSince(long since) {
            if (since > before) {
                return 0;
            }
            // No time less than none has passed since then.
            return from != null && since > from ? before - since : millis;
        }
    }

    public SweeperRecord {
        jumps = List.copyOf(jumps);
        unknown = UnknownFields.of(unknown);
    }

    public SweeperRecord withJump(Jump jump) {
        List<Jump> all = new ArrayList<>(jumps);
        all.add(jump);
        while (all.size() > MAX_JUMPS) {
            // Errs on the side of keeping.
            all.add(0, all.remove(0).plus(all.remove(0)));
        }
        return new SweeperRecord(all, checked, unknown);
    }

    public SweeperRecord checkedAt(long zooKeeperMillis) {
        return new SweeperRecord(jumps, zooKeeperMillis, unknown);
    }

    /** Returns from when on so much time will have passed since a record was made or changed, by ZooKeeper's clock and without its jumps. */
    public long passes(long millis, long since) {
        long passes = since + millis;
        for (Jump jump : jumps) {
            passes += jump.millisSince(since);
        }
        return passes;
    }
}
