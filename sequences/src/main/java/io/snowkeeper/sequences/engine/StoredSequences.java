package io.snowkeeper.sequences.engine;

import io.snowkeeper.coordinator.progress.SeenSequence;
import io.snowkeeper.coordinator.progress.SequenceProgress;
import io.snowkeeper.coordinator.store.ConnectionNews;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.coordinator.store.StoreState;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.api.Unavailability;
import io.snowkeeper.core.business.NumberFormat;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.InvalidSequenceException;
import io.snowkeeper.core.sequence.LedgerBalance;
import io.snowkeeper.core.sequence.LedgerMark;
import io.snowkeeper.core.sequence.LedgerPage;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.Page;
import io.snowkeeper.core.sequence.PendingReservation;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceName;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.DeleteRequest;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.Overlap;
import io.snowkeeper.sequences.SequenceSettings;
import io.snowkeeper.sequences.SequenceUnavailableException;
import io.snowkeeper.sequences.SequenceUsage;
import io.snowkeeper.sequences.Sequences;
import io.snowkeeper.sequences.SettleRequest;
import io.snowkeeper.sequences.Settlement;
import io.snowkeeper.sequences.access.BulkConnection;
import io.snowkeeper.sequences.access.LoginRetry;
import io.snowkeeper.sequences.access.SequenceStore;
import io.snowkeeper.sequences.access.ServedFleet;
import io.snowkeeper.sequences.catalogue.Catalogue;
import io.snowkeeper.sequences.catalogue.LedgerListing;
import io.snowkeeper.sequences.catalogue.PendingListing;
import io.snowkeeper.sequences.catalogue.Retries;
import io.snowkeeper.sequences.catalogue.SequenceListing;
import io.snowkeeper.sequences.catalogue.SequenceNames;
import io.snowkeeper.sequences.catalogue.SequencePages;
import io.snowkeeper.sequences.catalogue.UnreadableRecords;
import io.snowkeeper.sequences.ledger.LedgerEntry;
import io.snowkeeper.sequences.plan.Command;
import io.snowkeeper.sequences.plan.TurnBackCommand;
import io.snowkeeper.sequences.ranges.RangeRegistry;
import io.snowkeeper.sequences.ranges.SteppedRanges;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.sequences.record.StateLimits;
import io.snowkeeper.sequences.record.Tokens;
import io.snowkeeper.sequences.recovery.RecoverCommand;
import io.snowkeeper.sequences.sweep.ReleaseCommand;
import io.snowkeeper.sequences.sweep.Sweeper;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sequences of a fleet, as a store keeps them. The store should be theirs alone: however many numbers are asked for, the renewal
 * of a worker id's lease must never wait behind them.
 */
public final class StoredSequences implements Sequences {

    private static final Logger log = LoggerFactory.getLogger(StoredSequences.class);

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(3);

    private enum Phase {
        LATENT,
        STARTED,
        CLOSED
    }

    private final SequenceSettings settings;
    private final CoordinationStore store;
    private final SequenceStore tree;
    private final ServedFleet fleet;
    private final BulkConnection bulk;
    private final RangeRegistry registry;
    private final Catalogue catalogue;
    private final SequencePages pages;
    private final PendingListing pendingListing;
    private final LedgerListing ledgers;
    private final UnreadableRecords unreadable = new UnreadableRecords();
    private final Retries retries;
    private final SequenceExecutors executors;
    private final Environment environment;
    private final Sweeper sweeper;
    private final StateLimits limits;
    private final ServedSequences served;

    /** Those that are changed while a restore is open, when the others are refused. */
    private final ServedSequences changed;

