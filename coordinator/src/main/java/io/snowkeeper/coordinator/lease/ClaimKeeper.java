package io.snowkeeper.coordinator.lease;

import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.fleet.Claim;
import io.snowkeeper.coordinator.fleet.ClaimRecord;
import io.snowkeeper.coordinator.fleet.ClockSkew;
import io.snowkeeper.coordinator.fleet.FleetTree;
import io.snowkeeper.coordinator.fleet.FleetTree.Touch;
import io.snowkeeper.coordinator.fleet.LeaseProblemException;
import io.snowkeeper.coordinator.fleet.LeaseProblemException.Kind;
import io.snowkeeper.coordinator.fleet.Slot;
import io.snowkeeper.core.MillisClock;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Our claims: one for each session that this process has had. The last one is live, the others died with theirs. */
final class ClaimKeeper {

    private final FleetTree tree;
    private final Optional<IssueRate> rate;
    private final Set<String> names = new HashSet<>();

    private ClaimRecord announcement;
    private @Nullable Claim live;
    private long fences;

    /** @param rate how many ids are given out, empty if that is not known */
    ClaimKeeper(FleetTree tree, MemberSettings settings, MillisClock clock, Optional<IssueRate> rate) {
        this.tree = tree;
        this.rate = rate;
        this.announcement = ClaimRecord.of(settings, Instant.ofEpochMilli(clock.millis()));
    }

    /** Returns whether the present session has a claim, as far as we know. */
    boolean isLive() {
        Claim claim = live;
        return claim != null && claim.sessionId() == tree.sessionId();
    }

    /** Returns the claim of the present session, created again where the session is. */
    Claim live() {
        Claim claim = live;
        if (claim == null || claim.sessionId() != tree.sessionId()) {
            claim = tree.createClaim(announcement);
            names.add(claim.name());
            live = claim;
        }
        return claim;
    }

    /** Forgets the live claim if the problem is that it was deleted: {@link #live} makes another. */
    void forgetIfGone(LeaseProblemException problem) {
        if (problem.kind() == Kind.CLAIM_GONE) {
            live = null;
        }
    }

    /**
     * Ends a claim of ours; if it was the live one, {@link #live} makes another.
     *
     * @throws LeaseProblemException if it is not known whether that was done
     */
    void renounce(Claim claim) {
        tree.deleteClaim(claim);
        if (claim.equals(live)) {
            live = null;
        }
    }

    /** Returns a name for a fence, which was never used and never will be: it has that of our claim in it. */
    String newFence(Claim claim) {
        fences++;
        return claim.name() + "-" + fences;
    }

    /** Returns our entry in the live claim, before it names a worker id. */
    ClaimRecord announcement() {
        return announcement;
    }

    /** Returns whether this process wrote the slot: only we write the names of our claims. */
    boolean isOurs(Slot slot) {
        return names.contains(slot.record().owner());
    }

    /**
     * Writes our claim, with the figures of this moment.
     *
     * @param skew our clock less ZooKeeper's as measured last
     */
    Touch touch(Claim claim, OptionalLong workerId, Optional<ClockSkew> skew) {
        announcement = announcement.withFigures(
                skew.map(ClockSkew::millis).orElse(null),
                rate.map(IssueRate::sinceLastTime).orElse(null));
        return tree.touchClaim(
                claim, workerId.isPresent() ? announcement.withWorker(workerId.getAsLong()) : announcement);
    }
}
