package io.snowkeeper.coordinator.lease;

import io.snowkeeper.coordinator.fleet.ClaimRecord;
import io.snowkeeper.coordinator.fleet.FleetTree;
import io.snowkeeper.coordinator.fleet.LeaseProblemException;
import io.snowkeeper.coordinator.fleet.LeaseProblemException.Kind;
import io.snowkeeper.coordinator.fleet.Slot;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.coordinator.store.UnreadablePayloadException;
import io.snowkeeper.core.text.PrintableText;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The wait for the one worker id of a fleet. Its owner's lease has ended when we have not seen the slot written for
 * longer than it lasts: the last sighting was sent before we saw it. Neither clocks nor sessions count, and whether its
 * claim is live.
 *
 * <p>For one thread.
 */
final class Standby {

    static final long WORKER_ID = 0;

    /** A stopwatch may be slower than another one by so much: more than if both are slewed by a tenth, one each way. */
    private static final double SLOWEST = 1.25;

    private final FleetTree tree;
    private final ClaimKeeper claims;
    private final long longestMillis;
    private final Environment environment;
    private @Nullable Slot seen;
    private long seenNanos;
    private String owner = "";
    private String ownersPlaces = "";

    /** @param longest how far ahead of another node's clock an owner reserves at most */
    Standby(FleetTree tree, ClaimKeeper claims, Duration longest, Environment environment) {
        this.tree = tree;
        this.claims = claims;
        this.longestMillis = longest.toMillis();
        this.environment = environment;
    }

    /** @throws LeaseProblemException while the owner of the worker id, which is not this process, may issue */
    void requireOver() {
        Optional<Slot> slot = peek();
        // After the read: its content was sent before this.
        long now = environment.nanoTime();
        if (slot.isPresent() && !isOver(slot.get(), now)) {
            throw new LeaseProblemException(
                    Kind.STANDBY, describe(slot.get()), Duration.ofNanos(rest(slot.get(), now)));
        }
    }

    /**
     * Does nothing where more is reserved than an owner does: the worker id was retired.
     *
     * @throws LeaseProblemException while a clock that reads this time is behind the reserved time, by more than a
     *     moment
     */
    void requirePast(long nowMillis) {
        Optional<Slot> slot = peek();
        long reserved = slot.map(Slot::reservedUntilMillis).orElse(nowMillis);
        long rest = reserved - SlotSearch.MOMENT_MILLIS - nowMillis;
        if (rest > 0 && reserved - nowMillis <= longestMillis) {
            throw new LeaseProblemException(
                    Kind.CLOCK_BEHIND,
                    "this node waits until its clock is past %s, up to which node %s had reserved; it reads %s"
                            .formatted(
                                    Instant.ofEpochMilli(reserved),
                                    PrintableText.of(slot.orElseThrow().record().node()),
                                    Instant.ofEpochMilli(nowMillis)),
                    Duration.ofMillis(rest));
        }
    }

    /** A slot that cannot be read is left to the search, which says so. */
    private Optional<Slot> peek() {
        try {
            return tree.peekSlot(WORKER_ID);
        } catch (UnreadablePayloadException e) {
            return Optional.empty();
        }
    }

    /** Returns whether the owner of a slot issues nothing any more, although its claim may be live. */
    boolean isOver(Slot slot) {
        return isOver(slot, environment.nanoTime());
    }

    private boolean isOver(Slot slot, long now) {
        return slot.record().lease().isEmpty() || claims.isOurs(slot) || rest(slot, now) <= 0;
    }

    private long rest(Slot slot, long now) {
        // All of it: where older data were put back, another write may have the same stamp.
        if (!slot.equals(seen)) {
            seen = slot;
            seenNanos = now;
        }
        long lease = Duration.ofMillis(slot.record().lease().orElseThrow()).toNanos();
        return (long) (lease * SLOWEST) - (now - seenNanos);
    }

    /** The previous owner's text stays: it need not be read at each look. */
    private String describe(Slot slot) {
        if (!slot.record().owner().equals(owner)) {
            ownersPlaces =
                    tree.peekClaim(slot.record().owner()).map(Standby::places).orElse("");
            owner = slot.record().owner();
        }
        return "this node stands by: node %s is active%s"
                .formatted(PrintableText.of(slot.record().node()), ownersPlaces);
    }

    private static String places(ClaimRecord claim) {
        return claim.endpoints().isEmpty() ? "" : ", at " + PrintableText.of(String.join(", ", claim.endpoints()));
    }
}
