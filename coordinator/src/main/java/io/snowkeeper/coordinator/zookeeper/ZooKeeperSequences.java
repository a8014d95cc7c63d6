package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.sequence.SequenceSettings;
import io.snowkeeper.coordinator.sequence.access.BulkConnection;
import io.snowkeeper.coordinator.sequence.engine.SequenceExecutors;
import io.snowkeeper.coordinator.sequence.engine.StoredSequences;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.StoreState;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.curator.retry.RetryForever;
import org.apache.zookeeper.client.ZKClientConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The factory of sequences that ZooKeeper keeps, on sessions and threads of their own. They log in again where a login
 * was refused.
 */
public final class ZooKeeperSequences {

    private static final Logger log = LoggerFactory.getLogger(ZooKeeperSequences.class);

    private static final int MAX_THREADS = 4;
    private static final int RETRY_PAUSE_MILLIS = 500;

    private ZooKeeperSequences() {}

    /**
     * Makes sequences that are not started yet, for a process that gives out no ids.
     *
     * @throws IllegalArgumentException if ZooKeeper's address is malformed, or the files for TLS cannot be used
     */
    public static StoredSequences create(SequenceSettings settings) {
        return create(settings, Optional::empty);
    }

    /**
     * Makes sequences that are not started yet.
     *
     * @param joined the id of the fleet that this node's ids are of, empty as long as there is none, and the same from then on:
     *     where ZooKeeper shows another fleet than that, or than it has shown before, nothing is served any more. Asked from any thread
     * @throws IllegalArgumentException if ZooKeeper's address is malformed, or the files for TLS cannot be used
     */
    public static StoredSequences create(SequenceSettings settings, Supplier<Optional<String>> joined) {
        return create(settings, joined, StoredSequences.RENEW_AT);
    }

    /**
     * Makes sequences that are not started yet, for tests.
     *
     * @param renewAt for tests, as {@link StoredSequences} takes it
     */
    public static StoredSequences create(SequenceSettings settings, Supplier<Optional<String>> joined, int renewAt) {
        CoordinationStore store = store(settings, ZKClientConfig.CLIENT_MAX_PACKET_LENGTH_DEFAULT);
        SequenceExecutors executors = executors();
        StoredSequences sequences = new StoredSequences(
                settings,
                store,
                () -> {
                    CoordinationStore bulk = store(settings, BulkConnection.MAX_ANSWER_BYTES);
                    keepLoggedIn(bulk, executors.timer(), () -> {});
                    bulk.start();
                    return bulk;
                },
                joined,
                executors,
                System::nanoTime,
                renewAt);
        keepLoggedIn(store, executors.timer(), sequences::sessionReplaced);
        return sequences;
    }

    private static CoordinationStore store(SequenceSettings settings, int maxAnswerBytes) {
        return ZooKeeperStore.create(
                settings.connectString(),
                settings.sessionTimeout(),
                settings.security(),
                // For the election of the sweeper; numbers do not go this way.
                new RetryForever(RETRY_PAUSE_MILLIS),
                maxAnswerBytes);
    }

    private static SequenceExecutors executors() {
        int count = Math.min(MAX_THREADS, Runtime.getRuntime().availableProcessors());
        return new SequenceExecutors(
                IntStream.range(0, count)
                        .mapToObj(i -> DaemonExecutor.named("snowkeeper-sequences-" + i))
                        .toList(),
                DaemonExecutor.named("snowkeeper-sweeper"),
                DaemonExecutor.named("snowkeeper-removal"));
    }

    /**
     * Has a store log in again, some time after its login was refused.
     *
     * @param timer where it does so
     * @param loggedIn called when it has another session
     */
    private static void keepLoggedIn(CoordinationStore store, ScheduledExecutorService timer, Runnable loggedIn) {
        AtomicBoolean waiting = new AtomicBoolean();
        store.listen(state -> {
            if (state == StoreState.LOGIN_REFUSED && waiting.compareAndSet(false, true)) {
                logInLater(timer, () -> {
                    // Before it is tried: it may be refused at once.
                    waiting.set(false);
                    if (store.logInAgain()) {
                        loggedIn.run();
                    }
                });
            }
        });
    }

    private static void logInLater(ScheduledExecutorService timer, Runnable logIn) {
        try {
            var unused = timer.schedule(logIn, CoordinationStore.LOGIN_PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            log.debug("the node stops, it does not log in again");
        }
    }
}
