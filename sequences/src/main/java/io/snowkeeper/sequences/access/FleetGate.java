package io.snowkeeper.sequences.access;

import io.snowkeeper.coordinator.fleet.FleetPaths;
import io.snowkeeper.coordinator.fleet.StoredRestores;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.NoAnswerException;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.store.StoreSession;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.coordinator.store.UnreadablePayloadException;
import io.snowkeeper.coordinator.store.Watch;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.sequences.SequenceUnavailableException;
import io.snowkeeper.sequences.access.ServedFleet.Known;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The gate that a connection's requests have to pass: each new session is asked first which fleet it has come to, and
 * again when the fleet's record has changed. A session is of one ensemble, so a finding holds for all of its requests.
 * Thread-safe.
 */
final class FleetGate {

    private final ServedFleet fleet;
    private final CoordinationStore store;
    // One for all reads: a store may keep every other one until it is called.
    private final Watch watch = this::lookAgain;
    private final Watch restoresWatch;

    private volatile @Nullable Confirmed confirmed;

    /** How often the known state has become uncertain: earlier reads are not believed. */
    private final AtomicInteger changes = new AtomicInteger();

    private @Nullable StoreSession asked;
    private @Nullable CompletableFuture<Confirmed> answer;

    /**
     * A session that was found to be of the fleet.
     *
     * @param id the fleet's id, empty if there was none yet
     * @param closed why numbers are refused for now, null if they are not
     */
    private record Confirmed(
            StoreSession session,
            Optional<String> id,
            @Nullable String closed) {}

    /**
     * A look at which fleet a session has come to.
     *
     * @param made completed when that is known
     * @param before the knowledge before a majority of the servers was asked, null if none was yet
     * @param changes how many there had been when it began
     */
    private record Look(
            StoreSession session,
            CompletableFuture<Confirmed> made,
            @Nullable Known before,
            int changes) {}

    /** @param store names the path of the fleet's record for operators */
    FleetGate(ServedFleet fleet, CoordinationStore store) {
        this.fleet = fleet;
        this.store = store;
        this.restoresWatch = this::restoresChanged;
    }

    /** Numbers of kept blocks are handed out without a request, so this does not wait for one. */
    private void restoresChanged() {
        lookAgain();
        try {
            var unused = open(store.session());
        } catch (NoAnswerException e) {
            // The next session looks.
        }
    }

    /** Marks the state of restores as unknown. */
    void lookAgain() {
        changes.incrementAndGet();
        confirmed = null;
    }

    /** Returns how numbers are refused, null if they are not as far as is known. */
    @Nullable
    SequenceUnavailableException refusal() {
        SequenceUnavailableException good = fleet.refusal();
        Confirmed known = confirmed;
        return good != null || known == null ? good : refusal(known);
    }

    private static @Nullable SequenceUnavailableException refusal(Confirmed known) {
        String closed = known.closed();
        return closed == null ? null : new SequenceUnavailableException(UnavailableReason.ENSEMBLE_RESTORED, closed);
    }

    /** Returns whether requests of any kind may be sent by this session. */
    boolean isOpen(StoreSession session) {
        Confirmed known = confirmed;
        return known != null && known.closed() == null && known.session() == session && fleet.isServed(known.id());
    }

    /**
     * Looks which fleet the session has come to. Fails with {@link SequenceUnavailableException} if it is not ours, or
     * if a restore is open and numbers may be handed out, and with {@link NoAnswerException} if that is not known.
     *
     * @param numbers whether the requests may hand out numbers
     */
    CompletableFuture<@Nullable Void> open(StoreSession session, boolean numbers) {
        return open(session).thenCompose(known -> {
            SequenceUnavailableException refusal = numbers ? refusal(known) : null;
            return refusal == null ? CompletableFuture.completedFuture(null) : CompletableFuture.failedFuture(refusal);
        });
    }

