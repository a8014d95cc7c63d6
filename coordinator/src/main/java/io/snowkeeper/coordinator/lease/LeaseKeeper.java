package io.snowkeeper.coordinator.lease;

import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.fleet.Claim;
import io.snowkeeper.coordinator.fleet.ExpectedSlot;
import io.snowkeeper.coordinator.fleet.FleetFailedException;
import io.snowkeeper.coordinator.fleet.FleetRecord;
import io.snowkeeper.coordinator.fleet.FleetTree;
import io.snowkeeper.coordinator.fleet.FleetTree.Touch;
import io.snowkeeper.coordinator.fleet.LeaseProblemException;
import io.snowkeeper.coordinator.fleet.LeaseProblemException.Kind;
import io.snowkeeper.coordinator.fleet.RestoreRecord;
import io.snowkeeper.coordinator.fleet.Slot;
import io.snowkeeper.coordinator.fleet.SlotRecord;
import io.snowkeeper.coordinator.fleet.SlotTransactions;
import io.snowkeeper.coordinator.lease.PreviousRun.Resumable;
import io.snowkeeper.coordinator.lease.SlotSearch.Candidate;
import io.snowkeeper.coordinator.lease.SlotWriter.Finding;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.coordinator.store.SteadyClock;
import io.snowkeeper.coordinator.store.UnreadablePayloadException;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.core.UnavailableReason;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The keeper of the lease, which gets and renews it. Each {@link #round} examines the present state and brings it one
 * step nearer to a lease that is held and renewed, so that the events since the last one do not matter.
 *
 * <p>For one thread.
 */
final class LeaseKeeper {

    private static final long LONGEST_WAIT_MILLIS = 1_000;

    /** Problems after which nothing more is asked of ZooKeeper in this round. */
    private static final Set<Kind> OF_THE_STORE =
            Set.of(Kind.ZOOKEEPER_AWAY, Kind.ZOOKEEPER_AWAY_DIAGNOSED, Kind.DENIED, Kind.CLAIM_GONE);

    private final FleetTree tree;
    private final MemberSettings settings;
    private final MillisClock clock;
    private final FleetIdentity identity;
    private final ClaimKeeper claims;
    private final ClockCheck clockCheck;
    private final SlotWriter slots;
    private final SlotSearch search;
    private final SlotFloor floors;
    private final SlotWatch watch;
    private final Standby standby;
    private final MemberTimes times;
    private final CurrentLease lease;
    private final Restores restores;
    private final Environment environment;

    private PreviousRun previousRun;
    private @Nullable Unresolved unresolved;
    private @Nullable Claim watchedUnder;
    private boolean announced;

    private volatile boolean reconnected;

    private volatile @Nullable String reported;

    /** A slot that may be ours: the answer to our write was lost, and so was that to the question. */
    private record Unresolved(Claim claim, long workerId, String fence, long floorMillis) {}

    LeaseKeeper(
            FleetTree tree,
            SlotTransactions transactions,
            MemberSettings settings,
            MillisClock clock,
            FleetIdentity identity,
            ClaimKeeper claims,
            ClockCheck clockCheck,
            PreviousRun previousRun,
            CurrentLease lease,
            Restores restores,
            Runnable onSlotChange,
            Environment environment) {
        this.tree = tree;
        this.settings = settings;
        this.clock = clock;
        this.identity = identity;
        this.claims = claims;
        this.clockCheck = clockCheck;
        this.previousRun = previousRun;
        this.lease = lease;
        this.restores = restores;
        this.environment = environment;
        this.slots = new SlotWriter(tree, transactions, claims, new SlotHistory(new RestoredBackup(settings)));
        this.standby = new Standby(tree, claims, RestoredBackup.longestReservation(settings), environment);
        this.search = new SlotSearch(tree, identity, settings, standby::isOver);
        this.floors = new SlotFloor(identity, restores, settings);
        this.watch = new SlotWatch(tree, onSlotChange);
        this.times = new MemberTimes(tree, settings);
    }

    /**
     * @throws LeaseProblemException if something keeps us from getting on for now
     * @throws FleetFailedException if nothing but a restart can help
     */
    void round() {
        try {
            step();
        } catch (LeaseProblemException e) {
            claims.forgetIfGone(e);
            throw e;
        } catch (FleetFailedException e) {
            lease.lose(String.valueOf(e.getMessage()));
            if (e.problem().reason() == UnavailableReason.ENSEMBLE_RESTORED) {
                reported = e.getMessage();
            }
            throw e;
        }
    }

    /**
     * Reports to other nodes that ZooKeeper's data is older than before, if that was found; retried until it succeeds,
     * also after the last round.
     */
    void tellOthers() {
        String evidence = reported;
        if (evidence != null) {
            try {
                restores.note(evidence, touch(claims.live()));
            } catch (LeaseProblemException e) {
                claims.forgetIfGone(e);
                throw e;
            }
            reported = null;
        }
    }

    /** Writes the claim, which goes on saying which worker id it is for. */
    private Touch touch(Claim claim) {
        HeldSlot held = lease.held();
        return claims.touch(
                claim,
                held == null ? OptionalLong.empty() : OptionalLong.of(held.workerId()),
                clockCheck.lastMeasured());
    }

    /**
     * Hands the worker id back; no further rounds are made.
     *
     * @param lastIssuedMillis the last id issued, now or later, by callers that knew of the lease
     * @param toldInTime whether they knew of it before they determined that figure
     * @return whether it was handed back; else it rests until its reservation has passed
     * @throws InterruptedException if the outcome is unknown
     */
    boolean leave(long lastIssuedMillis, boolean toldInTime) throws InterruptedException {
        HeldSlot held = lease.held();
        if (held == null || (held.granted() && !toldInTime)) {
            return false;
        }
        long floorMillis =
                Math.max(held.reservation().floorMillis(), settings.layout().epochMillis() - 1);
        long limitMillis = Math.max(floorMillis, held.reservation().limitMillis());
        held.reservation().revoke();
        long usedMillis = Math.max(floorMillis, Math.min(limitMillis, lastIssuedMillis));
        Optional<Slot> handedBack =
                new SlotRelease(claims, slots, settings.node(), environment).handBack(held, usedMillis);
        handedBack.ifPresent(lease::finish);
        return handedBack.isPresent();
    }

    /**
     * Lets the next round compare ZooKeeper's data with the sequences that this process has seen: servers may have lost
     * confirmed writes, by a backup or a power cut. For any thread.
     */
    void reconnected() {
        reconnected = true;
    }

    /** Reports to other nodes, in the next round, that ZooKeeper's data is older than before. For any thread. */
    void report(String evidence) {
        reported = evidence;
    }

    private void step() {
        Claim claim = confirmClaim();
        lookForRestore(claim);
        try {
            keepLease(claim);
        } catch (LeaseProblemException e) {
            // Sequences are served without a lease, too: what a node that stands by knows of them, no other node may
            // know.
            if (!OF_THE_STORE.contains(e.kind())) {
                followRestores(claim, e);
            }
            throw e;
        }
        followRestores(claim);
    }

    /** The lease's problem stays the one that is reported: it says what this node waits for. */
    private void followRestores(Claim claim, LeaseProblemException problem) {
        try {
            followRestores(claim);
        } catch (LeaseProblemException e) {
            claims.forgetIfGone(e);
            problem.addSuppressed(e);
        }
    }

    private void keepLease(Claim claim) {
        HeldSlot held = lease.held();
        if (held == null) {
            acquire(claim);
        } else if (isDue(held, claim)) {
            tryToRenew(claim, held);
        } else if (!watch.isArmed()) {
            watch.arm(held.workerId());
            settle(held, slots.find(held.workerId(), held.fence()));
        }
        lease.grantWhenDue();
        if (lease.wasGranted()) {
            times.compare(claim);
        }
        lease.requireWritten();
    }

    /** After the renewal: a record that cannot be read does not cost the lease that is held. */
    private void followRestores(Claim claim) {
        restores.followChanges();
        if (reconnected) {
            reconnected = false;
            try {
                restores.noteUndone(() -> touch(claim));
            } catch (RuntimeException e) {
                reconnected = true;
                throw e;
            }
        }
    }

    /** Before we report that we have joined: otherwise sequences would be served from restored data. */
    private void lookForRestore(Claim claim) {
        if (!announced) {
            reconnected = false;
            FleetRecord fleet = identity.joined().orElseThrow();
            if (!previousRun.remembers(fleet)) {
                restores.follow();
                restores.compared();
            } else {
                Touch now = touch(claim);
                RestoreRecord known = restores.follow();
                restores.compared();
                previousRun
                        .restored(fleet, known, now.transaction(), tree::readSlot, tree::slotsChanged)
                        .or(() -> restores.undone(known))
                        .ifPresent(evidence -> restores.note(evidence, now, previousRun.isTold()));
                restores.toldIsKnown();
            }
            announced = true;
            identity.announce();
        }
        tellOthers();
    }

    private Claim confirmClaim() {
        if (!claims.isLive()) {
            // A new session may be one with another ensemble.
            identity.confirm();
        }
        Claim claim = claims.live();
        if (!claim.equals(watchedUnder)) {
            watch.disarm();
            restores.unwatch();
            watchedUnder = claim;
        }
        return claim;
    }

    private void acquire(Claim claim) {
        awaitTurn(claim);
        previousRun = previousRun.at(clock.millis());
        // From memory, so that ZooKeeper is not written to all the time until then.
        identity.joined().ifPresent(fleet -> requireBegun(fleet, clock.millis()));
        long nowMillis = clockCheck.checkedMillis(claim, askedFor(claim));
        FleetRecord fleet = identity.confirm();
        requireBegun(fleet, nowMillis);
        HeldSlot taken = resolve(fleet, claim)
                .or(() -> resume(fleet, claim, nowMillis))
                .orElseGet(() -> searchFor(fleet, claim, nowMillis));
        previousRun = PreviousRun.none();
        restores.compared();
        lease.begin(taken);
    }

    /** @throws LeaseProblemException while another node may issue, in a fleet with one worker id */
    private void awaitTurn(Claim claim) {
        if (!settings.isTotallyOrdered() || unresolved != null) {
            return;
        }
        if (clock instanceof SteadyClock steady) {
            steady.anchorAnew();
        }
        if (!watch.isArmed()) {
            watch.arm(Standby.WORKER_ID);
        }
        clockCheck.keepWatch(claim, environment.nanoTime());
        lease.requireWritable();
        if (resumable(identity.joined().orElseThrow()).isEmpty()) {
            standby.requireOver();
        }
    }

    private HeldSlot searchFor(FleetRecord fleet, Claim claim, long nowMillis) {
        try {
            return search.takeFirst(
                    claim.ticket(),
                    previousRun.workerIn(fleet),
                    nowMillis,
                    candidate -> takeFree(fleet, claim, candidate, nowMillis));
        } catch (LeaseProblemException e) {
            if (settings.isTotallyOrdered() && e.kind() == Kind.NO_FREE_WORKER_ID) {
                // Another node may have been faster.
                standby.requireOver();
                standby.requirePast(nowMillis);
            }
            throw e;
        }
    }

    /** Returns the worker id that may be ours under a claim, which goes on naming it: the slot is not written again if it is. */
    private OptionalLong askedFor(Claim claim) {
        Unresolved asked = unresolved;
        return asked != null && asked.claim().equals(claim) ? OptionalLong.of(asked.workerId()) : OptionalLong.empty();
    }

    /** A worker id taken earlier would rest when its node ended, without having been of use. */
    private static void requireBegun(FleetRecord fleet, long nowMillis) {
        if (nowMillis <= fleet.floorMillis()) {
            throw new LeaseProblemException(
                    Kind.FLEET_NOT_BEGUN,
                    "the fleet's ids begin at %s, worker ids are taken from then on; the clock reads %s"
                            .formatted(Instant.ofEpochMilli(fleet.floorMillis() + 1), Instant.ofEpochMilli(nowMillis)),
                    Duration.ofMillis(Math.min(LONGEST_WAIT_MILLIS, fleet.floorMillis() + 1 - nowMillis)));
        }
    }

    private Optional<HeldSlot> resolve(FleetRecord fleet, Claim claim) {
        Unresolved asked = unresolved;
        return asked == null
                ? Optional.empty()
                : taken(fleet, claim, asked, slots.find(asked.workerId(), asked.fence()), false);
    }

    private Optional<HeldSlot> resume(FleetRecord fleet, Claim claim, long nowMillis) {
        return resumable(fleet).flatMap(own -> take(fleet, claim, own.expected(), own.floorMillis(), nowMillis));
    }

    /** Returns the slot of the process before this one, which has ended: our state directory was its own. */
    private Optional<Resumable> resumable(FleetRecord fleet) {
        return previousRun.resumable(fleet, this::peek);
    }

    private Optional<HeldSlot> takeFree(FleetRecord fleet, Claim claim, Candidate candidate, long nowMillis) {
        return tree.expect(candidate.workerId(), candidate.slot())
                .flatMap(expected -> take(fleet, claim, expected, candidate.floorMillis(), nowMillis));
    }

    private Optional<Slot> peek(long workerId) {
        try {
            return tree.peekSlot(workerId);
        } catch (UnreadablePayloadException e) {
            return Optional.empty();
        }
    }

    private Optional<HeldSlot> take(
            FleetRecord fleet, Claim claim, ExpectedSlot before, long floorMillis, long nowMillis) {
        long usedMillis = lease.floorOf(before.workerId(), Math.max(floorMillis, fleet.floorMillis()));
        String fence = claims.newFence(claim);
        Unresolved asked = new Unresolved(claim, before.workerId(), fence, usedMillis);
        unresolved = asked;
        Finding found = slots.take(claim, before, fence, reservation(claim, before.slot(), usedMillis, nowMillis));
        return taken(fleet, claim, asked, found, found.answered());
    }

    /**
     * Returns the slot if it is ours now.
     *
     * @throws LeaseProblemException if it is not, and may yet become ours: it would stay unused, and reserved while our
     *     claim lives
     */
    private Optional<HeldSlot> taken(
            FleetRecord fleet, Claim claim, Unresolved asked, Finding found, boolean answered) {
        Optional<HeldSlot> taken = found.own()
                .map(slot -> HeldSlot.begin(fleet.id(), slot, asked.fence(), floors.of(slot, asked.floorMillis())));
        boolean mayYetBeDone = taken.isEmpty() && !answered;
        if (mayYetBeDone) {
            claims.renounce(asked.claim());
        }
        unresolved = null;
        if (mayYetBeDone && asked.claim().equals(claim)) {
            throw new LeaseProblemException(
                    Kind.CLAIM_GONE,
                    "it is not known whether worker id %s will be taken for this node; making another claim, so that it is not"
                            .formatted(asked.workerId()));
        }
        return taken;
    }

    /** Returns a reservation of one window that ends neither before a former one of the slot nor before our own limit. */
    private SlotRecord reservation(Claim claim, Optional<Slot> before, long usedMillis, long nowMillis) {
        long wanted = Math.max(nowMillis + settings.window().toMillis(), usedMillis);
        long until = Math.max(wanted, before.map(Slot::reservedUntilMillis).orElse(wanted));
        SlotRecord after =
                SlotRecord.after(before.map(Slot::record), claim.name(), settings.node(), Instant.ofEpochMilli(until));
        return settings.isTotallyOrdered() ? after.withLease(lease(until - nowMillis)) : after;
    }

    /** An owner issues all of the tick that its limit lies in. */
    private long lease(long reservedMillis) {
        return reservedMillis + settings.layout().tick().millis();
    }

    private boolean isDue(HeldSlot held, Claim claim) {
        long restMillis = held.slot().reservedUntilMillis() - clock.millis();
        return clockCheck.isSuspect()
                || restMillis < settings.window().toMillis() * 2 / 3
                || !held.slot().record().owner().equals(claim.name());
    }

    private void tryToRenew(Claim claim, HeldSlot held) {
        long begun = environment.nanoTime();
        try {
            if (keepsOthersWaiting(held)) {
                lease.requireWritable();
            }
            renew(claim, held);
        } catch (LeaseProblemException e) {
            // Without a lease, the steady clock may follow one that is set right, and another node has its turn.
            if ((e.kind() == Kind.CLOCK_SKEW || e.kind() == Kind.STATE_NOT_WRITTEN) && keepsOthersWaiting(held)) {
                lease.lose(String.valueOf(e.getMessage()));
            }
            throw e;
        } finally {
            lease.renewalTried(held, environment.nanoTime() - begun);
        }
    }

    /** Returns whether there are no ids by a lease, while no other node may give them. */
    private boolean keepsOthersWaiting(HeldSlot held) {
        return settings.isTotallyOrdered()
                && clock.millis() > held.reservation().limitMillis();
    }

    private void renew(Claim claim, HeldSlot held) {
        long workerId = held.workerId();
        long nowMillis = clockCheck.checkedMillis(claim, OptionalLong.of(workerId));
        identity.confirm();
        Finding found = slots.find(workerId, held.fence());
        settle(
                held,
                found.own().isEmpty()
                        ? found
                        : slots.renew(
                                claim,
                                found.own().get(),
                                held.fence(),
                                reservation(
                                        claim, found.own(), held.reservation().limitMillis(), nowMillis)));
    }

    /** Goes on with the slot as it is now, or without it where it is not ours any more. */
    private void settle(HeldSlot held, Finding found) {
        if (found.own().isPresent()) {
            restores.compared();
            lease.goOn(held, found.own().get());
        } else {
            // The watch is on this slot; the next worker id may be another one.
            watch.disarm();
            lease.lose("this node no longer holds worker id %s: %s".formatted(held.workerId(), found.description()));
        }
    }
}
