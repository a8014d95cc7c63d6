package io.snowkeeper.sequences.access;

import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.coordinator.store.NoAnswerException;
import io.snowkeeper.coordinator.store.RecordChildren;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.StoreSession;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.coordinator.store.Watch;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.sequences.SequenceSettings;
import io.snowkeeper.sequences.SequenceUnavailableException;
import io.snowkeeper.sequences.record.SequencePaths;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The store as sequences use it, in sessions that are verified to belong to their fleet.
 *
 * <p>Futures fail with {@link NoAnswerException}, with {@link SequenceUnavailableException} if the store denies access
 * (its cause says why), or, for writes, with {@link io.snowkeeper.coordinator.store.WriteRefusedException}. They
 * complete on the store's thread.
 */
public class SequenceStore {

    /**
     * The most lookups of names at once, since names may be invented: so few that requests for numbers are never far
     * behind them.
     */
    private static final int SEARCHES_AT_ONCE = 32;

    private static final int MAX_SEARCHES_WAITING = 2_000;

    private static final int READ_TOGETHER = 50;

    private static final Duration MAX_WAIT = Duration.ofSeconds(10);

    private final CoordinationStore store;
    private final ServedFleet fleet;
    private final Environment environment;
    private final ClockAgreement clocks;
    private final SharedRequest<StoreSession> confirmation;
    private final FleetGate gate;
    private final boolean numbers;
    private final RequestQueue searches = new RequestQueue(SEARCHES_AT_ONCE, MAX_SEARCHES_WAITING);

    /** As with {@link SequenceSettings#DEFAULT_MAX_SKEW}. */
    public SequenceStore(CoordinationStore store, ServedFleet fleet, Environment environment) {
        this(store, fleet, environment, SequenceSettings.DEFAULT_MAX_SKEW);
    }

    /**
     * @param fleet whose records these are
     * @param environment how callers of {@link #await} wait
     * @param maxSkew how far our clock may be from ZooKeeper's where the time decides something for good
     */
    @SuppressWarnings("this-escape") // No confirmation is requested before it is complete.
    public SequenceStore(CoordinationStore store, ServedFleet fleet, Environment environment, Duration maxSkew) {
        this.store = store;
        this.fleet = fleet;
        this.environment = environment;
        this.clocks = new ClockAgreement(environment, maxSkew);
        this.gate = new FleetGate(fleet, store);
        this.numbers = true;
        this.confirmation = new SharedRequest<>(this::confirm);
    }

    private SequenceStore(SequenceStore same) {
        this.store = same.store;
        this.fleet = same.fleet;
        this.environment = same.environment;
        this.clocks = same.clocks;
        this.gate = same.gate;
        this.numbers = false;
        this.confirmation = new SharedRequest<>(this::confirm);
    }

    /**
     * Returns the same store for requests that hand out no numbers: they are done also while a restore is open, before
     * this process has served any.
     */
    @SuppressWarnings("this-escape") // As above.
    public SequenceStore withoutNumbers() {
        return new SequenceStore(this);
    }

    /** Looks again whether a restore is open. */
    public void lookAgain() {
        gate.lookAgain();
    }

    /** Waits for the answer to a request, for some seconds at the most; for a thread that may be held up. */
    public <T> T await(CompletableFuture<T> request) throws InterruptedException, ExecutionException, TimeoutException {
        return environment.await(request, MAX_WAIT);
    }

    /**
     * Returns an object that stays the same while requests go out on the same session, only to be compared: a watch
     * ends silently with its session.
     *
     * @throws NoAnswerException if there is no session
     */
    public Object session() {
        return store.session();
    }

    /** Ends the service because the data is older than before; returns the refusal of all further requests. */
    public SequenceUnavailableException restored(String evidence) {
        return fleet.restored(evidence);
    }

    /** Returns how a call is refused since nothing is served, for now or for good, null if it is not. */
    public @Nullable SequenceUnavailableException refusal() {
        return numbers ? gate.refusal() : fleet.refusal();
    }

    /** Returns how this machine's clock is compared with ZooKeeper's. */
    public ClockAgreement clocks() {
        return clocks;
    }

    /** Returns a record's path as operators know it. */
    public String describe(String path) {
        return store.describe(path);
    }

    /** Reads a record; empty if there is none. */
    public CompletableFuture<Optional<StoredRecord>> read(String path) {
        return read(path, null);
    }

    /** Reads a record; if there is one, the watch is called once when it changes. */
    public CompletableFuture<Optional<StoredRecord>> read(String path, @Nullable Watch watch) {
        return request(session -> session.read(path, watch));
    }

    /**
     * Reads records, as {@link StoreSession#readAll} does, by as many requests as keep answers below {@link
     * BulkConnection#MAX_ANSWER_BYTES}: a record has up to a megabyte.
     */
    public CompletableFuture<List<Optional<StoredRecord>>> readAll(List<String> paths) {
        CompletableFuture<List<Optional<StoredRecord>>> all = CompletableFuture.completedFuture(List.of());
        for (int from = 0; from < paths.size(); from += READ_TOGETHER) {
            List<String> some = paths.subList(from, Math.min(paths.size(), from + READ_TOGETHER));
            all = all.thenCombine(
                    request(session -> session.readAll(some)),
                    (before, more) ->
                            Stream.concat(before.stream(), more.stream()).toList());
        }
        return all;
    }

