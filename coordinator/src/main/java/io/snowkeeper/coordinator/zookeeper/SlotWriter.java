package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.zookeeper.ObstacleException.Kind;
import java.util.Optional;
import java.util.function.Supplier;
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
     * Whose a slot is.
     *
     * @param own the slot, if one of our claims owns it
     * @param description what was found instead, for people
     */
    record Finding(Optional<Slot> own, String description) {}

    /**
     * Takes or renews a slot.
     *
     * @param before the slot as it was read or written last, empty if there was none
     * @return the slot as it is now, which may be as an earlier write of ours left it
     * @throws ObstacleException if it is not known whose the slot is; {@link #find} will tell
     */
    Finding take(Claim claim, long workerId, Optional<Slot> before, SlotRecord after) {
        return write(workerId, () -> tree.takeSlot(claim, claims.announcement(), workerId, before, after));
    }

    /**
     * Hands a slot back and ends our claim.
     *
     * @return the slot as it is now, which has the reservation of {@code after} if it was done
     * @throws ObstacleException as {@link #take} does
     */
    Finding release(Claim claim, Slot before, SlotRecord after) {
        return write(before.workerId(), () -> tree.releaseSlot(claim, before, after));
    }

    /** Looks whose a slot is. */
    Finding find(long workerId) {
        String path = FleetPaths.slot(workerId);
        try {
            Optional<Slot> slot = tree.readSlot(workerId);
            String owner = slot.map(found -> "names claim %s of node %s"
                            .formatted(found.record().owner(), found.record().node()))
                    .orElse("was deleted");
            return new Finding(slot.filter(claims::isOurs), "znode %s %s".formatted(path, owner));
        } catch (UnreadablePayloadException e) {
            return new Finding(Optional.empty(), String.valueOf(e.getMessage()));
        }
    }

    private Finding write(long workerId, Supplier<Optional<Slot>> request) {
        try {
            Optional<Slot> written = request.get();
            if (written.isPresent()) {
                return new Finding(written, "");
            }
        } catch (ObstacleException e) {
            if (e.kind() == Kind.CLAIM_GONE || e.kind() == Kind.DENIED) {
                throw e;
            }
            log.info("no answer to the write of worker id {}'s slot, reading it back: {}", workerId, e.getMessage());
        }
        return find(workerId);
    }
}
