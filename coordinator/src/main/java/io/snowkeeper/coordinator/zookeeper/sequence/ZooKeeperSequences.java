package io.snowkeeper.coordinator.zookeeper.sequence;

import io.snowkeeper.coordinator.sequence.Grant;
import io.snowkeeper.coordinator.sequence.InvalidSequenceException;
import io.snowkeeper.coordinator.sequence.NextRequest;
import io.snowkeeper.coordinator.sequence.NumberRange;
import io.snowkeeper.coordinator.sequence.SequenceDefinition;
import io.snowkeeper.coordinator.sequence.SequenceDescription;
import io.snowkeeper.coordinator.sequence.SequenceName;
import io.snowkeeper.coordinator.sequence.SequenceOptions;
import io.snowkeeper.coordinator.sequence.SequencePage;
import io.snowkeeper.coordinator.sequence.SequenceSettings;
import io.snowkeeper.coordinator.sequence.SequenceUnavailableException;
import io.snowkeeper.coordinator.sequence.SequenceUsage;
import io.snowkeeper.coordinator.sequence.Sequences;
import io.snowkeeper.coordinator.zookeeper.EnsembleAddress;
import io.snowkeeper.coordinator.zookeeper.EnsembleClients;
import io.snowkeeper.coordinator.zookeeper.sequence.BucketRecord.Fate;
import io.snowkeeper.core.UnavailableReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.state.ConnectionState;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sequences that ZooKeeper keeps. They have a session of their own, so that however many numbers are asked for, the renewal
 * of a worker id's lease never waits behind them.
 */
public final class ZooKeeperSequences implements Sequences {

    private static final Logger log = LoggerFactory.getLogger(ZooKeeperSequences.class);

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(3);

    private enum Phase {
        LATENT,
        STARTED,
        CLOSED
    }

