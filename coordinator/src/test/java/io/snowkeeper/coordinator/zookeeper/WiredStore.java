package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.StoreSecurity;
import io.snowkeeper.coordinator.WriteObserver;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.CoordinationStoreContract.Client;
import io.snowkeeper.testkit.wire.Wire;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.function.Function;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryNTimes;
import org.apache.zookeeper.ZooKeeper;

/** A store in a real ZooKeeper that is reached by a line that can fail. */
public record WiredStore(CoordinationStore store, Wire wire) implements Client {

    /** Longer than any test leaves a connection cut, and a machine stands still; some servers grant no more than 10 s. */
    private static final Duration SESSION = Duration.ofSeconds(30);

    public static WiredStore to(int serverPort, String root) throws IOException {
        return to(serverPort, root, SocketTransport::new);
    }

    /** @param transports how requests go out that are not about the session itself */
    static WiredStore to(int serverPort, String root, Function<ZooKeeper, RequestTransport> transports)
            throws IOException {
        Wire wire = Wire.to(serverPort);
        EnsembleAddress address = EnsembleAddress.parse(wire.connectString() + root);
        CuratorFrameworkFactory.Builder client = EnsembleClients.builder(address.servers(), SESSION, StoreSecurity.NONE)
                .retryPolicy(new RetryNTimes(100, 100));
        return new WiredStore(
                ZooKeeperStore.of(client, address, StoreSecurity.NONE, transports, WriteObserver.NONE), wire);
    }

    @Override
    public void close() {
        wire.heal();
        store.close();
        try {
            wire.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void cut() {
        wire.cut();
    }

    @Override
    public void heal() {
        wire.heal();
    }

    @Override
    public void expireSession() throws Exception {
        wire.expireSession();
    }

    @Override
    public void loseAnswerToWrite() {
        wire.loseAnswers(1, Wire.SET_DATA, Wire.MULTI);
    }

    @Override
    public void loseAnswerToEphemeral() {
        wire.loseAnswers(1, Wire.CREATE, Wire.CREATE2);
    }
}
