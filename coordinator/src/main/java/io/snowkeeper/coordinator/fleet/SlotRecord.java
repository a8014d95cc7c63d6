package io.snowkeeper.coordinator.fleet;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import io.snowkeeper.coordinator.payload.UnknownFields;
import io.snowkeeper.core.Checks;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Payload of a worker id's slot.
 *
 * <pre>{@code
 * /workers/17
 * {"owner":"_c_6f4e0d0c-4b52-4b2f-9a0e-7d1f4a0c3b11-claim-0000000042","node":"n1","reservedUntil":"2026-11-28T09:01:00Z"}
 * }</pre>
 *
 * @param owner name of the claim that has, or last had, the worker id
 * @param node the owner's node name, for people
 * @param reservedUntil the last millisecond that the owner may issue
 * @param leaseMillis for how long after this write was sent the owner issues, by its stopwatch; null where only its clock
 *     counts, and where the owner issues no more
 * @param unknown the fields of later versions, which stay when the slot is written
 */
public record SlotRecord(
        String owner,
        String node,
        Instant reservedUntil,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long leaseMillis,

        @JsonAnySetter @JsonAnyGetter Map<String, JsonNode> unknown) {

    /** The limit of a stopwatch: a reservation left by a wrong clock may last for years. */
    private static final long LONGEST_LEASE_MILLIS = Duration.ofDays(36_500).toMillis();

    /** No claim is called so: ZooKeeper appends a number to their names. */
    private static final String RETIRED = "retired";

    public SlotRecord {
        requireNonNull(owner, "owner");
        requireNonNull(node, "node");
        TimeRange.require("reservedUntil", reservedUntil);
        if (leaseMillis != null) {
            Checks.requireWithin("leaseMillis", leaseMillis, 0, LONGEST_LEASE_MILLIS);
        }
        unknown = UnknownFields.of(unknown);
    }

    /** Makes the record of a slot that was never taken before. */
    public SlotRecord(String owner, String node, Instant reservedUntil) {
        this(owner, node, reservedUntil, null, UnknownFields.NONE);
    }

    /** Returns an owner's record in place of the present one. */
    public static SlotRecord after(Optional<SlotRecord> before, String owner, String node, Instant reservedUntil) {
        return new SlotRecord(
                owner,
                node,
                reservedUntil,
                null,
                before.map(SlotRecord::unknown).orElse(UnknownFields.NONE));
    }

    /** Returns the same of an owner that issues for so long by its stopwatch, too. */
    public SlotRecord withLease(long millis) {
        return new SlotRecord(owner, node, reservedUntil, millis, unknown);
    }

    /** Returns for how long its owner issues by its stopwatch, empty where that does not count. */
    public OptionalLong lease() {
        return leaseMillis == null ? OptionalLong.empty() : OptionalLong.of(leaseMillis);
    }

    /**
     * Returns this slot, taken out of use for good: its owner's name belongs to no node, and the reservation passes
     * only when no layout has time left. The slot's holder has lost it, as to any other taker.
     */
    public SlotRecord retired() {
        return new SlotRecord(RETIRED, node, TimeRange.LATEST, null, unknown);
    }

    public boolean wasRetired() {
        return owner.equals(RETIRED);
    }

    public long reservedUntilMillis() {
        return reservedUntil.toEpochMilli();
    }
}