    /**
     * Reads a record as it is at least since now, whichever server leads the ensemble, and calls the watch once if it
     * changes. A {@code sync} would not do: a former leader that does not know of its replacement answers that as well.
     */
    public CompletableFuture<Optional<StoredRecord>> readLatest(String path, @Nullable Watch watch) {
        CompletableFuture<Optional<StoredRecord>> answer = new CompletableFuture<>();
        var unused = confirmation.ask().whenComplete((session, failure) -> {
            if (failure == null) {
                // By the very session that has seen the confirmation: another one's server may be behind it.
                send(used -> used.read(path, watch), session, answer);
            } else {
                fail(answer, path, Failures.unwrap(failure));
            }
        });
        return answer;
    }

    /**
     * Looks for a sequence's name when it is its turn: clients could otherwise keep the store busy with made-up names.
     * Fails with {@link NoAnswerException} also if too many are looked for.
     *
     * @param latest whether it must be as new as this call, as with {@link #readLatest}; else it is as our server has
     *     it
     */
    public CompletableFuture<Optional<StoredRecord>> findName(String sequence, boolean latest, @Nullable Watch watch) {
        String path = SequencePaths.name(sequence);
        return searches.take(() -> latest ? readLatest(path, watch) : read(path, watch));
    }

    /** Returns whether the limit of concurrent name lookups is reached. */
    public boolean looksForTooManyNames() {
        return searches.isFull();
    }

    /**
     * Fails a read that is not confirmed. If access is denied, the caller gets the record's own error, if that is
     * denied as well.
     */
    private void fail(CompletableFuture<Optional<StoredRecord>> answer, String path, Throwable failure) {
        if (failure instanceof SequenceUnavailableException refusal
                && refusal.reason() == UnavailableReason.ZOOKEEPER_DENIES) {
            var unused = read(path)
                    .whenComplete((record, denial) -> answer.completeExceptionally(denial == null ? failure : denial));
        } else {
            answer.completeExceptionally(failure);
        }
    }

    private CompletableFuture<StoreSession> confirm() {
        CompletableFuture<Optional<StoreSession>> confirmed =
                request(session -> session.confirm(SequencePaths.SEQUENCES)
                        .thenApply(there -> there ? Optional.of(session) : Optional.empty()));
        return confirmed.thenCompose(session -> session.isPresent()
                ? CompletableFuture.completedFuture(session.get())
                : ensure(SequencePaths.SEQUENCES).thenCompose(made -> confirm()));
    }

    /** Returns the names of a record's children; none if it does not exist. */
    public CompletableFuture<List<String>> children(String path) {
        return request(session -> session.children(path)
                .thenApply(found -> found.map(RecordChildren::names).orElse(List.of())));
    }

    /** Reads the names of a record's children; if there is one, the watch is called once when it has others, or is deleted. */
    public CompletableFuture<Optional<RecordChildren>> children(String path, Watch watch) {
        return request(session -> session.children(path, watch));
    }

    /** Looks at a record; empty if there is none. The watch is called once when it changes, or is made if there is none. */
    public CompletableFuture<Optional<RecordStamp>> stamp(String path, @Nullable Watch watch) {
        return request(session -> session.stamp(path, watch));
    }

    /** Looks at a record as it is at least since now; empty if there is none. */
    public CompletableFuture<Optional<RecordStamp>> stampLatest(String path) {
        return request(session -> {
            // Not waited for: requests of one session are served in their order.
            var unused = session.sync();
            return session.stamp(path, null);
        });
    }

    /** Returns a record's children as they are at least since now; empty if it does not exist. */
    public CompletableFuture<Optional<RecordChildren>> childrenLatest(String path) {
        return request(session -> {
            var unused = session.sync();
            return session.children(path);
        });
    }

    /** Does all of the changes or none, as {@link StoreSession#write}. */
    public CompletableFuture<List<@Nullable RecordStamp>> write(List<Change> changes) {
        return request(session -> session.write(changes));
    }

    /** Creates a record and its parents, where they do not exist. */
    public CompletableFuture<@Nullable Void> ensure(String path) {
        return request(session -> session.ensure(path));
    }

    /** Returns how many bytes a write has as it is sent. */
    public long sizeOf(List<Change> changes) {
        return store.sizeOf(changes);
    }

    /** Returns how many bytes a write may have. */
    public long maxWriteBytes() {
        return store.maxWriteBytes();
    }

    private <T> CompletableFuture<T> request(Function<StoreSession, CompletableFuture<T>> request) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        StoreSession session;
        try {
            session = store.session();
        } catch (NoAnswerException e) {
            answer.completeExceptionally(e);
            return answer;
        }
        if (gate.isOpen(session)) {
            send(request, session, answer);
        } else {
            // By the session that was let in: another one has to be asked again.
            var unused = gate.open(session, numbers).whenComplete((open, failure) -> {
                if (failure == null) {
                    send(request, session, answer);
                } else {
                    answer.completeExceptionally(Failures.unwrap(failure));
                }
            });
        }
        return answer;
    }

    private <T> void send(
            Function<StoreSession, CompletableFuture<T>> request, StoreSession session, CompletableFuture<T> answer) {
        try {
            var unused = request.apply(session).whenComplete((result, failure) -> {
                // Requests under way may have reached a fleet that must not be trusted.
                SequenceUnavailableException refusal = refusal();
                if (refusal != null) {
                    answer.completeExceptionally(refusal);
                } else if (failure == null) {
                    answer.complete(result);
                } else {
                    answer.completeExceptionally(Failures.forCaller(failure));
                }
            });
        } catch (IllegalArgumentException e) {
            // A path that cannot be one, as a bad record has it: nothing that ZooKeeper has to do with.
            answer.completeExceptionally(e);
        } catch (RuntimeException e) {
            answer.completeExceptionally(new NoAnswerException("ZooKeeper cannot be reached: " + e.getMessage()));
        }
    }
}
