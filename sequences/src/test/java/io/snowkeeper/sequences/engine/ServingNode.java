package io.snowkeeper.sequences.engine;

import io.snowkeeper.coordinator.StoreLogin;
import io.snowkeeper.coordinator.StoreSecurity;
import io.snowkeeper.coordinator.zookeeper.ZooKeeperCoordinator;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.Page;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.core.sequence.SequenceException;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.SequenceSettings;
import io.snowkeeper.sequences.SequenceUsage;
import io.snowkeeper.sequences.Sequences;
import io.snowkeeper.sequences.access.ServedFleet;
import io.snowkeeper.sequences.fleet.FleetSequences;
import io.snowkeeper.sequences.record.StateLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** A node as far as sequences are concerned, asked by callers that wait. */
public final class ServingNode implements AutoCloseable {

    /** Long enough for a machine's pause, where a test does not show the end of either. */
    private static final Duration SESSION = Duration.ofSeconds(30);

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final StoredSequences sequences;

    private ServingNode(StoredSequences sequences) {
        this.sequences = sequences;
    }

    static ServingNode start(String connectString) {
        return start(connectString, StateLimits.DEFAULT);
    }

    /** Starts a node whose calls wait so long at the most. */
    static ServingNode start(String connectString, Duration timeout) {
        return start(connectString, SESSION, timeout);
    }

    static ServingNode start(String connectString, StateLimits limits) {
        return start(connectString, SESSION, TIMEOUT, limits, StoreSecurity.NONE, Optional::empty);
    }

    /** Starts a node that logs in. */
    static ServingNode start(String connectString, StoreLogin login) {
        StoreSecurity security = new StoreSecurity(Optional.of(login), Optional.empty());
        return start(connectString, SESSION, TIMEOUT, StateLimits.DEFAULT, security, Optional::empty);
    }

    /** Starts a node whose sessions last so long without its server, and its calls so long at the most. */
    static ServingNode start(String connectString, Duration session, Duration timeout) {
        return start(connectString, session, timeout, StateLimits.DEFAULT, StoreSecurity.NONE, Optional::empty);
    }

    /** Starts a node whose ids are of a fleet. */
    static ServingNode start(String connectString, Supplier<Optional<String>> joined) {
        return start(connectString, SESSION, TIMEOUT, StateLimits.DEFAULT, StoreSecurity.NONE, joined);
    }

    private static ServingNode start(
            String connectString,
            Duration session,
            Duration timeout,
            StateLimits limits,
            StoreSecurity security,
            Supplier<Optional<String>> joined) {
        SequenceSettings settings = new SequenceSettings(
                connectString,
                "n",
                session,
                timeout,
                10_000,
                10_000,
                Duration.ofMillis(200),
                SequenceSettings.DEFAULT_MAX_SKEW,
                security);
        ServingNode node = new ServingNode(
                FleetSequences.of(new ZooKeeperCoordinator(), settings, new ServedFleet(joined), limits));
        node.sequences.start();
        return node;
    }

    public static SequenceDefinition definition(String name, SequenceMode mode, NumberRange... ranges) {
        return new SequenceDefinition(name, mode, List.of(ranges), SequenceOptions.DEFAULT);
    }

    Sequences sequences() {
        return sequences;
    }

    SequenceDescription create(String name, SequenceMode mode, NumberRange... ranges) {
        return create(definition(name, mode, ranges));
    }

    SequenceDescription create(SequenceDefinition definition) {
        return await(sequences.create(definition));
    }

    SequenceDescription describe(String name) {
        return await(sequences.describe(name));
    }

    /** Returns the names of all sequences. */
    List<String> names() {
        List<String> names = new ArrayList<>();
        Optional<String> after = Optional.empty();
        do {
            Page<SequenceDescription> page = await(sequences.list(after, Page.MAX_LIMIT));
            page.items().forEach(sequence -> names.add(sequence.definition().name()));
            after = page.next();
        } while (after.isPresent());
        return names;
    }

    long next(String name) {
        return grant(NextRequest.of(name)).first();
    }

    long next(String name, String key) {
        return grant(NextRequest.of(name).withKey(key)).first();
    }

    Grant grant(NextRequest request) {
        return await(sequences.next(request));
    }

    void confirm(String name, Grant grant) {
        await(sequences.confirm(name, grant.reservation().orElseThrow()));
    }

    void cancel(String name, Grant grant) {
        await(sequences.cancel(name, grant.reservation().orElseThrow()));
    }

    SequenceUsage usage(String name) {
        return sequences.usage().stream()
                .filter(usage -> usage.sequence().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Returns its report after a time. */
    List<SequenceUsage> usageIn(Duration later) {
        return sequences.usage(System.nanoTime() + later.toNanos());
    }

    /** Returns the answer, or throws the call's failure. */
    static <T> T await(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof SequenceException cause) {
                throw cause;
            }
            throw e;
        }
    }

    /** Ends without being waited for: a client of ZooKeeper rests for 100 ms when it is closed. */
    void closeAside() {
        Thread closing = new Thread(this::close, "closing");
        closing.setDaemon(true);
        closing.start();
    }

    /** Ends as a process does that is killed. */
    void kill() {
        sequences.abandon();
    }

    @Override
    public void close() {
        sequences.close();
    }
}
