package io.snowkeeper.coordinator.lease;

import io.snowkeeper.coordinator.LeaseListener;
import io.snowkeeper.coordinator.fleet.LeaseProblemException;
import io.snowkeeper.coordinator.fleet.LeaseProblemException.Kind;
import io.snowkeeper.coordinator.fleet.Slot;
import io.snowkeeper.coordinator.state.LocalReservation;
import io.snowkeeper.core.MillisClock;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The present lease, if any: begins, extends and ends it, on disk and toward the listener. Written by the lease's
 * thread; {@link #held} may be asked from any.
 */
final class CurrentLease {

    private static final Logger log = LoggerFactory.getLogger(CurrentLease.class);

    private static final Duration FLOOR_POLL = Duration.ofMillis(20);

    private final LocalReservation local;
    private final MillisClock clock;
    private final LeaseListener listener;
    private final BooleanSupplier isOpen;

    /** Up to where this process may have issued under worker ids that it has lost. */
    private final Map<Long, Long> formerLimits = new HashMap<>();

    private final LongAdder renewals = new LongAdder();
    private final LongAdder losses = new LongAdder();

    private volatile @Nullable HeldSlot held;
    private volatile boolean wasGranted;

    /** @param isOpen whether anybody wants a lease still */
    CurrentLease(LocalReservation local, MillisClock clock, LeaseListener listener, BooleanSupplier isOpen) {
        this.local = local;
        this.clock = clock;
        this.listener = listener;
        this.isOpen = isOpen;
    }

    @Nullable
    HeldSlot held() {
        return held;
    }

    /** Returns whether a lease was ever granted. */
    boolean wasGranted() {
        return wasGranted;
    }

    /** Returns how often the reservation was extended. */
    long renewals() {
        return renewals.sum();
    }

    /** Returns how often a lease was lost. */
    long losses() {
        return losses.sum();
    }

    /**
     * Returns the floor of a lease of this worker id, regardless of what was written into its slot since we lost it.
     */
    long floorOf(long workerId, long floorMillis) {
        return Math.max(floorMillis, formerLimits.getOrDefault(workerId, Long.MIN_VALUE));
    }

    /** @throws LeaseProblemException if the disk did not take it; ids can be issued once it did */
    void begin(HeldSlot taken) {
        held = taken;
        log.info(
                "took worker id {}, reserved until {}",
                taken.workerId(),
                taken.slot().record().reservedUntil());
        reserve(taken);
    }

    /**
     * Goes on with the slot as it was written or read back.
     *
     * @throws LeaseProblemException if the disk did not take it; the limit then stays where it is
     */
    void goOn(HeldSlot before, Slot slot) {
        if (!slot.equals(before.slot())) {
            HeldSlot renewed = before.with(slot);
            held = renewed;
            renewals.increment();
            reserve(renewed);
        }
    }

    /**
     * Notifies the listener of a new lease, once ids can be issued under it. The lease counts as granted only after
     * that: the last id of a caller that did not know of it yet does not cover it.
     *
     * @throws LeaseProblemException if they cannot yet
     */
    void grantWhenDue() {
        HeldSlot due = held;
        if (due == null || due.granted() || !isOpen.getAsBoolean()) {
            return;
        }
        requirePassed(due.workerId(), due.reservation().floorMillis());
        requireWritten();
        wasGranted = true;
        tell("granted", () -> listener.granted(due.lease()));
        held = due.asGranted();
        tell("held", () -> listener.held(due.lease()));
    }

    /** @throws LeaseProblemException if there is a lease, and the last write to the disk failed */
    void requireWritten() {
        HeldSlot now = held;
        Optional<String> failure = local.failure();
        if (now != null && failure.isPresent()) {
            throw notWritten(now, failure.get());
        }
    }

    /** @throws LeaseProblemException if the last write to the disk failed, also for a lease that was lost since */
    void requireWritable() {
        Optional<String> failure = local.failure();
        if (failure.isPresent()) {
            throw new LeaseProblemException(
                    Kind.STATE_NOT_WRITTEN, failure.get() + "; no worker id is taken without it");
        }
    }

    /** Notifies the listener of an attempt to renew a lease, which had this slot before. */
    void renewalTried(HeldSlot before, long nanos) {
        HeldSlot now = held;
        boolean renewed = now != null
                && !now.slot().equals(before.slot())
                && local.failure().isEmpty();
        tell("due for renewal", () -> listener.renewalTried(before.lease(), nanos, renewed));
    }

    void lose(String reason) {
        HeldSlot lost = held;
        if (lost == null) {
            return;
        }
        formerLimits.put(lost.workerId(), revoke(lost));
        local.end();
        held = null;
        losses.increment();
        log.warn("lease lost: {}", reason);
        if (lost.granted()) {
            tell("lost", () -> listener.lost(lost.lease(), reason));
        }
    }

    /** The slot was handed back: nothing is left of the lease. */
    void finish(Slot handedBack) {
        held = null;
        try {
            local.finish(handedBack);
        } catch (IOException e) {
            log.warn(
                    "worker id {} was handed back, but that could not be recorded for the next start: {}",
                    handedBack.workerId(),
                    e.getMessage());
        }
    }

    private long revoke(HeldSlot lost) {
        // The most that it can ever have been, since another thread may be extending it.
        long limit =
                Math.max(lost.slot().reservedUntilMillis(), lost.reservation().limitMillis());
        lost.reservation().revoke();
        return limit;
    }

    private void requirePassed(long workerId, long floorMillis) {
        long nowMillis = clock.millis();
        if (nowMillis <= floorMillis) {
            throw new LeaseProblemException(
                    Kind.FLOOR_AHEAD,
                    "worker id %s may be used after %s, until then a former owner may use it; the clock reads %s"
                            .formatted(workerId, Instant.ofEpochMilli(floorMillis), Instant.ofEpochMilli(nowMillis)),
                    FLOOR_POLL);
        }
    }

    private void reserve(HeldSlot now) {
        try {
            local.reserve(now.fleetId(), now.slot(), now.fence(), now.reservation());
        } catch (IOException e) {
            throw notWritten(now, String.valueOf(e.getMessage()));
        }
    }

    /** A listener's failure must not keep the lease from being renewed or revoked. */
    private static void tell(String what, Runnable call) {
        try {
            call.run();
        } catch (RuntimeException e) {
            log.error("a listener failed after the lease was {}", what, e);
        }
    }

    private static LeaseProblemException notWritten(HeldSlot held, String reason) {
        return new LeaseProblemException(
                Kind.STATE_NOT_WRITTEN, "%s; worker id %s is not used without it".formatted(reason, held.workerId()));
    }
}
