package io.snowkeeper.coordinator.zookeeper;

import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes to slots, and finds out what became of a write whose answer was lost: if the slot names one of our claims, it is
 * ours at the version that is read, since nobody else writes our names.
 */
final class SlotWriter {

    private static final Logger log = LoggerFactory.getLogger(SlotWriter.class);

    private final FleetTree tree;
    private final ClaimKeeper claims;

    SlotWriter(FleetTree tree, ClaimKeeper claims) {
        this.tree = tree;
        this.claims = claims;
    }

    /**
     * Takes or renews a slot.
     *
     * @param before the slot as it was read or written last, empty if there was none
     * @return the slot if it is ours now, as it is, which may be as an earlier write of ours left it; empty if it is not
     * @throws ObstacleException if it is not known whose the slot is; {@link #readOwn} will tell
     */
    Optional<Slot> take(Claim claim, long workerId, Optional<Slot> before, SlotRecord after) {
        try {
            Optional<Slot> taken = tree.takeSlot(claim, claims.announcement(), workerId, before, after);
            if (taken.isPresent()) {
                return taken;
            }
        } catch (ObstacleException e) {
            log.info(
                    "answer to the write of worker id {}'s slot was lost, reading it back: {}",
                    workerId,
                    e.getMessage());
        }
        return readOwn(workerId);
    }

    /**
     * Hands a slot back and ends our claim.
     *
     * @return the slot as it is now, which equals {@code after} if it was done; empty if it is not ours
     */
    Optional<Slot> release(Claim claim, Slot before, SlotRecord after) {
        try {
            Optional<Slot> released = tree.releaseSlot(claim, before, after);
            if (released.isPresent()) {
                return released;
            }
        } catch (ObstacleException e) {
            log.info(
                    "answer to the release of worker id {} was lost, reading it back: {}",
                    before.workerId(),
                    e.getMessage());
        }
        return readOwn(before.workerId());
    }

    /** Returns the slot if one of our claims owns it. */
    Optional<Slot> readOwn(long workerId) {
        return tree.readSlot(workerId).filter(claims::isOurs);
    }
}