    private final SequenceSettings settings;
    private final CuratorFramework client;
    private final AsyncTree tree;
    private final ServedFleet fleet;
    private final BulkConnection bulk;
    private final Catalogue catalogue;
    private final SequencePages pages;
    private final UnreadableZnodes unreadable = new UnreadableZnodes();
    private final Attempts attempts;
    private final LaneThreads threads;
    private final Sweeper sweeper;
    private final int renewAt;
    private final Map<String, ServedSequence> served = new ConcurrentHashMap<>();
    private final io.snowkeeper.coordinator.store.ConnectionNews news =
            new io.snowkeeper.coordinator.store.ConnectionNews();
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.LATENT);

    private ZooKeeperSequences(
            SequenceSettings settings, CuratorFramework client, ServedFleet fleet, LaneThreads threads, int renewAt) {
        this.settings = settings;
        this.client = client;
        this.fleet = fleet;
        this.threads = threads;
        this.renewAt = renewAt;
        this.tree = tree(client);
        this.bulk = new BulkConnection(this::openBulk, this::tree);
        this.catalogue = new Catalogue(tree);
        this.attempts = new Attempts(threads.timer(), settings.timeout());
        SequenceNames names = new SequenceNames(tree, bulk);
        this.pages = new SequencePages(
                new SequenceListing(names, catalogue, unreadable)::page,
                System::nanoTime,
                threads.timer(),
                settings.timeout());
        this.sweeper = new Sweeper(
                new LeaderLatch(client, root() + SequencePaths.SWEEPER, settings.node()),
                bulk,
                names,
                unreadable,
                fleet,
                this::served,
                settings.sweepInterval());
    }

    /**
     * Makes sequences that are not started yet, for a process that gives out no ids.
     *
     * @throws IllegalArgumentException if ZooKeeper's address is malformed, or the files for TLS cannot be used
     */
    public static ZooKeeperSequences create(SequenceSettings settings) {
        return create(settings, Optional::empty);
    }

    /**
     * Makes sequences that are not started yet.
     *
     * @param joined the id of the fleet that this node's ids are of, empty as long as there is none: where ZooKeeper shows another
     *     fleet than that, or than it has shown before, nothing is served any more. Asked often, from any thread
     * @throws IllegalArgumentException if ZooKeeper's address is malformed, or the files for TLS cannot be used
     */
    public static ZooKeeperSequences create(SequenceSettings settings, Supplier<Optional<String>> joined) {
        return create(settings, joined, Lane.RENEW_AT);
    }

    static ZooKeeperSequences create(SequenceSettings settings, Supplier<Optional<String>> joined, int renewAt) {
        return new ZooKeeperSequences(
                settings, SequenceClients.usual(settings), new ServedFleet(joined), LaneThreads.start(), renewAt);
    }

    private String root() {
        return "/" + EnsembleAddress.parse(settings.connectString()).root();
    }

    private AsyncTree tree(CuratorFramework connection) {
        return new AsyncTree(connection, root(), EnsembleClients.acl(settings.security()), fleet);
    }

    private CuratorFramework openBulk() {
        CuratorFramework opened = SequenceClients.bulk(settings);
        SequenceClients.keepLoggedIn(opened, threads.timer(), () -> {});
        opened.start();
        return opened;
    }

    @Override
    public void start() {
        if (!phase.compareAndSet(Phase.LATENT, Phase.STARTED)) {
            throw new IllegalStateException("sequences were started or closed before");
        }
        client.getConnectionStateListenable().addListener((source, state) -> connectionChanged(state));
        // Watches are gone with the old session.
        SequenceClients.keepLoggedIn(
                client, threads.timer(), () -> served.values().forEach(ServedSequence::revalidate));
        client.start();
        sweeper.start();
    }

    @Override
    public CompletionStage<SequenceDescription> create(SequenceDefinition definition) {
        return pages.changing(attempts.make(
                "sequence %s cannot be created now".formatted(definition.name()),
                () -> catalogue.create(definition, Tokens.random())));
    }

    @Override
    public CompletionStage<Grant> next(NextRequest request) {
        if (request.count() > settings.maxCount()) {
            return CompletableFuture.failedFuture(new InvalidSequenceException(
                    "must be >= 1 && <= %d: count=%d".formatted(settings.maxCount(), request.count())));
        }
        long timeout = request.timeout().orElse(settings.timeout()).toNanos();
        return ask(request.sequence(), sequence -> sequence.next(request, timeout));
    }

    @Override
    public CompletionStage<@Nullable Void> confirm(String sequence, String reservation) {
        return settle(sequence, reservation, Fate.CONFIRMED);
    }

    @Override
    public CompletionStage<@Nullable Void> cancel(String sequence, String reservation) {
        return settle(sequence, reservation, Fate.CANCELLED);
    }

    @Override
    public CompletionStage<SequenceDescription> describe(String sequence) {
        SequenceName.require(sequence);
        if (tree.looksForTooManyNames()) {
            return CompletableFuture.failedFuture(new SequenceUnavailableException(
                    UnavailableReason.SEQUENCE_BUSY,
                    "too many sequences are looked for at once: sequence=%s; ask again later".formatted(sequence)));
        }
        return attempts.make(
                "sequence %s cannot be described now".formatted(sequence), () -> catalogue.describe(sequence));
    }

    @Override
    public CompletionStage<SequencePage> list(Optional<String> after, int limit) {
        SequencePage.requireLimit(limit);
        return attempts.make("sequences cannot be listed now", () -> pages.page(after, limit));
    }

    @Override
    public CompletionStage<SequenceDescription> append(String sequence, NumberRange range) {
        return change(sequence, record -> {
            SequenceDefinition.requireApart(sequence, record.ranges(), range);
            return record.withRange(range);
        });
    }

    @Override
    public CompletionStage<SequenceDescription> configure(String sequence, SequenceOptions options) {
        return change(sequence, record -> configured(record, OptionsRecord.of(options)));
    }

    @Override
    public CompletionStage<@Nullable Void> delete(String sequence, OptionalLong next) {
        return pages.changing(submit(sequence, () -> new DeleteIntent(next, System.nanoTime(), timeoutNanos())));
    }

    @Override
    public List<SequenceUsage> usage() {
        return usage(System.nanoTime());
    }

    /** @param now the present time, by {@link System#nanoTime} */
    List<SequenceUsage> usage(long now) {
        return served.values().stream()
                .filter(sequence -> sequence.isUsed(now))
                .map(ServedSequence::usage)
                .flatMap(Optional::stream)
                .toList();
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

    /** Ends as a process does that is killed: nothing is given back. */
    void abandon() {
        if (phase.getAndSet(Phase.CLOSED) != Phase.CLOSED) {
            end();
        }
    }

    private void end() {
        sweeper.stop();
        threads.close();
        attempts.close();
        served.values().forEach(ServedSequence::end);
        bulk.close();
        client.close();
    }

    private void giveBack() {
        List<CompletableFuture<?>> stops = new ArrayList<>();
        served.values().forEach(sequence -> stops.add(sequence.stop(STOP_TIMEOUT.toNanos())));
        try {
            CompletableFuture.allOf(stops.toArray(CompletableFuture[]::new))
                    .get(STOP_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            log.warn("blocks of numbers were not given back: {}", String.valueOf(e.getMessage()));
        }
    }

    private CompletionStage<@Nullable Void> settle(String sequence, String reservation, Fate fate) {
        return submit(sequence, () -> new SettleIntent(reservation, fate, System.nanoTime(), timeoutNanos()));
    }

    private CompletionStage<SequenceDescription> change(String sequence, ChangeIntent.Change change) {
        return pages.changing(submit(sequence, () -> new ChangeIntent(change, System.nanoTime(), timeoutNanos())));
    }

    /** Reservations under other times begin a bucket: those of one bucket have the same. */
    private static SequenceRecord configured(SequenceRecord record, OptionsRecord options) {
        boolean sameTime = options.reservationMillis() == record.options().reservationMillis();
        return record.withOptions(
                options, sameTime ? record.reservations() : Reservations.nextBucket(record.reservations()));
    }

    private <T> CompletableFuture<T> submit(String sequence, Supplier<Intent<T>> intent) {
        return ask(SequenceName.require(sequence), found -> found.submit(intent.get()));
    }

    /** Asks again if the sequence was forgotten meanwhile, since there was none of the name a moment ago. */
    private <T> CompletableFuture<T> ask(String name, Function<ServedSequence, CompletableFuture<T>> question) {
        String refusal = fleet.refusal();
        if (refusal != null) {
            // What is kept of a block, too.
            return CompletableFuture.failedFuture(
                    new SequenceUnavailableException(UnavailableReason.OTHER_FLEET, refusal));
        }
        while (true) {
            ServedSequence sequence = served(name);
            CompletableFuture<T> answer = question.apply(sequence);
            if (!sequence.isRetired() || !answer.isCompletedExceptionally()) {
                return answer;
            }
            served.remove(name, sequence);
        }
    }

    private ServedSequence served(String sequence) {
        return served.computeIfAbsent(
                sequence,
                name -> new ServedSequence(
                        name,
                        tree,
                        threads.next(),
                        settings.maxWaiting(),
                        unknown -> served.remove(name, unknown),
                        renewAt));
    }

    private long timeoutNanos() {
        return settings.timeout().toNanos();
    }

    private void connectionChanged(ConnectionState state) {
        if (news.holds(io.snowkeeper.coordinator.store.StoreState.valueOf(state.name()))) {
            log.info("sequences, ZooKeeper {}: {}", settings.connectString(), state);
        }
        if (state == ConnectionState.RECONNECTED) {
            served.values().forEach(ServedSequence::revalidate);
        }
    }
}
