package io.snowkeeper.coordinator.zookeeper;

import static io.snowkeeper.coordinator.zookeeper.SyncedClient.call;

import io.snowkeeper.coordinator.zookeeper.ObstacleException.Kind;
import io.snowkeeper.core.Layout;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.CuratorWatcher;
import org.apache.curator.framework.api.GetDataBuilder;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.curator.framework.api.transaction.CuratorTransactionResult;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.data.Stat;

/**
 * The fleet's znodes: reads and conditional writes, each one step. Every method throws an {@link ObstacleException} when
 * ZooKeeper cannot be reached; whether a write was then done is unknown, and a read tells.
 */
final class FleetTree {

    /** Where each transaction has its operations. */
    private static final int CLAIM_OPERATION = 0;

    private static final int SLOT_OPERATION = 1;

    private final SyncedClient synced;
    private final CuratorFramework client;

    /** @param client a client below the fleet's root */
    FleetTree(CuratorFramework client) {
        this.synced = new SyncedClient(client);
        this.client = client;
    }

    /** Makes the fleet's znodes where they are missing. */
    void makeFleet(Layout layout) {
        FleetRecord fleet = FleetRecord.of(UUID.randomUUID().toString(), layout);
        call(() -> {
            try {
                createPersistent(FleetPaths.CLAIMS, new byte[0]);
            } catch (KeeperException.NoNodeException e) {
                // Curator makes the root before any other request, but keeps to itself why it could not.
                client.usingNamespace(null)
                        .create()
                        .creatingParentsIfNeeded()
                        .forPath("/" + client.getNamespace(), new byte[0]);
                throw e;
            }
            createPersistent(FleetPaths.WORKERS, new byte[0]);
            // Last: where the fleet is, the rest is or was.
            createPersistent(FleetPaths.FLEET, PayloadCodec.encode(fleet));
            return true;
        });
    }

    /** Returns the fleet as it is now, empty if its znode is not there. */
    Optional<FleetRecord> readFleet() {
        try {
            return synced.readSynced(
                    () -> decode(FleetPaths.FLEET, client.getData().forPath(FleetPaths.FLEET), FleetRecord.class));
        } catch (UnreadablePayloadException e) {
            throw new ObstacleException(Kind.UNREADABLE_FLEET, e.getMessage() + "; restore it");
        }
    }

    /** Returns how many slots there are now, empty if their parent is not there. */
    Optional<SlotCensus> readCensus() {
        return synced.<Stat>readSynced(() -> client.checkExists().forPath(FleetPaths.WORKERS))
                .map(SlotCensus::of);
    }

    /** Returns the id of the session that requests go out on now. */
    long sessionId() {
        return call(synced::session);
    }

    /** Creates a claim that lives as long as our session. */
    Claim createClaim(ClaimRecord record) {
        return call(() -> {
            long session = synced.session();
            // Protection, so that a retry after a lost answer finds the claim that the first try has made.
            String path = client.create()
                    .creatingParentsIfNeeded()
                    .withProtection()
                    .withMode(CreateMode.EPHEMERAL_SEQUENTIAL)
                    .forPath(FleetPaths.newClaim(), PayloadCodec.encode(record));
            long owner = synced.session() == session ? session : ownerOf(path);
            return new Claim(path.substring(path.lastIndexOf('/') + 1), owner);
        });
    }

    /**
     * Writes the claim and returns the time of the write by ZooKeeper's clock in Unix milliseconds.
     *
     * @throws ObstacleException also if the claim is gone
     */
    long touchClaim(Claim claim, ClaimRecord record) {
        return call(() -> {
            try {
                Stat stat = client.setData().forPath(FleetPaths.claim(claim.name()), PayloadCodec.encode(record));
                return stat.getMtime();
            } catch (KeeperException.NoNodeException e) {
                throw claimGone(claim);
            }
        });
    }

