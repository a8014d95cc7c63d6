package io.snowkeeper.sequences.sweep;

import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.coordinator.store.UnreadablePayloadException;
import io.snowkeeper.core.sequence.Retention;
import io.snowkeeper.sequences.access.SequenceStore;
import io.snowkeeper.sequences.catalogue.UnreadableRecords;
import io.snowkeeper.sequences.plan.Command;
import io.snowkeeper.sequences.record.Position;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sweep of one sequence: looks for expired records. All times are ZooKeeper's: those recorded with the znodes, and
 * for the present that of a write; no node's clock is used.
 *
 * <p>Blocks for its reads, and never for the sequence's writes. Used by the sweeping thread only.
 */
final class Sweep {

    private static final Logger log = LoggerFactory.getLogger(Sweep.class);

    private static final long ANSWER_SECONDS = 10;

    private final BiFunction<String, Command<?>, CompletableFuture<?>> sequences;
    private final UnreadableRecords unreadable;
    private final LongSupplier nanoTime;
    private final String sequence;
    private final ReservationSweep reservations;
    private final KeySweep keys;
    private final LedgerSweep ledger;
    private final SweepClock clock;

    /** When something may be due, by ZooKeeper's clock, as long as the state does not change. */
    private long next;

    Sweep(
            String sequence,
            BiFunction<String, Command<?>, CompletableFuture<?>> sequences,
            SweepClock clock,
            UnreadableRecords unreadable,
            LongSupplier nanoTime) {
        this.sequence = sequence;
        this.sequences = sequences;
        this.unreadable = unreadable;
        this.nanoTime = nanoTime;
        this.clock = clock;
        this.reservations = new ReservationSweep(sequence, this, clock);
        this.keys = new KeySweep(sequence, this, clock);
        this.ledger = new LedgerSweep(sequence, this, clock);
    }

    /**
     * The time from which on a znode may have something to do.
     *
     * @param since a time that ZooKeeper has recorded
     */
    record Due(long since, long millis) {

        static final Due NOW = new Due(0, 0);

        /** As long as the state does not change. */
        static final Due NEVER = new Due(Long.MAX_VALUE / 2, 0);

        boolean isPast(SweepClock clock) {
            return !Retention.isForever(millis) && clock.hasPassed(millis, since);
        }

        /** Returns when it is past, by ZooKeeper's clock. */
        long at(SweepClock clock) {
            return Retention.isForever(millis) ? NEVER.since() : clock.passes(millis, since);
        }
    }

    /** Makes it due until it is swept. */
    void expect() {
        next = Long.MIN_VALUE;
    }

    /** Returns whether anything will be due though the state does not change. */
    boolean waits() {
        return next < Due.NEVER.since();
    }

    /** Returns whether something may be due now. */
    boolean isDue() {
        return next <= clock.latest(now());
    }

    /** @param keysToo whether keys are looked for, too */
    void sweep(SequenceStore tree, Position state, boolean keysToo)
            throws InterruptedException, ExecutionException, TimeoutException {
        expect();
        long soonest = Due.NEVER.since();
        if (state.record().reservations() > 0) {
            reservations.sweep(tree, state);
            soonest = Math.min(soonest, reservations.next());
            ledger.sweep(tree, state);
            soonest = Math.min(soonest, ledger.next());
        }
        if (state.record().options().keepsKeysForever()) {
            keys.rest();
        } else if (state.record().keys() > 0) {
            if (!keysToo) {
                return;
            }
            keys.sweep(tree, state);
            soonest = Math.min(soonest, keys.next());
        }
        next = soonest;
    }

    /** Submits commands to the sequence, one after the other. A failed one is found again by the next sweep. */
    CompletableFuture<?> submitInTurn(List<Supplier<Command<?>>> commands) {
        CompletableFuture<?> done = CompletableFuture.completedFuture(null);
        for (Supplier<Command<?>> command : commands) {
            done = done.thenCompose(unused -> sequences.apply(sequence, command.get()))
                    .handle((result, failure) -> {
                        if (failure != null) {
                            log.debug("sequence {} was not swept to the end: {}", sequence, failure.getMessage());
                        }
                        return null;
                    });
        }
        return done;
    }

    /** Waits for a znode; empty if it is not there, or is one that cannot be read. */
    Optional<StoredRecord> read(SequenceStore tree, String path, CompletableFuture<Optional<StoredRecord>> reading)
            throws InterruptedException, ExecutionException, TimeoutException {
        try {
            return tree.await(reading);
        } catch (ExecutionException e) {
            unreadable.note(path, UnreadableRecords.reason(e));
            return Optional.empty();
        }
    }

    /** Returns a znode's payload; empty if it cannot be read. */
    <T> Optional<T> payload(StoredRecord znode, Class<T> type) {
        try {
            T payload = znode.as(type);
            unreadable.wasRead(znode.path());
            return Optional.of(payload);
        } catch (UnreadablePayloadException e) {
            unreadable.note(znode.path(), String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    /** Passes a znode over that does not belong there. */
    void passOver(String path, String reason) {
        unreadable.note(path, reason);
    }

    /** Returns the present time in the commands' form. */
    long now() {
        return nanoTime.getAsLong();
    }

    /** The time limit of the sequence's commands. */
    static long timeoutNanos() {
        return TimeUnit.SECONDS.toNanos(ANSWER_SECONDS);
    }
}
