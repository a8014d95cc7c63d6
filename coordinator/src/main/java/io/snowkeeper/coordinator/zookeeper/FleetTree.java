package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.zookeeper.ObstacleException.Kind;
import io.snowkeeper.core.Layout;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.CuratorWatcher;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.curator.framework.api.transaction.CuratorTransactionResult;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * The fleet's znodes: reads and conditional writes, each one step. Every method throws an {@link ObstacleException} when
 * ZooKeeper cannot be reached; whether a write was then done is unknown, and a read tells.
 */
final class FleetTree {

    private final CuratorFramework client;

    /** @param client a client below the fleet's root */
    FleetTree(CuratorFramework client) {
        this.client = client;
    }

    /** Returns the fleet, which the first node makes. */
    FleetRecord joinFleet(Layout layout) {
        return call(() -> {
            createPersistent(FleetPaths.CLAIMS, new byte[0]);
            createPersistent(FleetPaths.WORKERS, new byte[0]);
            createPersistent(
                    FleetPaths.FLEET,
                    PayloadCodec.encode(FleetRecord.of(UUID.randomUUID().toString(), layout)));
            return read(FleetPaths.FLEET, FleetRecord.class);
        });
    }

    /** Returns the fleet, empty if its znode is gone. */
    Optional<FleetRecord> readFleet() {
        return call(() -> {
            try {
                return Optional.of(read(FleetPaths.FLEET, FleetRecord.class));
            } catch (KeeperException.NoNodeException e) {
                return Optional.empty();
            }
        });
    }

    /** Returns the id of the session that requests go out on now. */
    long sessionId() {
        return call(() -> client.getZookeeperClient().getZooKeeper().getSessionId());
    }

    /** Creates a claim that lives as long as our session. */
    Claim createClaim(ClaimRecord record) {
        return call(() -> {
            // Protection, so that a retry after a lost answer finds the claim that the first try has made.
            String path = client.create()
                    .withProtection()
                    .withMode(CreateMode.EPHEMERAL_SEQUENTIAL)
                    .forPath(FleetPaths.newClaim(), PayloadCodec.encode(record));
            String name = path.substring(path.lastIndexOf('/') + 1);
            Stat stat = client.checkExists().forPath(path);
            if (stat == null) {
                throw new KeeperException.NoNodeException(path);
            }
            return new Claim(name, stat.getEphemeralOwner());
        });
    }

    /** Writes the claim and returns the time of the write by ZooKeeper's clock in Unix milliseconds; empty if it is gone. */
    OptionalLong touchClaim(Claim claim, ClaimRecord record) {
        return call(() -> {
            try {
                Stat stat = client.setData().forPath(FleetPaths.claim(claim.name()), PayloadCodec.encode(record));
                return OptionalLong.of(stat.getMtime());
            } catch (KeeperException.NoNodeException e) {
                return OptionalLong.empty();
            }
        });
    }

    /** Returns the names of the live claims, after a sync; the ones that a slot read before names are among them. */
    Set<String> liveClaims() {
        return call(() -> {
            // Not waited for: requests of one session are served in their order.
            client.sync().forPath(FleetPaths.CLAIMS);
            return new HashSet<>(client.getChildren().forPath(FleetPaths.CLAIMS));
        });
    }

    /** Returns a slot, empty if nobody ever had the worker id. */
    Optional<Slot> readSlot(long workerId) {
        return readSlot(workerId, null);
    }

    /** Returns a slot and has the watcher called once when it changes. */
    Optional<Slot> readSlot(long workerId, @Nullable CuratorWatcher watcher) {
        return call(() -> {
            try {
                Stat stat = new Stat();
                String path = FleetPaths.slot(workerId);
                byte[] json = watcher == null
                        ? client.getData().storingStatIn(stat).forPath(path)
                        : client.getData()
                                .storingStatIn(stat)
                                .usingWatcher(watcher)
                                .forPath(path);
                return Optional.of(new Slot(workerId, stat.getVersion(), decode(path, json, SlotRecord.class)));
            } catch (KeeperException.NoNodeException e) {
                return Optional.empty();
            }
        });
    }

    /**
     * Sets a slot under the version that was read, if our claim still exists, which gets the worker id's name.
     *
     * @param before the slot as it was read, empty if there was none
     * @return the slot as it is now, empty if it or the claim was not as expected, so that nothing was written
     */
    Optional<Slot> takeSlot(Claim claim, ClaimRecord claimed, long workerId, Optional<Slot> before, SlotRecord after) {
        return transact(
                workerId,
                after,
                1,
                () -> List.of(
                        client.transactionOp()
                                .setData()
                                .forPath(
                                        FleetPaths.claim(claim.name()),
                                        PayloadCodec.encode(claimed.withWorker(workerId))),
                        before.isPresent() ? setSlot(before.get(), after) : createSlot(workerId, after)));
    }

    /**
     * Hands a slot back and deletes our claim, in one step.
     *
     * @return the slot as it is now, empty if it or the claim was not as expected, so that nothing was written
     */
    Optional<Slot> releaseSlot(Claim claim, Slot before, SlotRecord after) {
        return transact(
                before.workerId(),
                after,
                0,
                () -> List.of(
                        setSlot(before, after),
                        client.transactionOp().delete().forPath(FleetPaths.claim(claim.name()))));
    }

    private Optional<Slot> transact(long workerId, SlotRecord after, int slotOperation, Callable<List<CuratorOp>> ops) {
        return call(() -> {
            try {
                List<CuratorTransactionResult> results = client.transaction().forOperations(ops.call());
                Stat stat = results.get(slotOperation).getResultStat();
                return Optional.of(new Slot(workerId, stat == null ? 0 : stat.getVersion(), after));
            } catch (KeeperException.BadVersionException
                    | KeeperException.NoNodeException
                    | KeeperException.NodeExistsException e) {
                return Optional.empty();
            }
        });
    }

    private CuratorOp createSlot(long workerId, SlotRecord record) throws Exception {
        return client.transactionOp()
                .create()
                .withMode(CreateMode.PERSISTENT)
                .forPath(FleetPaths.slot(workerId), PayloadCodec.encode(record));
    }

    private CuratorOp setSlot(Slot before, SlotRecord after) throws Exception {
        return client.transactionOp()
                .setData()
                .withVersion(before.version())
                .forPath(FleetPaths.slot(before.workerId()), PayloadCodec.encode(after));
    }

    private void createPersistent(String path, byte[] payload) throws Exception {
        try {
            client.create().withMode(CreateMode.PERSISTENT).forPath(path, payload);
        } catch (KeeperException.NodeExistsException e) {
            // Another node was first; its payload counts.
        }
    }

    private <T> T read(String path, Class<T> type) throws Exception {
        return decode(path, client.getData().forPath(path), type);
    }

    private static <T> T decode(String path, byte[] json, Class<T> type) {
        try {
            return PayloadCodec.decode(json, type);
        } catch (IOException e) {
            throw new UnreadablePayloadException(path, e);
        }
    }

    private static <T> T call(Callable<T> request) {
        try {
            return request.call();
        } catch (RuntimeException e) {
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ObstacleException(Kind.ZOOKEEPER_AWAY, "interrupted while waiting for ZooKeeper");
        } catch (Exception e) {
            throw new ObstacleException(Kind.ZOOKEEPER_AWAY, "ZooKeeper did not do what was asked: " + e.getMessage());
        }
    }
}
