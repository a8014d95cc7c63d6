package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.zookeeper.ObstacleException.Kind;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.MillisClock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for a worker id that may be taken: first the one that this node had last, then the one that our ticket points to,
 * then the ones after it.
 */
final class SlotSearch {

    /** A slot that is reserved for no longer than this is worth the wait. */
    static final long MOMENT_MILLIS = 1_000;

    /** How many slots are read before the live claims are, once the first candidate was not free. */
    private static final int STRIDE = 64;

    private static final Logger log = LoggerFactory.getLogger(SlotSearch.class);

    private final FleetTree tree;
    private final MillisClock clock;
    private final long workers;

    SlotSearch(FleetTree tree, MillisClock clock, Layout layout) {
        this.tree = tree;
        this.clock = clock;
        this.workers = layout.maxWorkerId() + 1;
    }

    /** A worker id whose slot may be taken as it was read; without a slot, nobody ever had it. */
    record Candidate(long workerId, Optional<Slot> slot) {}

    /**
     * Offers one free worker id after the other until one is taken.
     *
     * @param last the worker id that this node had last
     * @param take takes the candidate, or comes back empty when somebody else was faster
     * @throws ObstacleException if none of the layout's worker ids could be taken
     */
    <T> T takeFirst(int ticket, OptionalLong last, Function<Candidate, Optional<T>> take) {
        if (last.isPresent()) {
            Optional<T> taken = takeAmong(last.getAsLong(), 0, 1, new Tally(), take);
            if (taken.isPresent()) {
                return taken.get();
            }
        }
        long start = Math.floorMod(ticket, workers);
        Tally tally = new Tally();
        int stride = 1;
        for (long offset = 0; offset < workers; offset += stride) {
            stride = offset == 0 ? 1 : STRIDE;
            long end = Math.min(workers, offset + stride);
            Optional<T> taken = takeAmong(start, offset, end, tally, take);
            if (taken.isPresent()) {
                return taken.get();
            }
        }
        throw new ObstacleException(Kind.NO_FREE_WORKER_ID, tally.describe(workers));
    }

    private <T> Optional<T> takeAmong(
            long start, long from, long to, Tally tally, Function<Candidate, Optional<T>> take) {
        for (Candidate candidate : free(start, from, to, tally)) {
            Optional<T> taken = take.apply(candidate);
            if (taken.isPresent()) {
                return taken;
            }
            tally.taken++;
        }
        return Optional.empty();
    }

    /** The slots before the live claims: one client's reads never go back, so a slot's live owner is seen. */
    private List<Candidate> free(long start, long from, long to, Tally tally) {
        List<Candidate> read = new ArrayList<>();
        for (long offset = from; offset < to; offset++) {
            readCandidate((start + offset) % workers, tally).ifPresent(read::add);
        }
        Set<String> liveClaims = tree.liveClaims();
        long latest = clock.millis() + MOMENT_MILLIS;
        return read.stream()
                .filter(candidate -> isFree(candidate, liveClaims, latest, tally))
                .toList();
    }

    private Optional<Candidate> readCandidate(long workerId, Tally tally) {
        try {
            return Optional.of(new Candidate(workerId, tree.readSlot(workerId)));
        } catch (UnreadablePayloadException e) {
            log.warn("worker id {} is left alone: {}", workerId, e.getMessage());
            tally.unreadable++;
            return Optional.empty();
        }
    }

    private static boolean isFree(Candidate candidate, Set<String> liveClaims, long latest, Tally tally) {
        if (candidate.slot().isEmpty()) {
            return true;
        }
        SlotRecord slot = candidate.slot().get().record();
        if (liveClaims.contains(slot.owner())) {
            tally.taken++;
            return false;
        }
        if (slot.reservedUntilMillis() > latest) {
            tally.rest(slot.reservedUntilMillis());
            return false;
        }
        return true;
    }

    /** Why worker ids were passed over. */
    private static final class Tally {

        private int taken;
        private int resting;
        private int unreadable;
        private long nextMillis = Long.MAX_VALUE;

        void rest(long reservedUntilMillis) {
            resting++;
            nextMillis = Math.min(nextMillis, reservedUntilMillis);
        }

        String describe(long workers) {
            StringBuilder text =
                    new StringBuilder("no worker id is free: of %d, %d are taken".formatted(workers, taken));
            if (resting > 0) {
                text.append(", %d rest until their former owners' reservations have passed, the first at %s"
                        .formatted(resting, Instant.ofEpochMilli(nextMillis)));
            }
            if (unreadable > 0) {
                text.append(", %d cannot be read".formatted(unreadable));
            }
            return text.append("; stop a node or use a layout with more worker bits")
                    .toString();
        }
    }
}
