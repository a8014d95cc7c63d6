package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.FleetSettings;
import io.snowkeeper.core.MillisClock;
import java.time.Instant;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Our claims: one for each session that this process has had. The last one is live, the others died with theirs. */
final class ClaimKeeper {

    private final FleetTree tree;
    private final ClaimRecord announcement;
    private final Set<String> names = new HashSet<>();

    private @Nullable Claim live;

    ClaimKeeper(FleetTree tree, FleetSettings settings, MillisClock clock) {
        this.tree = tree;
        this.announcement =
                new ClaimRecord(settings.node(), null, settings.endpoints(), Instant.ofEpochMilli(clock.millis()));
    }

    /** Returns whether the present session has a claim, as far as we know. */
    boolean isLive() {
        Claim claim = live;
        return claim != null && claim.sessionId() == tree.sessionId();
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

    /** The live claim is gone, whoever deleted it: {@link #live} makes another. */
    void forget() {
        live = null;
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
     * Writes our claim.
     *
     * @return the time of the write by ZooKeeper's clock, in Unix milliseconds
     */
    long touch(Claim claim, OptionalLong workerId) {
        return tree.touchClaim(
                claim, workerId.isPresent() ? announcement.withWorker(workerId.getAsLong()) : announcement);
    }
}
