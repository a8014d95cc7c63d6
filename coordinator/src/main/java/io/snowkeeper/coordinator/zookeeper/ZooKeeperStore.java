package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.StoreSecurity;
import io.snowkeeper.coordinator.WriteObserver;
import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.Election;
import io.snowkeeper.coordinator.store.EphemeralRecord;
import io.snowkeeper.coordinator.store.NoAnswerException;
import io.snowkeeper.coordinator.store.StoreListener;
import io.snowkeeper.coordinator.store.StoreState;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.curator.RetryPolicy;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.CuratorEvent;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.retry.RetryOneTime;
import org.apache.jute.BinaryOutputArchive;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.MultiOperationRecord;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.ZooKeeper;

/**
 * The store in a ZooKeeper ensemble. Curator keeps the connection and the session; requests go to ZooKeeper's own
 * client and are never repeated by it, so that the outcome of each is known.
 */
public final class ZooKeeperStore implements CoordinationStore {

    /**
     * How many bytes a transaction has at the most. ZooKeeper's servers take 1 MiB ({@code jute.maxbuffer}), and close
     * the connection over a larger one; the rest is for their additions when they forward it to each other.
     */
    private static final long MAX_WRITE_BYTES = 960 * 1024;

    private static final int RETRY_PAUSE_MILLIS = 100;

    private static final Duration CLOSE_UNCONNECTED = Duration.ofMillis(500);

    private final CuratorFramework client;
    private final FleetRoot root;
    private final ConnectionDiagnosis diagnosis;
    private final CurrentSession session;
    private final List<StoreListener> listeners = new CopyOnWriteArrayList<>();

    private volatile boolean loginRefused;

    private ZooKeeperStore(
            CuratorFramework client,
            FleetRoot root,
            ConnectionDiagnosis diagnosis,
            Function<ZooKeeper, RequestTransport> transports,
            WriteObserver observer) {
        this.client = client;
        this.root = root;
        this.session = new CurrentSession(() -> client.getZookeeperClient().getZooKeeper(), transports, root, observer);
        this.diagnosis = diagnosis;
        client.getConnectionStateListenable().addListener((source, state) -> tell(stateOf(state)));
        // To Curator, ZooKeeper is away when it refuses a login, and it may report a connection after it was refused.
        client.getCuratorListenable().addListener((source, event) -> tellOfLogin(event));
    }

    /** Curator keeps no order among its listeners: this comes first, and those of others may ask for something at once. */
    private void tell(StoreState state) {
        note(state);
        listeners.forEach(listener -> listener.stateChanged(state));
    }

    private void note(StoreState state) {
        if (state.isOfConnection()) {
            session.stateChanged(state);
        }
        if (state.isConnected()) {
            diagnosis.end();
        } else if (!state.isOfConnection()) {
            loginRefused = state == StoreState.LOGIN_REFUSED;
        }
    }

    /**
     * Makes a store that is not started yet. Curator's own operations, ephemeral records and elections, are tried
     * twice.
     *
     * @param connectString {@code host:port[,host:port…][/root]}
     * @param session how long ZooKeeper waits for a silent client
     * @throws IllegalArgumentException if the address is malformed, or the files for TLS cannot be used
     */
    public static ZooKeeperStore create(String connectString, Duration session, StoreSecurity security) {
        return create(connectString, session, security, WriteObserver.NONE);
    }

    /**
     * Makes a store as {@link #create(String, Duration, StoreSecurity)} does.
     *
     * @param observer notified of writes
     * @throws IllegalArgumentException as {@link #create(String, Duration, StoreSecurity)}
     */
    static ZooKeeperStore create(
            String connectString, Duration session, StoreSecurity security, WriteObserver observer) {
        return create(
                connectString,
                session,
                security,
                new RetryOneTime(RETRY_PAUSE_MILLIS),
                CoordinationStore.MAX_ANSWER_BYTES,
                observer);
    }

    /**
     * Makes a store that takes larger answers than others do, which would break their connection.
     *
     * @param retries how Curator repeats its own operations
     * @param maxAnswerBytes the largest answer that it takes
     * @param observer notified of writes
     * @throws IllegalArgumentException as {@link #create(String, Duration, StoreSecurity)}
     */
    static ZooKeeperStore create(
            String connectString,
            Duration session,
            StoreSecurity security,
            RetryPolicy retries,
            int maxAnswerBytes,
            WriteObserver observer) {
        EnsembleAddress address = EnsembleAddress.parse(connectString);
        CuratorFrameworkFactory.Builder client = EnsembleClients.builder(
                        address.servers(), session, security, maxAnswerBytes)
                .retryPolicy(retries);
        return of(client, address, security, EmbeddedZooKeeper.transports(address.servers(), security), observer);
    }

    /**
     * @param transports how requests of a session that has begun go out, by the handle of ZooKeeper's client that keeps it
     * @param observer notified of writes
     */
    static ZooKeeperStore of(
            CuratorFrameworkFactory.Builder client,
            EnsembleAddress address,
            StoreSecurity security,
            Function<ZooKeeper, RequestTransport> transports,
            WriteObserver observer) {
        return new ZooKeeperStore(
                client.build(),
                new FleetRoot("/" + address.root(), EnsembleClients.acl(security)),
                new ConnectionDiagnosis(address.hosts(), security.tls()),
                transports,
                observer);
    }

