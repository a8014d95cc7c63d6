package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.CoordinatorUnavailableException;
import io.snowkeeper.coordinator.ZooKeeperSecurity;
import io.snowkeeper.coordinator.lease.WorkerIdRetirement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The factory of retirements of worker ids in fleets whose leases ZooKeeper keeps. */
public final class ZooKeeperRetirement {

    private ZooKeeperRetirement() {}

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
        ZooKeeperStore store = ZooKeeperStore.create(connectString, timeout, security);
        CountDownLatch connected = new CountDownLatch(1);
        store.listen(state -> {
            if (state.isConnected()) {
                connected.countDown();
            }
        });
        store.start();
        if (!connected.await(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
            store.close();
            String reason = security.tls()
                    .flatMap(tls ->
                            new TlsCheck(EnsembleAddress.parse(connectString).servers(), tls).failure())
                    .map(failure -> ": " + failure)
                    .orElse("");
            throw new CoordinatorUnavailableException(
                    "ZooKeeper %s cannot be reached within %d ms%s"
                            .formatted(connectString, timeout.toMillis(), reason),
                    null);
        }
        return new WorkerIdRetirement(store, connectString);
    }
}
