package io.snowkeeper.coordinator.lease;

import io.snowkeeper.coordinator.fleet.Claim;
import io.snowkeeper.coordinator.fleet.LeaseProblemException;
import io.snowkeeper.coordinator.fleet.Slot;
import io.snowkeeper.coordinator.fleet.SlotRecord;
import io.snowkeeper.coordinator.lease.SlotWriter.Finding;
import io.snowkeeper.coordinator.store.Environment;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The return of a worker id, so that a successor need not wait for the rest of its reservation. */
final class SlotRelease {

    private static final Logger log = LoggerFactory.getLogger(SlotRelease.class);

    private static final Duration RETRY_PAUSE = Duration.ofMillis(100);

    private final ClaimKeeper claims;
    private final SlotWriter slots;
    private final String node;
    private final Environment environment;

    SlotRelease(ClaimKeeper claims, SlotWriter slots, String node, Environment environment) {
        this.claims = claims;
        this.slots = slots;
        this.node = node;
        this.environment = environment;
    }

    /**
     * Tries until it is done, the slot is found to belong to another node, or the thread is interrupted.
     *
     * @param held the slot whose reservation is revoked
     * @param usedMillis the last id issued under the lease, now or later
     * @return the slot as it was handed back, empty if it belonged to another node
     * @throws InterruptedException if it was not done by then; it may still be, if the last request has arrived
     */
    Optional<Slot> handBack(HeldSlot held, long usedMillis) throws InterruptedException {
        Slot before = held.slot();
        Instant until = Instant.ofEpochMilli(usedMillis);
        while (true) {
            try {
                Finding found = write(before, held.fence(), until);
                if (found.own().isEmpty()) {
                    log.warn("worker id {} was not handed back: {}", before.workerId(), found.description());
                    return Optional.empty();
                }
                before = found.own().get();
                if (before.record().reservedUntil().equals(until)) {
                    return found.own();
                }
            } catch (LeaseProblemException e) {
                log.info("worker id {} is not handed back yet: {}", before.workerId(), e.getMessage());
                claims.forgetIfGone(e);
                environment.pause(RETRY_PAUSE);
            }
        }
    }

    /** Looks first: an earlier try may have been done, and have taken our claim with it. */
    private Finding write(Slot before, String fence, Instant until) {
        Finding found = slots.find(before.workerId(), fence);
        boolean done = found.own()
                .filter(own -> own.record().reservedUntil().equals(until))
                .isPresent();
        if (found.own().isEmpty() || done) {
            return found;
        }
        Claim claim = claims.live();
        Slot own = found.own().get();
        return slots.release(claim, own, fence, SlotRecord.after(Optional.of(own.record()), claim.name(), node, until));
    }
}
