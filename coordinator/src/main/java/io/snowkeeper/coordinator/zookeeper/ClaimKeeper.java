package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.FleetSettings;
import io.snowkeeper.coordinator.zookeeper.ObstacleException.Kind;
import io.snowkeeper.core.MillisClock;
import java.time.Instant;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Our claims: one for each session that this process has had. The last one is live, the others died with theirs. */
final class ClaimKeeper {

    private final FleetTree tree;
    private final MillisClock clock;
    private final ClaimRecord announcement;
    private final Set<String> names = new HashSet<>();

    private @Nullable Claim live;

    ClaimKeeper(FleetTree tree, FleetSettings settings, MillisClock clock) {
        this.tree = tree;
        this.clock = clock;
        this.announcement =
                new ClaimRecord(settings.node(), null, settings.endpoints(), Instant.ofEpochMilli(clock.millis()));
    }

    /** Returns the claim of the present session, made anew where the session is. */
    Claim live() {
        Claim claim = live;
        if (claim == null || claim.sessionId() != tree.sessionId()) {
            claim = tree.createClaim(announcement);
            names.add(claim.name());
            live = claim;
        }
        return claim;
    }

    /** Returns what the live claim says of us, before it names a worker id. */
    ClaimRecord announcement() {
        return announcement;
    }

    /** Returns whether the slot was written by this process: nobody else writes the names of our claims. */
    boolean isOurs(Slot slot) {
        return names.contains(slot.record().owner());
    }

    /**
     * Measures our clock against ZooKeeper's, by the time of a write to our claim.
     *
     * @throws ObstacleException if the claim was deleted; the next round makes another
     */
    ClockSkew measureSkew(Claim claim, OptionalLong workerId) {
        ClaimRecord record = workerId.isPresent() ? announcement.withWorker(workerId.getAsLong()) : announcement;
        long before = clock.millis();
        OptionalLong written = tree.touchClaim(claim, record);
        long after = clock.millis();
        if (written.isEmpty()) {
            live = null;
            throw new ObstacleException(
                    Kind.CLAIM_DELETED, "somebody deleted our claim %s; making another".formatted(claim.name()));
        }
        return ClockSkew.between(before, written.getAsLong(), after);
    }
}
