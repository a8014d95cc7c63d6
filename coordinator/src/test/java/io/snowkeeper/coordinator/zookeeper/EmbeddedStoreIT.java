package io.snowkeeper.coordinator.zookeeper;

import static io.snowkeeper.coordinator.store.Answers.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.StoreLogin;
import io.snowkeeper.coordinator.StoreSecurity;
import io.snowkeeper.coordinator.WriteObserver;
import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.CoordinationStoreContract;
import io.snowkeeper.coordinator.store.StoreSession;
import io.snowkeeper.coordinator.store.StoreState;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.listen.StandardListenerManager;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.KeeperException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The store's promises, kept by the server in this process without sockets for requests. */
class EmbeddedStoreIT extends CoordinationStoreContract {

    private static final AtomicInteger ROOTS = new AtomicInteger();

    @TempDir
    private static Path directory;

    private static EmbeddedZooKeeper zooKeeper;

    private final String root = "/fleets/" + ROOTS.incrementAndGet();

    /** A client whose requests bypass the wire, which still decides whether they pass. */
    private record InProcessClient(WiredStore wired, AtomicBoolean connected, AtomicBoolean losesNext)
            implements Client {

        @Override
        public CoordinationStore store() {
            return wired.store();
        }

        @Override
        public void close() {
            wired.close();
        }

        @Override
        public void cut() {
            // The store is not notified of the loss of a connection that it does not know yet.
            await().untilTrue(connected);
            wired.cut();
            await().untilFalse(connected);
        }

        @Override
        public void heal() {
            wired.heal();
        }

        @Override
        public void expireSession() throws Exception {
            wired.expireSession();
        }

        @Override
        public void loseAnswerToWrite() {
            losesNext.set(true);
        }

        @Override
        public void loseAnswerToEphemeral() {
            wired.loseAnswerToEphemeral();
        }
    }

    @BeforeAll
    static void startServer() throws Exception {
        zooKeeper = EmbeddedZooKeeper.start(directory, 0);
    }

    @AfterAll
    static void stopServer() {
        zooKeeper.close();
    }

    @Override
    protected Client open() throws IOException {
        AtomicBoolean connected = new AtomicBoolean();
        AtomicBoolean losesNext = new AtomicBoolean();
        String address = zooKeeper.connectString();
        WiredStore wired = WiredStore.to(
                Integer.parseInt(address.substring(address.indexOf(':') + 1)),
                root,
                handle -> new ForgetfulTransport(
                        EmbeddedZooKeeper.transports(address, StoreSecurity.NONE)
                                .apply(handle),
                        losesNext));
        wired.store().listen(state -> {
            if (state.isOfConnection()) {
                connected.set(state.isConnected());
            }
        });
        return new InProcessClient(wired, connected, losesNext);
    }

    @Test
    void aWatchThatThrowsDoesNotEndTheServer() throws Exception {
        Client client = open();
        StoreSession session = started(client, "/thrown");
        get(session.read("/thrown", () -> {
            throw new IllegalStateException("a watch that throws");
        }));
        AtomicBoolean told = new AtomicBoolean();
        get(session.read("/thrown", () -> told.set(true)));

        get(session.write(List.of(new Change.Set("/thrown", new byte[0], StoreSession.ANY_VERSION))));

        await().untilTrue(told);
        assertThat(get(session.read("/thrown"))).isPresent();
        assertThat(zooKeeper.isRunning()).isTrue();
        client.close();
    }

    @Test
    void aWatchIsCalledThoughTheChangeCameBeforeItsReadWasTold() throws Exception {
        Client reader = open();
        Client writer = open();
        StoreSession reads = started(reader, "/early");
        StoreSession writes = started(writer, "/early");
        List<Change> change = List.of(new Change.Set("/early", new byte[0], StoreSession.ANY_VERSION));
        CountDownLatch held = new CountDownLatch(1);
        get(reads.read("/early", () -> awaitQuietly(held)));
        get(writes.write(change));
        AtomicBoolean told = new AtomicBoolean();
        var read = reads.read("/early", () -> told.set(true));
        get(writes.write(change));

        held.countDown();

        get(read);
        await().untilTrue(told);
        reader.close();
        writer.close();
    }

    @Test
    void aSessionAnswersBeforeItsConnectionIsReported() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        EnsembleAddress address = EnsembleAddress.parse(zooKeeper.connectString() + root);
        CuratorFrameworkFactory.Builder client = EnsembleClients.builder(
                        address.servers(), Duration.ofSeconds(30), StoreSecurity.NONE)
                .retryPolicy(new RetryOneTime(100))
                .connectionStateListenerManagerFactory(
                        framework -> StandardListenerManager.mappingStandard(listener -> (source, state) -> {
                            awaitQuietly(held);
                            listener.stateChanged(source, state);
                        }));
        try (ZooKeeperStore store = ZooKeeperStore.of(
                client,
                address,
                StoreSecurity.NONE,
                EmbeddedZooKeeper.transports(address.servers(), StoreSecurity.NONE),
                WriteObserver.NONE)) {
            List<StoreState> reported = new CopyOnWriteArrayList<>();
            store.listen(reported::add);
            store.start();
            await().until(() -> store.session().id() != 0);

            get(store.session().ensure("/early"));
            AtomicBoolean told = new AtomicBoolean();
            get(store.session().read("/early", () -> told.set(true)));

            assertThat(reported).noneMatch(StoreState::isOfConnection);
            held.countDown();
            await().until(() -> reported.contains(StoreState.CONNECTED));
            get(store.session().write(List.of(new Change.Set("/early", new byte[0], StoreSession.ANY_VERSION))));
            await().untilTrue(told);
        } finally {
            held.countDown();
        }
    }

    private static StoreSession started(Client client, String path) {
        client.store().start();
        await().ignoreExceptions().until(() -> {
            get(client.store().session().ensure(path));
            return true;
        });
        // In a new session; before, requests go over the socket.
        await().ignoreExceptions()
                .until(() -> client.store().session().id() != 0
                        && get(client.store().session().read(path)).isPresent());
        return client.store().session();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void recordsOfALoginAreForThatLoginAlone() throws Exception {
        StoreSecurity login = new StoreSecurity(Optional.of(new StoreLogin("fleet", "secret")), Optional.empty());
        String address = zooKeeper.connectString() + "/logins";
        try (ZooKeeperStore ours = ZooKeeperStore.create(address, Duration.ofSeconds(30), login);
                ZooKeeperStore others = ZooKeeperStore.create(address, Duration.ofSeconds(30), StoreSecurity.NONE)) {
            ours.start();
            others.start();
            await().ignoreExceptions().until(() -> {
                get(ours.session().ensure("/ours"));
                return true;
            });
            // A request that is under way when its session begins may get no answer.
            await().ignoreExceptions()
                    .until(() -> ours.session().id() != 0
                            && others.session().id() != 0
                            && get(ours.session().read("/ours")).isPresent());

            await().untilAsserted(
                            () -> assertThatThrownBy(() -> get(others.session().read("/ours")))
                                    .hasRootCauseInstanceOf(KeeperException.NoAuthException.class));
            assertThat(get(ours.openRecords(List.of("/ours")))).isEmpty();
        }
    }

    @Override
    protected boolean limitsAnswers() {
        return false;
    }
}
