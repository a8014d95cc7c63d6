package io.snowkeeper.coordinator.lease;

import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.WorkerIdRange;
import io.snowkeeper.coordinator.fleet.FleetTree;
import io.snowkeeper.coordinator.fleet.LeaseProblemException;
import io.snowkeeper.coordinator.fleet.LeaseProblemException.Kind;
import io.snowkeeper.coordinator.fleet.Slot;
import io.snowkeeper.coordinator.store.UnreadablePayloadException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The search for a worker id that may be taken: first the one that this node had last, then the one that our ticket
 * points to, then the ones after it.
 */
final class SlotSearch {

    /** A slot that is reserved for no longer than this is worth the wait. */
    static final long MOMENT_MILLIS = 1_000;

    /** How many slots are read before the live claims are, once the first candidate was not free. */
    private static final int STRIDE = 64;

    private static final Logger log = LoggerFactory.getLogger(SlotSearch.class);

    private final FleetTree tree;
    private final FleetIdentity identity;
    private final WorkerIdRange range;
    private final boolean isPart;
    private final Predicate<Slot> isOver;
    private final long beforeTheFirst;
    private final long longestReservation;

    /** @param isOver whether the owner of a slot issues nothing any more, although its claim may be live */
    SlotSearch(FleetTree tree, FleetIdentity identity, MemberSettings settings, Predicate<Slot> isOver) {
        this.isOver = isOver;
        this.tree = tree;
        this.identity = identity;
        this.range = settings.workerIds();
        this.isPart = range.size() < settings.layout().workers();
        this.beforeTheFirst = settings.layout().epochMillis() - 1;
        this.longestReservation = RestoredBackup.longestReservation(settings).toMillis();
    }

    /**
     * A worker id whose slot may be taken as it was read.
     *
     * @param slot empty if there is none
     * @param floorMillis up to where another node may have issued under it, as far as that is known before it was taken
     */
    record Candidate(long workerId, Optional<Slot> slot, long floorMillis) {}

    /**
     * Offers one free worker id after the other until one is taken.
     *
     * @param last this node's last worker id
     * @param nowMillis our time, checked against ZooKeeper's
     * @param take takes the candidate, or returns empty if another node was faster
     * @throws LeaseProblemException if none of the worker ids could be taken
     */
    <T> T takeFirst(int ticket, OptionalLong last, long nowMillis, Function<Candidate, Optional<T>> take) {
        if (last.isPresent() && range.contains(last.getAsLong())) {
            Optional<T> taken = takeAmong(List.of(last.getAsLong()), nowMillis, new Tally(), take);
            if (taken.isPresent()) {
                return taken.get();
            }
        }
        long workers = range.size();
        long start = Math.floorMod(ticket, workers);
        Tally tally = new Tally();
        int stride = 1;
        for (long offset = 0; offset < workers; offset += stride) {
            stride = offset == 0 ? 1 : STRIDE;
            List<Long> next = new ArrayList<>();
            for (long at = offset; at < Math.min(workers, offset + stride); at++) {
                next.add(range.first() + (start + at) % workers);
            }
            Optional<T> taken = takeAmong(next, nowMillis, tally, take);
            if (taken.isPresent()) {
                return taken.get();
            }
        }
        return takeEach(tally.lastResort, tally, take)
                .orElseThrow(() -> new LeaseProblemException(Kind.NO_FREE_WORKER_ID, tally.describe(range, isPart)));
    }

    private <T> Optional<T> takeAmong(
            List<Long> workerIds, long nowMillis, Tally tally, Function<Candidate, Optional<T>> take) {
        return takeEach(free(workerIds, nowMillis, tally), tally, take);
    }

    private static <T> Optional<T> takeEach(
            List<Candidate> candidates, Tally tally, Function<Candidate, Optional<T>> take) {
        for (Candidate candidate : candidates) {
            Optional<T> taken = take.apply(candidate);
            if (taken.isPresent()) {
                return taken;
            }
            tally.taken++;
        }
        return Optional.empty();
    }

    /** The slots before the live claims: one client's reads never go back, so a slot's live owner is seen. */
    private List<Candidate> free(List<Long> workerIds, long nowMillis, Tally tally) {
        List<Slot> slots = new ArrayList<>();
        List<Long> missing = new ArrayList<>();
        for (long workerId : workerIds) {
            try {
                tree.peekSlot(workerId).ifPresentOrElse(slots::add, () -> missing.add(workerId));
            } catch (UnreadablePayloadException e) {
                log.warn("worker id {} is left alone: {}", workerId, e.getMessage());
                tally.unreadable++;
            }
        }
        List<Candidate> free = new ArrayList<>();
        Set<String> liveClaims = tree.liveClaims();
        for (Slot slot : slots) {
            if (isFree(slot, liveClaims, nowMillis + MOMENT_MILLIS, tally)) {
                free.add(new Candidate(slot.workerId(), Optional.of(slot), slot.reservedUntilMillis()));
            }
        }
        if (!missing.isEmpty()) {
            int deleted = identity.census().deleted();
            for (long workerId : missing) {
                if (deleted == 0) {
                    free.add(new Candidate(workerId, Optional.empty(), beforeTheFirst));
                } else {
                    tally.lastResort.add(new Candidate(workerId, Optional.empty(), nowMillis + longestReservation));
                }
            }
        }
        return free;
    }

    private boolean isFree(Slot slot, Set<String> liveClaims, long latestMillis, Tally tally) {
        if (slot.record().lease().isPresent()
                ? !isOver.test(slot)
                : liveClaims.contains(slot.record().owner())) {
            tally.taken++;
            return false;
        }
        if (slot.reservedUntilMillis() > latestMillis) {
            tally.rest(slot.reservedUntilMillis());
            return false;
        }
        return true;
    }

    /** A tally of why worker ids were passed over. */
    private static final class Tally {

        /** Slots were deleted by hand: a missing one may have an owner that does not know it yet. */
        private final List<Candidate> lastResort = new ArrayList<>();

        private int taken;
        private int resting;
        private int unreadable;
        private long nextMillis = Long.MAX_VALUE;

        void rest(long reservedUntilMillis) {
            resting++;
            nextMillis = Math.min(nextMillis, reservedUntilMillis);
        }

        String describe(WorkerIdRange range, boolean isPart) {
            StringBuilder text = new StringBuilder("no worker id is free: of %s%s, %s are taken"
                    .formatted(range.size(), isPart ? " in " + range : "", taken));
            if (resting > 0) {
                text.append(", %s rest until their former owners' reservations have passed, the first at %s"
                        .formatted(resting, Instant.ofEpochMilli(nextMillis)));
            }
            if (unreadable > 0) {
                text.append(", %s cannot be read".formatted(unreadable));
            }
            return text.append("; stop a node or use ")
                    .append(isPart ? "a wider --worker-range" : "a layout with more worker bits")
                    .toString();
        }
    }
}
