package io.snowkeeper.coordinator.zookeeper;

import static io.snowkeeper.coordinator.zookeeper.SyncedClient.call;

import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.zookeeper.ObstacleException.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.data.Stat;

/**
 * Every write of a slot, each one transaction: under the version that was read, and under the fence. A version alone would
 * not do: a slot that was deleted by hand and made again counts from 0 again. Every method throws an {@link ObstacleException} when
 * ZooKeeper cannot be reached; whether a write was then done is unknown, and a read tells.
 */
final class SlotTransactions {

    private static final byte[] NO_PAYLOAD = {};

    private final CuratorFramework client;

    /** @param client a client below the fleet's root */
    SlotTransactions(CuratorFramework client) {
        this.client = client;
    }

    /**
     * Takes a slot if it still is as expected and our claim still exists, which gets the worker id's name.
     *
     * @param fence a name that was never used
     * @return the slot as it is now, empty if it was not as expected, so that nothing was written
     * @throws ObstacleException also if the claim is gone
     */
    Optional<Slot> take(Claim claim, ClaimRecord claimed, Expected before, String fence, SlotRecord after) {
        long workerId = before.workerId();
        return transact(claim, workerId, after, () -> {
            List<CuratorOp> operations = new ArrayList<>();
            operations.add(name(claim, claimed, workerId));
            operations.add(before.slot().isPresent() ? set(before.slot().get(), after) : create(workerId, after));
            if (!before.fences().made()) {
                operations.add(create(FleetPaths.fences(workerId), NO_PAYLOAD));
            }
            for (String found : before.fences().names()) {
                operations.add(client.transactionOp().delete().forPath(FleetPaths.fence(workerId, found)));
            }
            operations.add(create(FleetPaths.fence(workerId, fence), NO_PAYLOAD));
            return operations;
        });
    }

    /**
     * Renews a slot that we have taken, if it still is as it was and our claim still exists.
     *
     * @return as {@link #take} does
     * @throws ObstacleException also if the claim is gone
     */
    Optional<Slot> renew(Claim claim, ClaimRecord claimed, Slot before, String fence, SlotRecord after) {
        long workerId = before.workerId();
        return transact(
                claim,
                workerId,
                after,
                () -> List.of(name(claim, claimed, workerId), set(before, after), stands(workerId, fence)));
    }

    /**
     * Hands a slot back and deletes our claim, in one step. The fence stays for the next taker.
     *
     * @return as {@link #take} does
     * @throws ObstacleException also if the claim is gone
     */
    Optional<Slot> release(Claim claim, Slot before, String fence, SlotRecord after) {
        return transact(
                claim,
                before.workerId(),
                after,
                () -> List.of(
                        client.transactionOp().delete().forPath(FleetPaths.claim(claim.name())),
                        set(before, after),
                        stands(before.workerId(), fence)));
    }

    /**
     * Writes the slot of somebody who is gone, without taking it.
     *
     * @return whether the slot was as expected; else nothing was written
     */
    boolean replace(Expected before, Slot slot, SlotRecord after) {
        return call(() -> {
            List<CuratorOp> operations = new ArrayList<>();
            operations.add(set(slot, after));
            for (String fence : before.fences().names()) {
                operations.add(stands(slot.workerId(), fence));
            }
            try {
                client.transaction().forOperations(operations);
                return true;
            } catch (KeeperException.BadVersionException | KeeperException.NoNodeException e) {
                return false;
            }
        });
    }

    private Optional<Slot> transact(
            Claim claim, long workerId, SlotRecord after, Callable<List<CuratorOp>> operations) {
        return call(() -> {
            try {
                Stat stat = client.transaction()
                        .forOperations(operations.call())
                        .get(1)
                        .getResultStat();
                return stat == null
                        ? made(workerId, after)
                        : Optional.of(new Slot(workerId, stat.getVersion(), after, ZnodeStamp.of(stat)));
            } catch (KeeperException.BadVersionException
                    | KeeperException.NodeExistsException
                    | KeeperException.NotEmptyException e) {
                return Optional.empty();
            } catch (KeeperException.NoNodeException e) {
                if (isNoNode(e.getResults().get(0))) {
                    throw claimGone(claim);
                }
                return Optional.empty();
            }
        });
    }

    /** Of a creation, ZooKeeper does not tell when it was. */
    private Optional<Slot> made(long workerId, SlotRecord record) throws Exception {
        Stat stat = client.checkExists().forPath(FleetPaths.slot(workerId));
        return Optional.ofNullable(stat)
                .filter(found -> found.getVersion() == 0 && found.getMzxid() == found.getCzxid())
                .map(found -> new Slot(workerId, 0, record, ZnodeStamp.of(found)));
    }

    private static boolean isNoNode(OpResult result) {
        return result instanceof OpResult.ErrorResult error && error.getErr() == KeeperException.Code.NONODE.intValue();
    }

    static ObstacleException claimGone(Claim claim) {
        return new ObstacleException(
                Kind.CLAIM_GONE,
                "our claim %s is gone: somebody deleted it, or our session has expired; making another"
                        .formatted(claim.name()));
    }

    private CuratorOp name(Claim claim, ClaimRecord claimed, long workerId) throws Exception {
        return client.transactionOp()
                .setData()
                .forPath(FleetPaths.claim(claim.name()), PayloadCodec.encode(claimed.withWorker(workerId)));
    }

    private CuratorOp create(long workerId, SlotRecord record) throws Exception {
        return create(FleetPaths.slot(workerId), PayloadCodec.encode(record));
    }

    private CuratorOp create(String path, byte[] payload) throws Exception {
        return client.transactionOp().create().forPath(path, payload);
    }

    private CuratorOp set(Slot before, SlotRecord after) throws Exception {
        return client.transactionOp()
                .setData()
                .withVersion(before.version())
                .forPath(FleetPaths.slot(before.workerId()), PayloadCodec.encode(after));
    }

    private CuratorOp stands(long workerId, String fence) throws Exception {
        return client.transactionOp().check().forPath(FleetPaths.fence(workerId, fence));
    }
}
