package io.snowkeeper.coordinator.zookeeper;

import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.CoordinationStoreContract;
import io.snowkeeper.coordinator.store.StoreSecurity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The store's promises, kept by the server in this process without sockets for requests. */
class EmbeddedStoreIT extends CoordinationStoreContract {

    private static final AtomicInteger ROOTS = new AtomicInteger();

    @TempDir
    private static Path directory;

    private static EmbeddedZooKeeper zooKeeper;

    private final String root = "/fleets/" + ROOTS.incrementAndGet();

    /** A client whose requests go past the wire, which tells when they may not. */
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

    @Override
    protected boolean limitsAnswers() {
        return false;
    }
}
