package io.snowkeeper.sequences.ranges;

import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.NoAnswerException;
import io.snowkeeper.sequences.Overlap;
import io.snowkeeper.sequences.SequencePreconditionException;
import io.snowkeeper.sequences.access.SequenceStore;
import io.snowkeeper.sequences.record.SequencePaths;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The registry of the ranges that the fleet's sequences have. A sequence's claims are written in the transaction that
 * gives it the ranges, on the condition that every page that could have an overlapping claim is as it was read. A claim
 * holds as long as its sequence exists; so deleting a sequence does not involve the registry. Thread-safe.
 */
public final class RangeRegistry {

    private final SequenceStore tree;
    private final ClaimOwners owners;
    private final RegistryRoot root;
    private final ClaimPipeline pipeline = new ClaimPipeline();

    private CompletableFuture<?> last = CompletableFuture.completedFuture(null);

    public RangeRegistry(SequenceStore tree) {
        this.tree = tree;
        this.owners = new ClaimOwners(tree);
        this.root = new RegistryRoot(tree);
    }

    /**
     * Creates a sequence with its claims. Fails as {@link #claim} does, with {@link NoAnswerException} if it is not known whether it was done
     * or is to be tried again, and with {@link io.snowkeeper.coordinator.store.WriteRefusedException}.
     *
     * @param incarnation the sequence's, that no other attempt has
     * @param write writes the changes that it is given together with those that create the sequence, the record of its incarnation among
     *     them, in one transaction
     */
    public <T> CompletableFuture<T> create(
            String sequence,
            String incarnation,
            SteppedRanges ranges,
            Overlap overlap,
            Function<List<Change>, CompletableFuture<T>> write) {
        String created = SequencePaths.incarnation(sequence, incarnation);
        return inTurn(() -> {
                    long begun = pipeline.begin();
                    return claim(sequence, incarnation, ranges, overlap, pipeline)
                            .thenApply(plan ->
                                    new Sent<>(send(pipeline.send(begun, created, plan.changes()), created, write)));
                })
                .thenCompose(Sent::written);
    }

    /** A write that is under way, for which the next caller need not wait. */
    private record Sent<T>(CompletableFuture<T> written) {}

    private <T> CompletableFuture<T> send(
            List<Change> changes, String created, Function<List<Change>, CompletableFuture<T>> write) {
        CompletableFuture<T> written;
        try {
            written = write.apply(changes);
        } catch (RuntimeException e) {
            written = CompletableFuture.failedFuture(e);
        }
        return written.whenComplete((done, failure) -> {
            if (failure == null) {
                pipeline.done(created);
            } else {
                pipeline.failed();
                forget();
            }
        });
    }

    /** Plans and sends when those before have been sent. */
    private <T> CompletableFuture<T> inTurn(Supplier<CompletableFuture<T>> step) {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        CompletableFuture<?> before;
        synchronized (this) {
            before = last;
            last = ended;
        }
        CompletableFuture<T> done = before.thenCompose(turn -> step.get());
        var unused = done.whenComplete((result, failure) -> ended.complete(null));
        return done;
    }

    /**
     * Plans a claim. Fails with {@link SequencePreconditionException} if the ranges overlap another sequence's and that is refused.
     *
     * @param incarnation the sequence's, whose own claims do not count
     */
    public CompletableFuture<ClaimPlan> claim(
            String sequence, String incarnation, SteppedRanges ranges, Overlap overlap) {
        return claim(sequence, incarnation, ranges, overlap, new ClaimPipeline());
    }

    /** @param before the writes that this one is planned on */
    private CompletableFuture<ClaimPlan> claim(
            String sequence, String incarnation, SteppedRanges ranges, Overlap overlap, ClaimPipeline before) {
        List<Claim> claims = Claim.of(sequence, incarnation, ranges.ranges());
        return root.table(before::read)
                .thenCompose(table -> new OverlapSearch(tree, owners, table, claims, ranges, before).draft(overlap))
                .thenApply(draft -> {
                    ClaimPlan plan = new ClaimPlan(incarnation, draft.changes());
                    if (plan.changesTable()) {
                        forget();
                    }
                    return plan;
                })
                .whenComplete((plan, failure) -> {
                    if (failure != null) {
                        forget();
                    }
                });
    }

    /** Lets the table be read again: a write was refused, or its outcome is unknown. */
    public void forget() {
        root.forget();
    }
}
