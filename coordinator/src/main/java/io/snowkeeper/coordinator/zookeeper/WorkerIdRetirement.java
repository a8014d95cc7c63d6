package io.snowkeeper.coordinator.zookeeper;

import static io.snowkeeper.coordinator.zookeeper.SyncedClient.call;

import io.snowkeeper.coordinator.CoordinatorUnavailableException;
import io.snowkeeper.coordinator.RestingWorkerId;
import io.snowkeeper.coordinator.RetirementRefusedException;
import io.snowkeeper.coordinator.ZooKeeperSecurity;
import io.snowkeeper.coordinator.store.UnreadablePayloadException;
import io.snowkeeper.coordinator.zookeeper.client.EnsembleClients;
import io.snowkeeper.coordinator.zookeeper.client.TlsCheck;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.data.Stat;

/**
 * Takes worker ids out of use whose slots a wrong clock has reserved far into the future. Such a slot cannot be given back:
 * ids may have been issued up to the end of its reservation, and nothing tells which. So the reservation is never lowered. It is
 * raised beyond every layout's end, under an owner's name that nobody has: no node takes the worker id, not even the one
 * that had it last and still has its state directory.
 *
 * <p>Asks ZooKeeper and no node, so that it works when none runs. For one thread.
 */
public final class WorkerIdRetirement implements AutoCloseable {

    /** The longest window together with the largest skew: no node with a right clock reserves beyond it. */
    private static final Duration LONGEST_RESERVATION = Duration.ofHours(2);

    private static final int RETRY_PAUSE_MILLIS = 100;

    private final CuratorFramework client;
    private final FleetTree tree;
    private final SlotTransactions transactions;
    private final String address;

    private WorkerIdRetirement(CuratorFramework client, String address) {
        this.client = client;
        this.tree = new FleetTree(client);
        this.transactions = new SlotTransactions(client);
        this.address = address;
    }

    /**
     * Connects to a fleet's ZooKeeper.
     *
     * @param connectString as {@link io.snowkeeper.coordinator.FleetSettings#connectString()}
     * @param security how to log in to it, and whether over TLS
     * @param timeout how long to wait for a connection
     * @throws IllegalArgumentException if the address is malformed, or the files for TLS cannot be used
     * @throws CoordinatorUnavailableException if it cannot be reached
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    public static WorkerIdRetirement connect(String connectString, ZooKeeperSecurity security, Duration timeout)
            throws InterruptedException {
        EnsembleAddress ensemble = EnsembleAddress.parse(connectString);
        int timeoutMillis = Math.toIntExact(timeout.toMillis());
        CuratorFramework client = EnsembleClients.builder(ensemble.servers(), timeout, security)
                .namespace(ensemble.root())
                .retryPolicy(new RetryOneTime(RETRY_PAUSE_MILLIS))
                .build();
        client.start();
        if (!client.blockUntilConnected(timeoutMillis, TimeUnit.MILLISECONDS)) {
            client.close();
            String reason = security.tls()
                    .flatMap(tls -> new TlsCheck(ensemble.servers(), tls).failure())
                    .map(failure -> ": " + failure)
                    .orElse("");
            throw new CoordinatorUnavailableException(
                    "ZooKeeper %s cannot be reached within %d ms%s".formatted(connectString, timeoutMillis, reason),
                    null);
        }
        return new WorkerIdRetirement(client, connectString);
    }

    /**
     * Looks at a worker id that is to be taken out of use.
     *
     * @throws RetirementRefusedException if it is live, free, or comes free by itself in a while
     * @throws CoordinatorUnavailableException if ZooKeeper does not answer
     */
    public RestingWorkerId look(long workerId) {
        return reached(() -> describe(find(workerId)));
    }

    /**
     * Takes a worker id out of use for good. Does nothing if it was before.
     *
     * @throws RetirementRefusedException as {@link #look} does; also if somebody else has changed the slot meanwhile
     * @throws CoordinatorUnavailableException if ZooKeeper does not answer; whether it was done, {@link #look} tells
     */
    public RestingWorkerId retire(long workerId) {
        return reached(() -> {
            Slot slot = find(workerId);
            if (!slot.record().wasRetired() && !write(slot)) {
                throw new RetirementRefusedException(
                        "worker id %d was taken or changed meanwhile; look again".formatted(workerId));
            }
            return describe(new Slot(workerId, slot.version(), slot.record().retired(), slot.stamp()));
        });
    }

    private Slot find(long workerId) {
        if (tree.readFleet().isEmpty()) {
            throw new RetirementRefusedException(
                    "there is no fleet at %s; give ZooKeeper's address with the fleet's chroot".formatted(address));
        }
        // The slot before the live claims: its owner, if live, is then seen among them.
        Slot slot = tree.readSlot(workerId)
                .orElseThrow(() -> new RetirementRefusedException(
                        "worker id %d was never taken, there is nothing to retire".formatted(workerId)));
        if (!slot.record().wasRetired()) {
            requireResting(slot);
        }
        return slot;
    }

    private void requireResting(Slot slot) {
        SlotRecord record = slot.record();
        if (tree.liveClaims().contains(record.owner())) {
            throw new RetirementRefusedException("worker id %d is live, node %s has it; stop that node first"
                    .formatted(slot.workerId(), record.node()));
        }
        Instant now = zooKeeperTime();
        if (!record.reservedUntil().isAfter(now.plus(LONGEST_RESERVATION))) {
            throw new RetirementRefusedException(
                    "worker id %d is reserved until %s and free afterwards, nothing is wrong with it: only what is reserved for more than %d h by ZooKeeper's clock, %s, can be retired"
                            .formatted(slot.workerId(), record.reservedUntil(), LONGEST_RESERVATION.toHours(), now));
        }
    }

    /** Only a write tells ZooKeeper's time; this one ends with our session. */
    private Instant zooKeeperTime() {
        return call(() -> {
            Stat stat = new Stat();
            String path = client.create()
                    .storingStatIn(stat)
                    .withMode(CreateMode.EPHEMERAL_SEQUENTIAL)
                    .forPath(FleetPaths.RETIREMENT);
            client.delete().forPath(path);
            return Instant.ofEpochMilli(stat.getCtime());
        });
    }

    /** Returns whether the slot was as it was read, and now is retired. */
    private boolean write(Slot slot) {
        boolean written = tree.expect(slot.workerId(), Optional.of(slot))
                .filter(expected ->
                        transactions.replace(expected, slot, slot.record().retired()))
                .isPresent();
        // It may have been this very write, done once before its answer was lost.
        return written
                || tree.readSlot(slot.workerId())
                        .filter(found -> found.record().wasRetired())
                        .isPresent();
    }

    private static RestingWorkerId describe(Slot slot) {
        SlotRecord record = slot.record();
        return new RestingWorkerId(slot.workerId(), record.node(), record.reservedUntil(), record.wasRetired());
    }

    private static <T> T reached(Supplier<T> work) {
        try {
            return work.get();
        } catch (ObstacleException | UnreadablePayloadException e) {
            throw new CoordinatorUnavailableException(String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
