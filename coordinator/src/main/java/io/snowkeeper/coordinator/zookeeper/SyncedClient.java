package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.zookeeper.ObstacleException.Kind;
import io.snowkeeper.coordinator.zookeeper.client.Denial;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;
import org.jspecify.annotations.Nullable;

/**
 * How requests go out: their failures become {@link ObstacleException}s, and a read can be made to see every write that was
 * done before it.
 */
final class SyncedClient {

    private final CuratorFramework client;

    SyncedClient(CuratorFramework client) {
        this.client = client;
    }

    CuratorFramework curator() {
        return client;
    }

    /** Returns the id of the session that requests go out on now. */
    long session() throws Exception {
        return client.getZookeeperClient().getZooKeeper().getSessionId();
    }

    static <T> T call(Callable<T> request) {
        try {
            return request.call();
        } catch (RuntimeException e) {
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ObstacleException(Kind.ZOOKEEPER_AWAY, "interrupted while waiting for ZooKeeper");
        } catch (KeeperException e) {
            throw Denial.of(e.code(), e.getPath())
                    .map(text -> new ObstacleException(Kind.DENIED, text))
                    .orElseGet(() -> notDone(e));
        } catch (Exception e) {
            throw notDone(e);
        }
    }

    private static ObstacleException notDone(Exception e) {
        return new ObstacleException(Kind.ZOOKEEPER_AWAY, "ZooKeeper did not do what was asked: " + e.getMessage());
    }

    /** Returns what was read, empty if the znode is not there. */
    static <T> Optional<T> ifThere(Callable<@Nullable T> request) throws Exception {
        try {
            return Optional.ofNullable(request.call());
        } catch (KeeperException.NoNodeException e) {
            return Optional.empty();
        }
    }

    /**
     * Reads what every write that was done before is part of. A server may lag behind the others, and a new session may
     * begin on one that does: if the session was replaced in between, the answer is worth nothing.
     */
    <T> Optional<T> readSynced(Callable<@Nullable T> request) {
        return call(() -> {
            long session = session();
            sync();
            Optional<T> found = ifThere(request);
            requireSession(session);
            return found;
        });
    }

    /** Fails if requests go out on another session now: only within one do reads never go back. */
    void requireSession(long session) throws Exception {
        if (session() != session) {
            throw new KeeperException.SessionExpiredException();
        }
    }

    private void sync() throws Exception {
        CompletableFuture<KeeperException.Code> done = new CompletableFuture<>();
        client.sync()
                .inBackground((source, event) -> done.complete(KeeperException.Code.get(event.getResultCode())))
                .forPath(FleetPaths.FLEET);
        KeeperException.Code code =
                done.get(client.getZookeeperClient().getConnectionTimeoutMs(), TimeUnit.MILLISECONDS);
        if (code != KeeperException.Code.OK) {
            throw KeeperException.create(code);
        }
    }
}
