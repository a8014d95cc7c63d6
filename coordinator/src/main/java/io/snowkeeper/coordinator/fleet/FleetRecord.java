package io.snowkeeper.coordinator.fleet;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.Tick;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Payload of the fleet's znode, written once by the first node.
 *
 * <pre>{@code
 * /fleet
 * {"id":"0f9a3f6e-2b53-4a94-8d55-5a3f3a1c9b10","layout":"41/10/12","epoch":"2024-01-01T00:00:00Z","tick":"MILLISECOND",
 * "notBefore":"2026-12-01T00:00:00Z"}
 * }</pre>
 *
 * @param id random, so that a replaced ensemble is recognized
 * @param layout the widths. A member that finds unknown fields takes them for another layout, and does not join
 * @param notBefore no id of the fleet has an earlier time; null if no limit was set
 */
public record FleetRecord(
        String id,
        String layout,
        Instant epoch,
        Tick tick,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Instant notBefore) {

    /** A millisecond, less a nanosecond. */
    private static final long NANOS_LESS_ONE = 999_999;

    public FleetRecord {
        requireNonNull(id, "id");
        requireNonNull(layout, "layout");
        requireNonNull(epoch, "epoch");
        requireNonNull(tick, "tick");
    }

    public static FleetRecord of(String id, Layout layout, Optional<Instant> notBefore) {
        return new FleetRecord(id, layout.widths(), layout.epoch(), layout.tick(), notBefore.orElse(null));
    }

    /**
     * Fails if our ids would be laid out otherwise than the fleet's, since two layouts in one fleet can collide; or if
     * they were to begin later than the fleet's do, since issued ids cannot be called back.
     *
     * @throws FleetFailedException naming both
     */
    public void requireJoinable(MemberSettings ours) {
        FleetRecord wanted = of(id, ours.layout(), Optional.ofNullable(notBefore));
        if (!equals(wanted)) {
            throw new FleetFailedException(
                    "the fleet's ids have layout %s, this node was started with %s; start it with the fleet's layout"
                            .formatted(describeLayout(), wanted.describeLayout()));
        }
        if (ours.notBefore().isPresent() && isEarlierThan(ours.notBefore().get())) {
            throw new FleetFailedException(
                    "the fleet's ids begin at %s, this node was started with %s; start it without --not-before, or choose another chroot for a new fleet"
                            .formatted(
                                    notBefore == null ? epoch : notBefore,
                                    ours.notBefore().get()));
        }
    }

    private boolean isEarlierThan(Instant wanted) {
        return notBefore == null || notBefore.isBefore(wanted);
    }

    /** Returns the Unix millisecond above which ids may be issued in this fleet, whatever its slots contain. */
    public long floorMillis() {
        // A time within a millisecond begins with the next one: an id of that one would be earlier.
        return notBefore == null
                ? Long.MIN_VALUE
                : notBefore.plusNanos(NANOS_LESS_ONE).toEpochMilli() - 1;
    }

    public String describe() {
        return "fleet %s with layout %s".formatted(id, describeLayout());
    }

    private String describeLayout() {
        return "%s (epoch %s, tick %s)".formatted(layout, epoch, tick);
    }
}