    @Override
    public void start() {
        client.start();
    }

    /**
     * Begins to connect, and waits for a connection. The store is to be closed whether there is one or not.
     *
     * @return whether there is one
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    boolean startWithin(Duration timeout) throws InterruptedException {
        CountDownLatch reached = new CountDownLatch(1);
        listen(state -> {
            if (state.isConnected()) {
                reached.countDown();
            }
        });
        start();
        return reached.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void listen(StoreListener listener) {
        listeners.add(listener);
    }

    private void tellOfLogin(CuratorEvent event) {
        WatchedEvent watched = event.getWatchedEvent();
        if (watched == null) {
            return;
        }
        switch (watched.getState()) {
            case SyncConnected -> tell(StoreState.LOGIN_TAKEN);
            case AuthFailed -> tell(StoreState.LOGIN_REFUSED);
            default -> {
                // Says nothing about the login.
            }
        }
    }

    private static StoreState stateOf(ConnectionState state) {
        return switch (state) {
            case CONNECTED -> StoreState.CONNECTED;
            case SUSPENDED -> StoreState.SUSPENDED;
            case RECONNECTED -> StoreState.RECONNECTED;
            case LOST -> StoreState.LOST;
            case READ_ONLY -> StoreState.READ_ONLY;
        };
    }

    @Override
    public ZooKeeperSession session() {
        return session.get();
    }

    @Override
    public CompletableFuture<EphemeralRecord> createEphemeral(String prefix, byte[] payload) {
        CompletableFuture<EphemeralRecord> answer = new CompletableFuture<>();
        try {
            long session = session().id();
            // Protection, so that a retry after a lost answer finds the record that the first try has made.
            client.create()
                    .creatingParentsIfNeeded()
                    .withProtection()
                    .withMode(CreateMode.EPHEMERAL_SEQUENTIAL)
                    .inBackground((source, event) -> created(event, session, answer))
                    .forPath(root.absolute(prefix), payload);
        } catch (NoAnswerException e) {
            answer.completeExceptionally(e);
        } catch (Exception e) { // Curator declares no narrower one.
            answer.completeExceptionally(new NoAnswerException("ZooKeeper cannot be reached: " + e.getMessage()));
        }
        return answer;
    }

    private void created(CuratorEvent event, long session, CompletableFuture<EphemeralRecord> answer) {
        Code code = ResultCodes.code(event.getResultCode());
        if (code != Code.OK) {
            answer.completeExceptionally(
                    ResultCodes.isAnswer(code)
                            ? ResultCodes.refusal(0, event.getPath(), code)
                            : ResultCodes.failure(code, event.getPath()));
            return;
        }
        String path = root.below(event.getName());
        try {
            ZooKeeperSession now = session();
            if (now.id() == session) {
                answer.complete(new EphemeralRecord(path, session));
            } else {
                askForSession(now, path, answer);
            }
        } catch (NoAnswerException e) {
            answer.completeExceptionally(e);
        }
    }

    /** It was made by the former session or by the new one. */
    private static void askForSession(
            ZooKeeperSession session, String path, CompletableFuture<EphemeralRecord> answer) {
        var unused = session.stamp(path, null).whenComplete((stamp, failure) -> {
            if (stamp != null && stamp.isPresent()) {
                answer.complete(new EphemeralRecord(path, stamp.get().session()));
            } else {
                answer.completeExceptionally(new NoAnswerException("the session has ended"));
            }
        });
    }

    @Override
    public Election election(String path, String candidate) {
        return new LatchElection(client, root.absolute(path), candidate);
    }

    @Override
    public long maxWriteBytes() {
        return MAX_WRITE_BYTES;
    }

    @Override
    public long sizeOf(List<Change> changes) {
        BinaryOutputArchive archive = BinaryOutputArchive.getArchive(OutputStream.nullOutputStream());
        try {
            new MultiOperationRecord(root.operations(changes)).serialize(archive, "request");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return archive.getDataSize();
    }

    @Override
    public CompletableFuture<List<String>> openRecords(List<String> paths) {
        try {
            return new OpenAclCheck(session(), root).findOpen(paths);
        } catch (NoAnswerException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @Override
    public String describe(String path) {
        return root.absolute(path);
    }

    @Override
    public Optional<String> diagnose() {
        return loginRefused ? Optional.of(AccessErrors.LOGIN_REFUSED) : diagnosis.reason();
    }

    @Override
    public boolean logInAgain() {
        return EnsembleClients.logInAgain(client);
    }

    @Override
    public void close() {
        closeClient();
        session.end();
    }

    /**
     * Without a connection, ZooKeeper's client waits for the next one up to two thirds of the session, to end a session
     * that ends by itself.
     */
    private void closeClient() {
        if (client.getZookeeperClient().isConnected()) {
            client.close();
            return;
        }
        Thread closing = new Thread(client::close, "snowkeeper-zookeeper-close");
        closing.setDaemon(true);
        closing.start();
        try {
            closing.join(CLOSE_UNCONNECTED.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