    private CompletableFuture<Confirmed> open(StoreSession session) {
        SequenceUnavailableException refusal = fleet.refusal();
        if (refusal != null) {
            return CompletableFuture.failedFuture(refusal);
        }
        CompletableFuture<Confirmed> made;
        synchronized (this) {
            if (asked == session && answer != null && !answer.isDone()) {
                return answer;
            }
            made = new CompletableFuture<>();
            asked = session;
            answer = made;
        }
        look(new Look(session, made, null, changes.get()));
        return made;
    }

    private void look(Look look) {
        // Not waited for: requests of one session are served in their order.
        var unused = look.session().sync();
        var unusedToo = look.session().read(FleetPaths.FLEET, watch).whenComplete((record, failure) -> {
            if (failure != null) {
                look.made().completeExceptionally(Failures.forCaller(failure));
            } else if (record.isPresent()) {
                looked(look, record);
            } else {
                awaitFleet(look);
            }
        });
    }

    /** There is no fleet yet, or not any more: whichever it is, we hear of the next one. */
    private void awaitFleet(Look look) {
        var unused = look.session().stamp(FleetPaths.FLEET, watch).whenComplete((stamp, failure) -> {
            if (failure != null) {
                look.made().completeExceptionally(Failures.forCaller(failure));
            } else if (stamp.isPresent()) {
                look(look);
            } else {
                looked(look, Optional.empty());
            }
        });
    }

    private void looked(Look look, Optional<StoredRecord> record) {
        try {
            Optional<String> found = record.map(this::idOf);
            if (fleet.found(found, look.before())) {
                lookForRestores(look, found);
            } else {
                lookAgain(look);
            }
        } catch (RuntimeException e) {
            look.made().completeExceptionally(e);
        }
    }

    /**
     * From restored data, numbers would be handed out a second time. A server that lags, or follows a former leader,
     * may not know yet that a restore is open; a read after a confirmation is as new as that.
     */
    private void lookForRestores(Look look, Optional<String> found) {
        var unused = look.session()
                .confirm(FleetPaths.FLEET)
                .thenCompose(there -> look.session().stamp(FleetPaths.RESTORES, restoresWatch))
                .thenCompose(stamp -> stamp.isPresent()
                        ? look.session().read(FleetPaths.RESTORES, restoresWatch)
                        : CompletableFuture.completedFuture(Optional.empty()))
                .whenComplete((record, failure) -> {
                    if (failure != null) {
                        look.made().completeExceptionally(Failures.forCaller(failure));
                    } else {
                        passed(look, found, record);
                    }
                });
    }

    private void passed(Look look, Optional<String> found, Optional<StoredRecord> restores) {
        try {
            Confirmed now = new Confirmed(
                    look.session(),
                    found,
                    fleet.found(StoredRestores.of(restores).record()));
            confirmed = now;
            if (look.changes() != changes.get()) {
                // A watch was called meanwhile, and is used up.
                confirmed = null;
                look(new Look(look.session(), look.made(), look.before(), changes.get()));
                return;
            }
            look.made().complete(now);
        } catch (UnreadablePayloadException e) {
            look.made()
                    .completeExceptionally(new SequenceUnavailableException(
                            "%s, so it is not known whether sequences may be served; restore it"
                                    .formatted(e.getMessage())));
        } catch (RuntimeException e) {
            look.made().completeExceptionally(e);
        }
    }

    /**
     * A fleet that does not fit may be the predecessor of ours, from a late answer or a server that lags. A
     * confirmation comes from the ensemble's present leader alone, and a read after it is as new.
     */
    private void lookAgain(Look look) {
        Known known = fleet.known();
        var unused = look.session().confirm(FleetPaths.FLEET).whenComplete((there, failure) -> {
            if (failure == null) {
                look(new Look(look.session(), look.made(), known, changes.get()));
            } else {
                look.made().completeExceptionally(Failures.forCaller(failure));
            }
        });
    }

    private String idOf(StoredRecord record) {
        try {
            return PayloadCodec.decode(record.payload(), FleetId.class).id();
        } catch (IOException e) {
            throw new SequenceUnavailableException(
                    "znode %s cannot be read, so it is not known which fleet this is: %s; restore it"
                            .formatted(store.describe(FleetPaths.FLEET), e.getMessage()));
        }
    }
}