    /** Returns the names of the live claims; the ones that a slot read before names are among them. */
    Set<String> liveClaims() {
        return synced.readSynced(() -> client.getChildren().forPath(FleetPaths.CLAIMS))
                .<Set<String>>map(HashSet::new)
                .orElse(Set.of());
    }

    /**
     * Returns a slot as our server knows it, which may not be the latest: good enough where a write under its version
     * follows. Empty if nobody ever had the worker id.
     */
    Optional<Slot> peekSlot(long workerId) {
        return call(() -> SyncedClient.ifThere(() -> slot(workerId, client.getData())));
    }

    /** Returns a slot as it is now, empty if there is none. */
    Optional<Slot> readSlot(long workerId) {
        return synced.readSynced(() -> slot(workerId, client.getData()));
    }

    /** Has the watcher called once when the slot changes from what is read after this. */
    void watchSlot(long workerId, CuratorWatcher watcher) {
        call(() -> client.checkExists().usingWatcher(watcher).forPath(FleetPaths.slot(workerId)) != null);
    }

    /**
     * Sets a slot under the version that was read, if our claim still exists, which gets the worker id's name.
     *
     * @param before the slot as it was read, empty if there was none
     * @return the slot as it is now, empty if it was not as expected, so that nothing was written
     * @throws ObstacleException also if the claim is gone
     */
    Optional<Slot> takeSlot(Claim claim, ClaimRecord claimed, long workerId, Optional<Slot> before, SlotRecord after) {
        return transact(
                claim,
                workerId,
                after,
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
     * @return the slot as it is now, empty if it was not as expected, so that nothing was written
     * @throws ObstacleException also if the claim is gone
     */
    Optional<Slot> releaseSlot(Claim claim, Slot before, SlotRecord after) {
        return transact(
                claim,
                before.workerId(),
                after,
                () -> List.of(
                        client.transactionOp().delete().forPath(FleetPaths.claim(claim.name())),
                        setSlot(before, after)));
    }

    private Optional<Slot> transact(Claim claim, long workerId, SlotRecord after, Callable<List<CuratorOp>> ops) {
        return call(() -> {
            try {
                List<CuratorTransactionResult> results = client.transaction().forOperations(ops.call());
                Stat stat = results.get(SLOT_OPERATION).getResultStat();
                return Optional.of(new Slot(workerId, stat == null ? 0 : stat.getVersion(), after));
            } catch (KeeperException.BadVersionException | KeeperException.NodeExistsException e) {
                return Optional.empty();
            } catch (KeeperException.NoNodeException e) {
                if (isNoNode(e.getResults().get(CLAIM_OPERATION))) {
                    throw claimGone(claim);
                }
                return Optional.empty();
            }
        });
    }

    private static boolean isNoNode(OpResult result) {
        return result instanceof OpResult.ErrorResult error && error.getErr() == KeeperException.Code.NONODE.intValue();
    }

    private static ObstacleException claimGone(Claim claim) {
        return new ObstacleException(
                Kind.CLAIM_GONE,
                "our claim %s is gone: somebody deleted it, or our session has expired; making another"
                        .formatted(claim.name()));
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

    private long ownerOf(String path) throws Exception {
        Stat stat = client.checkExists().forPath(path);
        if (stat == null) {
            throw new KeeperException.NoNodeException(path);
        }
        return stat.getEphemeralOwner();
    }

    private static Slot slot(long workerId, GetDataBuilder request) throws Exception {
        String path = FleetPaths.slot(workerId);
        Stat stat = new Stat();
        byte[] json = request.storingStatIn(stat).forPath(path);
        return new Slot(workerId, stat.getVersion(), decode(path, json, SlotRecord.class));
    }

    private static <T> T decode(String path, byte[] json, Class<T> type) {
        try {
            return PayloadCodec.decode(json, type);
        } catch (IOException e) {
            throw new UnreadablePayloadException(path, e);
        }
    }
}
