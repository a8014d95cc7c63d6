package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.FleetSettings;
import io.snowkeeper.coordinator.LeaseListener;
import io.snowkeeper.coordinator.zookeeper.ObstacleException.Kind;
import io.snowkeeper.coordinator.zookeeper.SlotSearch.Candidate;
import io.snowkeeper.core.MillisClock;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gets and keeps the lease. Each {@link #round} looks at how things stand and brings them one step nearer to a lease that is
 * held and renewed, so that it does not matter what happened since the last one.
 *
 * <p>Rounds and {@link #leave} come from one thread; {@link #view} may be asked from any.
 */
final class LeaseKeeper {

    private static final Logger log = LoggerFactory.getLogger(LeaseKeeper.class);

    private static final int RELEASE_ATTEMPTS = 3;

    private final FleetTree tree;
    private final FleetSettings settings;
    private final MillisClock clock;
    private final LeaseListener listener;
    private final LocalReservation local;
    private final ClaimKeeper claims;
    private final SlotWriter slots;
    private final SlotSearch search;
    private final SlotWatch watch;

    private FormerLife formerLife;
    private @Nullable Unresolved unresolved;
    private @Nullable Claim watchedUnder;
    private volatile View view = new View(null, null, null);

    /** What the keeper knows at one moment. */
    record View(
            @Nullable FleetRecord fleet,
            @Nullable HeldSlot held,
            @Nullable ClockSkew skew) {}

    /** A slot that may be ours: the answer to our write was lost, and so was that to the question. */
    private record Unresolved(long workerId, long floorMillis) {}

    LeaseKeeper(
            FleetTree tree,
            FleetSettings settings,
            MillisClock clock,
            FormerLife formerLife,
            LocalReservation local,
            LeaseListener listener,
            Runnable onSlotChange) {
        this.tree = tree;
        this.settings = settings;
        this.clock = clock;
        this.formerLife = formerLife;
        this.local = local;
        this.listener = listener;
        this.claims = new ClaimKeeper(tree, settings, clock);
        this.slots = new SlotWriter(tree, claims);
        this.search = new SlotSearch(tree, clock, settings.layout());
        this.watch = new SlotWatch(tree, onSlotChange);
    }

    View view() {
        return view;
    }

    /**
     * @throws ObstacleException if something keeps us from getting on for now
     * @throws FleetFailedException if nothing but a restart can help
     */
    void round() {
        Claim claim = confirmClaim();
        HeldSlot held = view.held();
        if (held == null) {
            acquire(claim);
        } else if (isDue(held, claim)) {
            renew(claim, held);
        } else if (!watch.isArmed()) {
            settle(held, watch.arm(held.workerId()).filter(claims::isOurs));
        }
        grantWhenDue();
    }

    /**
     * Hands the worker id back.
     *
     * @param lastIssuedMillis no id above it was issued under the lease, nor will be
     * @return whether it was handed back; else it rests until its reservation has passed
     */
    boolean leave(long lastIssuedMillis) {
        HeldSlot held = view.held();
        if (held == null) {
            return true;
        }
        held.reservation().revoke();
        long floor =
                Math.max(held.reservation().floorMillis(), settings.layout().epochMillis() - 1);
        Instant issuedUntil = Instant.ofEpochMilli(Math.max(floor, lastIssuedMillis));
        Optional<Slot> slot = Optional.of(held.slot());
        for (int attempt = 0; attempt < RELEASE_ATTEMPTS && slot.isPresent(); attempt++) {
            Claim claim = claims.live();
            SlotRecord after = new SlotRecord(claim.name(), settings.node(), issuedUntil);
            slot = slots.release(claim, slot.get(), after);
            if (slot.isPresent() && slot.get().record().equals(after)) {
                finish(slot.get());
                return true;
            }
        }
        return false;
    }

    private void finish(Slot handedBack) {
        view = new View(view.fleet(), null, view.skew());
        try {
            local.finish(handedBack);
        } catch (IOException e) {
            log.warn(
                    "worker id {} was handed back, but the next start will not know: {}",
                    handedBack.workerId(),
                    e.getMessage());
        }
    }

    private Claim confirmClaim() {
        if (view.fleet() == null) {
            joinFleet();
        }
        Claim claim = claims.live();
        if (!claim.equals(watchedUnder)) {
            watch.disarm();
            watchedUnder = claim;
        }
        return claim;
    }

    private void joinFleet() {
        FleetRecord fleet = tree.joinFleet(settings.layout());
        fleet.requireSameLayout(settings.layout());
        view = new View(fleet, view.held(), view.skew());
    }

    private FleetRecord confirmFleet() {
        FleetRecord ours = view.fleet();
        Optional<FleetRecord> found = tree.readFleet();
        if (ours == null || !found.equals(Optional.of(ours))) {
            String reason =
                    "the fleet in ZooKeeper is another one than this node has joined: its data was replaced (%s before, %s now); see to it that no old worker id is used in the new one, then restart"
                            .formatted(ours, found.map(FleetRecord::toString).orElse("nothing"));
            lose(reason);
            throw new FleetFailedException(reason);
        }
        return ours;
    }

    private void acquire(Claim claim) {
        formerLife = formerLife.at(clock.millis());
        requireRightClock(claim, OptionalLong.empty());
        FleetRecord fleet = confirmFleet();
        HeldSlot held = resolve()
                .or(() -> resume(fleet, claim))
                .orElseGet(() -> search.takeFirst(
                        claim.ticket(),
                        formerLife.workerIn(fleet),
                        candidate -> take(claim, candidate, floorOf(candidate))));
        formerLife = FormerLife.none();
        view = new View(fleet, held, view.skew());
        log.info(
                "took worker id {}, reserved until {}",
                held.workerId(),
                held.slot().record().reservedUntil());
        reserve(fleet, held);
    }

    private Optional<HeldSlot> resolve() {
        Unresolved asked = unresolved;
        if (asked == null) {
            return Optional.empty();
        }
        Optional<Slot> own = slots.readOwn(asked.workerId());
        unresolved = null;
        return own.map(slot -> HeldSlot.begin(slot, asked.floorMillis()));
    }

    private Optional<HeldSlot> resume(FleetRecord fleet, Claim claim) {
        OptionalLong former = formerLife.workerIn(fleet);
        if (former.isEmpty()) {
            return Optional.empty();
        }
        return tree.readSlot(former.getAsLong()).flatMap(slot -> {
            OptionalLong floor = formerLife.floorOf(fleet, slot);
            return floor.isPresent()
                    ? take(claim, new Candidate(slot.workerId(), Optional.of(slot)), floor.getAsLong())
                    : Optional.empty();
        });
    }

    private Optional<HeldSlot> take(Claim claim, Candidate candidate, long floorMillis) {
        unresolved = new Unresolved(candidate.workerId(), floorMillis);
        Optional<Slot> taken =
                slots.take(claim, candidate.workerId(), candidate.slot(), reservation(claim, candidate.slot()));
        unresolved = null;
        return taken.map(slot -> HeldSlot.begin(slot, floorMillis));
    }

    private long floorOf(Candidate candidate) {
        return candidate.slot().map(Slot::reservedUntilMillis).orElse(beforeTheFirst());
    }

    private long beforeTheFirst() {
        return settings.layout().epochMillis() - 1;
    }

    private SlotRecord reservation(Claim claim, Optional<Slot> before) {
        long wanted = clock.millis() + settings.window().toMillis();
        long until = Math.max(wanted, before.map(Slot::reservedUntilMillis).orElse(wanted));
        return new SlotRecord(claim.name(), settings.node(), Instant.ofEpochMilli(until));
    }

    private boolean isDue(HeldSlot held, Claim claim) {
        long rest = held.slot().reservedUntilMillis() - clock.millis();
        return rest < settings.window().toMillis() * 2 / 3
                || !held.slot().record().owner().equals(claim.name());
    }

    private void renew(Claim claim, HeldSlot held) {
        requireRightClock(claim, OptionalLong.of(held.workerId()));
        confirmFleet();
        Optional<Slot> before = Optional.of(held.slot());
        settle(held, slots.take(claim, held.workerId(), before, reservation(claim, before)));
    }

    /** Goes on with the slot as it is now, or without it where it is not ours any more. */
    private void settle(HeldSlot held, Optional<Slot> slot) {
        if (slot.isEmpty()) {
            lose("worker id %d was taken by somebody else".formatted(held.workerId()));
            return;
        }
        FleetRecord fleet = view.fleet();
        if (fleet != null && !slot.get().equals(held.slot())) {
            HeldSlot renewed = held.with(slot.get());
            view = new View(fleet, renewed, view.skew());
            reserve(fleet, renewed);
        }
    }

    private void reserve(FleetRecord fleet, HeldSlot held) {
        try {
            local.reserve(fleet.id(), held.slot(), held.reservation());
        } catch (IOException e) {
            throw notWritten(held, String.valueOf(e.getMessage()));
        }
    }

    private void grantWhenDue() {
        HeldSlot held = view.held();
        if (held == null || held.granted()) {
            return;
        }
        long nowMillis = clock.millis();
        if (nowMillis <= held.reservation().floorMillis()) {
            throw new ObstacleException(
                    Kind.FLOOR_AHEAD,
                    "worker id %d may be used after %s, up to which it was reserved before; the clock reads %s"
                            .formatted(
                                    held.workerId(),
                                    Instant.ofEpochMilli(held.reservation().floorMillis()),
                                    Instant.ofEpochMilli(nowMillis)));
        }
        Optional<String> failure = local.failure();
        if (failure.isPresent()) {
            throw notWritten(held, failure.get());
        }
        view = new View(view.fleet(), held.asGranted(), view.skew());
        listener.granted(held.lease());
    }

    private void lose(String reason) {
        HeldSlot held = view.held();
        if (held == null) {
            return;
        }
        held.reservation().revoke();
        local.end();
        view = new View(view.fleet(), null, view.skew());
        log.warn("lease lost: {}", reason);
        if (held.granted()) {
            listener.lost(held.lease(), reason);
        }
    }

    private void requireRightClock(Claim claim, OptionalLong workerId) {
        ClockSkew skew = claims.measureSkew(claim, workerId);
        view = new View(view.fleet(), view.held(), skew);
        if (skew.exceeds(settings.maxSkew().toMillis())) {
            throw new ObstacleException(
                    Kind.CLOCK_SKEW,
                    "our clock is %s ZooKeeper's, %d ms are allowed; set the clocks right"
                            .formatted(skew.describe(), settings.maxSkew().toMillis()));
        }
    }

    private static ObstacleException notWritten(HeldSlot held, String reason) {
        return new ObstacleException(
                Kind.STATE_NOT_WRITTEN, "%s; worker id %d is not used without it".formatted(reason, held.workerId()));
    }
}
