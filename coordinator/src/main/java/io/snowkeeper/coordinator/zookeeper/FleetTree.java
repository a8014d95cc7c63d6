package io.snowkeeper.coordinator.zookeeper;

import static io.snowkeeper.coordinator.zookeeper.SyncedClient.call;

import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.store.UnreadablePayloadException;
import io.snowkeeper.coordinator.zookeeper.ObstacleException.Kind;
import io.snowkeeper.core.Layout;
import java.io.IOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.CuratorWatcher;
import org.apache.curator.framework.api.GetDataBuilder;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/**
 * The fleet's znodes: all reads, and the writes of what is no slot, each one step. Every method throws an {@link ObstacleException} when
 * ZooKeeper cannot be reached; whether a write was then done is unknown, and a read tells.
 */
final class FleetTree {

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
    Optional<FleetZnode> readFleet() {
        try {
            return synced.readSynced(() -> {
                Stat stat = new Stat();
                byte[] json = client.getData().storingStatIn(stat).forPath(FleetPaths.FLEET);
                return new FleetZnode(decode(FleetPaths.FLEET, json, FleetRecord.class), stat.getCzxid());
            });
        } catch (UnreadablePayloadException e) {
            throw new ObstacleException(
                    Kind.UNREADABLE_FLEET, e.getMessage() + "; restore its payload with set, and do not delete it");
        }
    }

    /** Returns how many slots there are now, empty if their parent is not there. */
    Optional<SlotCensus> readCensus() {
        return synced.<Stat>readSynced(() -> client.checkExists().forPath(FleetPaths.WORKERS))
                .map(SlotCensus::of);
    }

    /** Returns which transaction made or deleted a slot last, the last of all if their parent is not there: it went with them. */
    long slotsChangedZxid() {
        return readCensus().map(SlotCensus::changedZxid).orElse(Long.MAX_VALUE);
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
                throw SlotTransactions.claimGone(claim);
            }
        });
    }

    /** Ends a claim, and with it whatever is on its way under it. */
    void deleteClaim(Claim claim) {
        call(() -> {
            try {
                client.delete().forPath(FleetPaths.claim(claim.name()));
            } catch (KeeperException.NoNodeException e) {
                // It is over already.
            }
            return true;
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
     * Looks for what a taker has to find below a slot.
     *
     * @param slot as it was read, empty if there was none
     * @return empty if the slot was written, deleted or made again since
     */
    Optional<Expected> expect(long workerId, Optional<Slot> slot) {
        if (slot.isEmpty()) {
            return Optional.of(Expected.noSlot(workerId));
        }
        return call(() -> {
            long session = synced.session();
            Fences fences = fences(workerId);
            // The slot after the fences: if they still stand at the write, it was neither deleted nor made again since.
            Stat stat = client.checkExists().forPath(FleetPaths.slot(workerId));
            synced.requireSession(session);
            return Optional.ofNullable(stat)
                    .filter(now -> ZnodeStamp.of(now).equals(slot.get().stamp()))
                    .map(now -> new Expected(workerId, slot, fences));
        });
    }

    /** Looks at a slot that we have taken: as it is now, and whether our fence stands. */
    Sight readTaken(long workerId, String fence) {
        return synced.readSynced(() -> {
                    Optional<Slot> slot = SyncedClient.ifThere(() -> slot(workerId, client.getData()));
                    return new Sight(slot, client.checkExists().forPath(FleetPaths.fence(workerId, fence)) != null);
                })
                .orElseThrow();
    }

    /**
     * What is seen of a slot that we have taken.
     *
     * @param slot empty if there is none
     * @param fenced whether our fence stands
     */
    record Sight(Optional<Slot> slot, boolean fenced) {}

    private Fences fences(long workerId) throws Exception {
        return SyncedClient.ifThere(() -> client.getChildren().forPath(FleetPaths.fences(workerId)))
                .map(names -> new Fences(true, names))
                .orElse(Fences.NONE);
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
        return new Slot(workerId, stat.getVersion(), decode(path, json, SlotRecord.class), ZnodeStamp.of(stat));
    }

    private static <T> T decode(String path, byte[] json, Class<T> type) {
        try {
            return PayloadCodec.decode(json, type);
        } catch (IOException e) {
            throw new UnreadablePayloadException(path, e);
        }
    }
}
