package io.snowkeeper.coordinator.store.difference;

import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.store.CoordinationStoreContract.Client;
import io.snowkeeper.coordinator.zookeeper.WiredStore;
import java.io.IOException;
import java.util.List;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZKUtil;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;

/** A stage in ZooKeeper, each client at another server, whose sessions outlive scripts. */
final class ZooKeeperStage implements Stage {

    /** The one that a store in memory speaks of. */
    private static final String ROOT = MemberSettings.DEFAULT_CHROOT;

    private static final int SESSION_MILLIS = 10_000;
    private static final int MAX_ANSWER_BYTES = 64 * 1024 * 1024;

    /** Names may be so long that several are too large a request. */
    private static final int DELETED_AT_ONCE = 1;

    private final Clients clients;
    private final ZooKeeper cleaner;
    private final Aging aging;

    /** Changes the counters of a znode in the servers. */
    @FunctionalInterface
    interface Aging {

        /** Does nothing if there is no such znode. */
        void age(String znode, int version, int childrenMade);
    }

    /** @param ports those of the servers */
    ZooKeeperStage(List<Integer> ports) throws IOException {
        this(ports, (znode, version, childrenMade) -> {
            throw new UnsupportedOperationException("servers that age none");
        });
    }

    /** @param ports those of the servers */
    ZooKeeperStage(List<Integer> ports, Aging aging) throws IOException {
        this.aging = aging;
        this.clients = new Clients(number -> WiredStore.to(ports.get(number % ports.size()), ROOT));
        ZKClientConfig settings = new ZKClientConfig();
        settings.setProperty(ZKClientConfig.JUTE_MAXBUFFER, Integer.toString(MAX_ANSWER_BYTES));
        this.cleaner = new ZooKeeper("127.0.0.1:" + ports.get(0), SESSION_MILLIS, event -> {}, settings);
        await().until(() -> cleaner.getState().isConnected());
    }

    @Override
    public Client client(int number) throws Exception {
        return clients.client(number);
    }

    @Override
    public void reopen(int number) throws Exception {
        clients.reopen(number);
    }

    @Override
    public void age(String path, int version, int childrenMade) {
        aging.age(ROOT + path, version, childrenMade);
    }

    @Override
    public void clear(boolean anew) {
        if (anew) {
            clients.close();
        }
        await().until(this::deletesAll);
    }

    private boolean deletesAll() throws InterruptedException, KeeperException {
        try {
            return ZKUtil.deleteRecursive(cleaner, ROOT, DELETED_AT_ONCE);
        } catch (KeeperException.NoNodeException e) {
            return true;
        } catch (KeeperException.ConnectionLossException e) {
            return false;
        }
    }

    @Override
    public void close() throws Exception {
        clients.close();
        cleaner.close();
    }
}