    private final ConnectionNews news = new ConnectionNews();
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.LATENT);

    /**
     * Makes sequences that are not started yet.
     *
     * @param store not started yet
     * @param bulkStore makes a store that takes answers of {@link BulkConnection#MAX_ANSWER_BYTES}, not started yet
     * @param joined the id of the fleet that this node's ids are of, empty as long as there is none, and the same from
     *     then on: where the store shows another fleet than that, or than it has shown before, nothing is served any
     *     more. Asked from any thread
     * @param executors used by these sequences alone, and shut down with them
     * @param environment how the threads wait that may be held up
     * @param limits the limits of the states; {@link StateLimits#DEFAULT} but for tests
     */
    public StoredSequences(
            SequenceSettings settings,
            CoordinationStore store,
            Supplier<CoordinationStore> bulkStore,
            Supplier<Optional<String>> joined,
            SequenceExecutors executors,
            Environment environment,
            StateLimits limits) {
        this(settings, store, bulkStore, new ServedFleet(joined), executors, environment, limits);
    }

    /** @param fleet whose sequences these are; if it recovers, nothing is swept */
    public StoredSequences(
            SequenceSettings settings,
            CoordinationStore store,
            Supplier<CoordinationStore> bulkStore,
            ServedFleet fleet,
            SequenceExecutors executors,
            Environment environment,
            StateLimits limits) {
        this.settings = settings;
        this.store = store;
        this.fleet = fleet;
        this.executors = executors;
        this.environment = environment;
        this.limits = limits;
        this.tree = new SequenceStore(store, fleet, environment, settings.maxSkew());
        SequenceStore definitions = tree.withoutNumbers();
        this.served = served(tree);
        this.changed = served(definitions);
        this.bulk = new BulkConnection(
                () -> opened(bulkStore.get()),
                opened -> new SequenceStore(opened, fleet, environment, settings.maxSkew()));
        this.retries = new Retries(executors.timer(), environment::nanoTime, settings.timeout());
        SequenceNames names = new SequenceNames(definitions, bulk);
        this.registry = new RangeRegistry(definitions);
        this.catalogue = new Catalogue(definitions, registry, limits);
        this.pages = new SequencePages(
                new SequenceListing(names, catalogue, unreadable)::page,
                environment::nanoTime,
                executors.timer(),
                settings.timeout());
        this.pendingListing = new PendingListing(bulk, unreadable);
        this.ledgers = new LedgerListing(bulk);
        this.sweeper = new Sweeper(
                () -> store.election(SequencePaths.SWEEPER, settings.node()),
                bulk,
                unreadable,
                fleet,
                (sequence, command) -> served.get(sequence).submit(command),
                settings.sweepInterval(),
                executors.sweeping(),
                executors.removing(),
                tree.clocks());
    }

    private ServedSequences served(SequenceStore by) {
        return new ServedSequences(
                by,
                (name, gone) -> new ServedSequence(
                        name, by, executors.next(), environment, settings.maxWaiting(), gone, limits));
    }

    @Override
    public void start() {
        if (!phase.compareAndSet(Phase.LATENT, Phase.STARTED)) {
            throw new IllegalStateException("sequences were started or closed before");
        }
        store.listen(this::connectionChanged);
        store.listen(new LoginRetry(store, executors.timer(), served::revalidate));
        store.start();
        if (!fleet.recovers()) {
            sweeper.start();
        }
    }

    @Override
    public CompletionStage<SequenceDescription> create(SequenceDefinition definition, Overlap overlap) {
        return pages.changing(retries.make(
                "sequence %s cannot be created now".formatted(definition.name()),
                () -> catalogue.create(definition, Tokens.random(environment.random()), overlap)));
    }

    @Override
    public CompletionStage<Grant> next(NextRequest request) {
        if (request.count() > settings.maxCount()) {
            return CompletableFuture.failedFuture(new InvalidSequenceException(
                    "must be >= 1 && <= %s: count=%s".formatted(settings.maxCount(), request.count())));
        }
        long timeout = request.timeout().orElse(settings.timeout()).toNanos();
        return served.ask(request.sequence(), sequence -> sequence.next(request, timeout));
    }

    @Override
    public long tryNext(String sequence, int count) {
        boolean allowed = count <= settings.maxCount() && !fleet.isClosed();
        ServedSequence known = allowed ? served.known(sequence) : null;
        return known == null ? NONE : known.tryNext(count);
    }

    @Override
    public long lastOfBlocks(String sequence) {
        ServedSequence known = served.known(sequence);
        return known == null ? NONE : known.lastOfBlocks();
    }

    @Override
    public Optional<NumberFormat> format(String sequence) {
        ServedSequence known = served.known(sequence);
        return known == null ? Optional.empty() : Optional.ofNullable(known.format());
    }

    @Override
    public CompletionStage<@Nullable Void> settle(SettleRequest request) {
        OptionalLong number = request.number();
        return number.isPresent()
                ? retries.make(
                                "reservation of sequence %s cannot be found now".formatted(request.sequence()),
                                () -> pendingListing.find(request.sequence(), number.getAsLong(), request.period()))
                        .thenCompose(reservation -> settle(request, reservation))
                : settle(request, request.reservation().orElseThrow());
    }

    @Override
    public CompletionStage<Page<PendingReservation>> pending(String sequence, Optional<String> after, int limit) {
        SequenceName.require(sequence);
        Page.requireLimit(limit);
        return retries.make(
                "pending reservations of sequence %s cannot be listed now".formatted(sequence),
                () -> pendingListing.page(sequence, after, limit));
    }

    @Override
    public CompletionStage<SequenceDescription> describe(String sequence) {
        SequenceName.require(sequence);
        if (tree.looksForTooManyNames()) {
            return CompletableFuture.failedFuture(new SequenceUnavailableException(
                    UnavailableReason.SEQUENCE_BUSY,
                    "too many sequences are looked for at once: sequence=%s; ask again later".formatted(sequence)));
        }
        return retries.make(
                "sequence %s cannot be described now".formatted(sequence), () -> catalogue.describe(sequence));
    }

    @Override
    public CompletionStage<Page<SequenceDescription>> list(Optional<String> after, int limit) {
        Page.requireLimit(limit);
        return retries.make("sequences cannot be listed now", () -> pages.page(after, limit));
    }

    @Override
    public CompletionStage<SequenceDescription> append(String sequence, List<NumberRange> ranges, Overlap overlap) {
        SequenceName.require(sequence);
        List<NumberRange> added = List.copyOf(ranges);
        if (added.isEmpty()) {
            throw new InvalidSequenceException("must have a range to append: sequence=" + sequence);
        }
        SequenceDefinition.requireTogether(sequence, added);
        return pages.changing(retries.make(
                "sequence %s cannot be appended to now".formatted(sequence),
                () -> catalogue
                        .counted(sequence)
                        .thenCompose(counted -> registry.claim(
                                sequence, counted.incarnation(), new SteppedRanges(added, counted.step()), overlap))
                        .thenCompose(plan -> define(
                                sequence,
                                () -> new ChangeCommand(
                                        new AppendChange(sequence, added, limits),
                                        plan,
                                        environment.nanoTime(),
                                        timeoutNanos())))
                        .whenComplete((done, failure) -> {
                            if (failure != null) {
                                registry.forget();
                            }
                        })));
    }

    @Override
    public CompletionStage<SequenceDescription> advance(String sequence, long to) {
        return change(sequence, new Advance(sequence, to));
    }

    @Override
    public CompletionStage<SequenceDescription> turnBack(String sequence, Period to) {
        return pages.changing(submit(sequence, () -> new TurnBackCommand(to, environment.nanoTime(), timeoutNanos())));
    }

    @Override
    public CompletionStage<SequenceDescription> configure(
            String sequence, BiFunction<SequenceMode, SequenceOptions, SequenceOptions> change) {
        return change(sequence, new OptionsChange(change));
    }

    @Override
    public CompletionStage<Optional<LedgerMark>> delete(DeleteRequest request) {
        return pages.changing(
                define(request.sequence(), () -> new DeleteCommand(request, environment.nanoTime(), timeoutNanos())));
    }

    @Override
    public CompletionStage<LedgerPage<LedgerEntry>> ledger(String sequence, long from, int limit) {
        SequenceName.require(sequence);
        LedgerPage.requireEntry("from", from);
        Page.requireLimit(limit);
        return readLedger(sequence, () -> ledgers.page(sequence, from, limit));
    }

    @Override
    public CompletionStage<LedgerBalance> balance(String sequence) {
        SequenceName.require(sequence);
        return readLedger(sequence, () -> ledgers.balance(sequence));
    }

    @Override
    public CompletionStage<LedgerMark> release(String sequence, long through, Optional<String> hash) {
        SequenceName.require(sequence);
        LedgerPage.requireEntry("through", through);
        return releaseOn(sequence, through, hash);
    }

    /** Releases some segments after the other: a transaction has a limit of deletions. */
    private CompletableFuture<LedgerMark> releaseOn(String sequence, long through, Optional<String> hash) {
        return readLedger(sequence, () -> ledgers.release(sequence, through, hash))
                .thenCompose(release -> submit(
                                sequence, () -> new ReleaseCommand(release, environment.nanoTime(), timeoutNanos()))
                        .thenCompose(done -> release.complete()
                                ? CompletableFuture.completedFuture(new LedgerMark(through, release.hash()))
                                : releaseOn(sequence, through, hash)));
    }

    private <T> CompletableFuture<T> readLedger(String sequence, Supplier<CompletableFuture<T>> attempt) {
        return retries.make("the ledger of sequence %s cannot be read now".formatted(sequence), attempt);
    }

    /** Returns a sequence's identity among those of its name. */
    public CompletionStage<Catalogue.Counted> counted(String sequence) {
        return retries.make("sequence %s cannot be read now".formatted(sequence), () -> catalogue.counted(sequence));
    }

    /**
     * Advances a sequence beyond the numbers taken in ZooKeeper's lost data: those are not handed out any more. Fails
     * as {@link #advance} does, but for gapless ones, whose numbers become void.
     *
     * @param reached how far it had come
     * @param subject the operator
     */
    public CompletionStage<SequenceDescription> recover(SequenceProgress reached, Optional<String> subject) {
        return pages.changing(submit(
                reached.sequence(),
                () -> new RecoverCommand(reached, subject, environment.nanoTime(), timeoutNanos())));
    }

    @Override
    public List<SequenceUsage> usage() {
        return usage(environment.nanoTime());
    }

    /** @param now the present time, as these sequences know it */
    List<SequenceUsage> usage(long now) {
        return served.usage(now);
    }

    @Override
    public List<SeenSequence> seen() {
        return fleet.isClosed() ? List.of() : served.seen(fleet.restore().orElse(null));
    }

    @Override
    public int unreadable() {
        return unreadable.count();
    }

    @Override
    public void close() {
        Phase before = phase.getAndSet(Phase.CLOSED);
        if (before == Phase.CLOSED) {
            return;
        }
        if (before == Phase.STARTED) {
            sweeper.stop();
            giveBack();
        }
        end();
    }

    @Override
    public CompletableFuture<String> restored() {
        return fleet.restored();
    }

    @Override
    public Optional<Unavailability> closed() {
        return fleet.closed();
    }

    @Override
    public void refuse(String evidence) {
        var unused = fleet.restored(evidence);
        served.revalidate();
    }

    /** Ends as a process does that is killed: nothing is given back. */
    void abandon() {
        if (phase.getAndSet(Phase.CLOSED) != Phase.CLOSED) {
            end();
        }
    }

    private void end() {
        sweeper.stop();
        executors.close();
        retries.close();
        served.end();
        changed.end();
        bulk.close();
        store.close();
    }

    private void giveBack() {
        try {
            var unused = environment.await(served.stop(STOP_TIMEOUT.toNanos()), STOP_TIMEOUT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            log.warn("blocks of numbers were not given back: {}", String.valueOf(e.getMessage()));
        }
    }

    private CompletableFuture<@Nullable Void> settle(SettleRequest request, String reservation) {
        CompletableFuture<@Nullable Void> settled = submit(
                request.sequence(),
                () -> new SettleCommand(
                        request, reservation, fleet.recovers(), environment.nanoTime(), timeoutNanos()));
        return settled.whenComplete((done, failure) -> {
            if (failure == null && request.settlement() == Settlement.VOID && !fleet.recovers()) {
                log.info(
                        "sequence {}: reservation {} was made void by {}: {}",
                        request.sequence(),
                        reservation,
                        request.subject().orElse("an unknown client"),
                        request.reason().orElseThrow());
            }
        });
    }

    private CompletionStage<SequenceDescription> change(String sequence, ChangeCommand.Change change) {
        return pages.changing(
                define(sequence, () -> new ChangeCommand(change, environment.nanoTime(), timeoutNanos())));
    }

    private <T> CompletableFuture<T> submit(String sequence, Supplier<Command<T>> command) {
        return served.ask(SequenceName.require(sequence), found -> found.submit(command.get()));
    }

    /** A restore that is open is found by the request that it refuses; so that one was not done. */
    private <T> CompletableFuture<T> define(String sequence, Supplier<Command<T>> command) {
        return submit(sequence, command)
                .exceptionallyCompose(failure -> fleet.isClosed() && fleet.refusal() == null
                        ? changed.ask(sequence, found -> found.submit(command.get()))
                        : CompletableFuture.failedFuture(failure));
    }

    private long timeoutNanos() {
        return settings.timeout().toNanos();
    }

    private void connectionChanged(StoreState state) {
        if (!state.isOfConnection()) {
            return;
        }
        if (news.holds(state) && !fleet.recovers()) {
            log.info("sequences, ZooKeeper {}: {}", settings.connectString(), state);
        }
        if (state == StoreState.RECONNECTED) {
            tree.lookAgain();
            served.revalidate();
            changed.revalidate();
        }
    }

    private CoordinationStore opened(CoordinationStore bulkStore) {
        bulkStore.listen(new LoginRetry(bulkStore, executors.timer(), () -> {}));
        bulkStore.start();
        return bulkStore;
    }
}
