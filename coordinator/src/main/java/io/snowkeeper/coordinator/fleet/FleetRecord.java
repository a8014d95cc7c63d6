package io.snowkeeper.coordinator.fleet;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.Layout;
import io.snowkeeper.core.Tick;
import java.time.Instant;

/**
 * Payload of the fleet's znode, written once by the first node.
 *
 * @param id random, so that a replaced ensemble is told from the one that a node started with
 */
public record FleetRecord(String id, String layout, Instant epoch, Tick tick) {

    public FleetRecord {
        requireNonNull(id, "id");
        requireNonNull(layout, "layout");
        requireNonNull(epoch, "epoch");
        requireNonNull(tick, "tick");
    }

    public static FleetRecord of(String id, Layout layout) {
        return new FleetRecord(id, layout.widths(), layout.epoch(), layout.tick());
    }

    /**
     * Fails if our ids would be laid out otherwise than the fleet's: two layouts in one fleet can collide.
     *
     * @throws FleetFailedException naming both layouts
     */
    public void requireSameLayout(Layout ours) {
        FleetRecord wanted = of(id, ours);
        if (!equals(wanted)) {
            throw new FleetFailedException(
                    "the fleet's ids have layout %s, this node was started with %s; start it with the fleet's layout"
                            .formatted(describeLayout(), wanted.describeLayout()));
        }
    }

    public String describe() {
        return "fleet %s with layout %s".formatted(id, describeLayout());
    }

    private String describeLayout() {
        return "%s (epoch %s, tick %s)".formatted(layout, epoch, tick);
    }
}
