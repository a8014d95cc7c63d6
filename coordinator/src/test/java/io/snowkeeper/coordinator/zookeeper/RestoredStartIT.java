package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.fleet.FleetPaths;
import io.snowkeeper.coordinator.fleet.RestoreRecord;
import io.snowkeeper.coordinator.store.PayloadCodec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** ZooKeeper's data was put back while a node was down: it finds that by its state, and tells it to the others. */
class RestoredStartIT {

    private static final Duration WINDOW = Duration.ofSeconds(3);

    @RegisterExtension
    private final Fleet fleet = new Fleet();

    @TempDir
    private Path backup;

    @TempDir
    private Path directory;

    private Member.Spec node(String connectString) {
        return fleet.node("n1").at(connectString).window(WINDOW).stateDirectory(directory);
    }

    /** Has a node renew its lease twice after a backup; returns how late its last id is. */
    private long runBeyondTheBackup() throws IOException {
        Member first = fleet.start(node(fleet.connectString())).awaitLease();
        fleet.backUp(backup);
        int version = fleet.slot(first.workerId()).version();
        await().until(() -> fleet.slot(first.workerId()).version() > version + 1);
        long last = first.awaitId();
        first.close();
        return last;
    }

    private static RestoreRecord restores(CuratorFramework client) throws Exception {
        return client.checkExists().forPath("/snowkeeper" + FleetPaths.RESTORES) == null
                ? RestoreRecord.NONE
                : PayloadCodec.decode(
                        client.getData().forPath("/snowkeeper" + FleetPaths.RESTORES), RestoreRecord.class);
    }

    @Test
    void itSaysSoInZooKeeperOnceAndGivesIdsOnlyWhenWhatWasLostHasPassed() throws Exception {
        long last = runBeyondTheBackup();
        String restored = "127.0.0.1:" + fleet.zooKeeperOn(backup);
        try (CuratorFramework client = CuratorFrameworkFactory.newClient(restored, new RetryOneTime(500))) {
            client.start();
            Member second = fleet.start(node(restored));
            await().until(() -> restores(client).open().isPresent());
            RestoreRecord.Restore found = restores(client).open().orElseThrow();
            assertThat(found.by()).isEqualTo("n1");

            second.awaitLease();
            long longest = WINDOW.plusSeconds(10).toMillis();
            assertThat(second.lease().reservation().floorMillis())
                    .isGreaterThanOrEqualTo(found.found().toEpochMilli() + longest);
            assertThat(second.awaitId()).isGreaterThan(last);
            second.close();

            Member third = fleet.start(node(restored)).awaitLease();
            assertThat(third.awaitId()).isGreaterThan(last);
            assertThat(restores(client).restores()).hasSize(1);
        }
    }

    @Test
    void aNodeThatIsStartedOnTheDataThatItHasLeftSaysNothing() throws Exception {
        runBeyondTheBackup();
        fleet.start(node(fleet.connectString())).awaitLease();
        assertThat(fleet.read(FleetPaths.RESTORES)).isEmpty();
    }

    @Test
    void aNodeThatFindsItWhileItRunsTellsTheOthersToo() throws Exception {
        Wire wire = fleet.wire();
        Member running = fleet.start(fleet.node("n1").at(wire.connectString()).window(WINDOW))
                .awaitLease();
        fleet.backUp(backup);
        int version = fleet.slot(running.workerId()).version();
        await().until(() -> fleet.slot(running.workerId()).version() > version + 1);
        wire.cut();
        int port = fleet.zooKeeperOn(backup);
        wire.leadTo(port);
        wire.heal();
        try (CuratorFramework client = CuratorFrameworkFactory.newClient("127.0.0.1:" + port, new RetryOneTime(500))) {
            client.start();
            await().until(() -> restores(client).open().isPresent());
        }
    }
}
