package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.fleet.FleetPaths;
import io.snowkeeper.coordinator.fleet.RestoreRecord;
import io.snowkeeper.coordinator.progress.SeenSequence;
import io.snowkeeper.coordinator.progress.SequenceProgress;
import io.snowkeeper.coordinator.state.StateDirectory;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.store.RecordStamp.Write;
import io.snowkeeper.testkit.wire.Wire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooDefs.Perms;
import org.apache.zookeeper.data.ACL;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * ZooKeeper's data was put back while a node was down: the node finds that by its state, and reports it to the others.
 */
class RestoredStartIT {

    /** Short: lost reservations pass on the clock by which nodes and ZooKeeper agree. */
    private static final Duration WINDOW = Duration.ofSeconds(2);

    private static final Duration MAX_SKEW = Duration.ofSeconds(2);

    @RegisterExtension
    private final Fleet fleet = new Fleet();

    @TempDir
    private Path backup;

    @TempDir
    private Path directory;

    @BeforeEach
    void haveDataOfItsOwn() throws Exception {
        fleet.haveItsOwnZooKeeper();
    }

    private Member.Spec node(String connectString) {
        return fleet.node("n1")
                .at(connectString)
                .window(WINDOW)
                .maxSkew(MAX_SKEW)
                .stateDirectory(directory);
    }

    private void awaitTwoRenewals(long workerId) {
        int version = fleet.slot(workerId).version();
        await().until(() -> fleet.slot(workerId).version() > version + 1);
    }

    /** Has a node renew its lease twice after a backup; returns how late its last id is. */
    private long runBeyondTheBackup() throws IOException {
        Member first = fleet.start(node(fleet.connectString())).awaitLease();
        fleet.backUp(backup);
        awaitTwoRenewals(first.workerId());
        long last = first.awaitId();
        first.close();
        return last;
    }

    private String root() {
        return fleet.connectString().substring(fleet.connectString().indexOf('/'));
    }

    private static SeenSequence seen(long taken) {
        return new SeenSequence(new SequenceProgress("A", "i", null, taken), 1_000, new Write(1, 1, 1), null);
    }

    private RestoreRecord restores(CuratorFramework client) throws Exception {
        String path = root() + FleetPaths.RESTORES;
        return client.checkExists().forPath(path) == null
                ? RestoreRecord.NONE
                : PayloadCodec.decode(client.getData().forPath(path), RestoreRecord.class);
    }

    @Test
    void itSaysSoInZooKeeperOnceAndGivesIdsOnlyWhenWhatWasLostHasPassed() throws Exception {
        long last = runBeyondTheBackup();
        String servers = "127.0.0.1:" + fleet.zooKeeperOn(backup);
        String restored = servers + root();
        try (CuratorFramework client = CuratorFrameworkFactory.newClient(servers, new RetryOneTime(500))) {
            client.start();
            Member second = fleet.start(node(restored));
            await().until(() -> restores(client).open().isPresent());
            RestoreRecord.Restore found = restores(client).open().orElseThrow();
            assertThat(found.by()).isEqualTo("n1");

            second.awaitLease();
            Duration longest = WINDOW.plus(MAX_SKEW.multipliedBy(2));
            long floor = second.lease().reservation().floorMillis();
            assertThat(floor)
                    .isGreaterThanOrEqualTo(found.found().plus(longest).toEpochMilli())
                    .isGreaterThan(second.millisOf(last));
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
    void howFarSequencesHaveComeIsNotedAtTheLastWhenANodeStops() {
        Member member = fleet.start(node(fleet.connectString())).awaitLease();
        AtomicLong taken = new AtomicLong(2);
        member.membership().note(() -> List.of(seen(taken.get())));
        await().until(() -> Files.exists(directory.resolve(StateDirectory.NOTES_FILE)));
        taken.set(32);
        member.leave();
        try (StateDirectory left = StateDirectory.open(directory)) {
            assertThat(left.loadNotes().orElseThrow().sequences())
                    .extracting(SeenSequence::taken)
                    .containsExactly(32L);
        }
    }

    /** Has a running node's connection lead to data that are older than its lease. */
    private Member running(Wire wire, Consumer<String> restored) throws Exception {
        // The session is lost after this time: restored servers do not admit clients that have seen more.
        Member running = fleet.start(
                        fleet.node("n1").through(wire).window(WINDOW).session(Duration.ofSeconds(1)))
                .awaitLease();
        running.membership().note(() -> List.of(seen(2)));
        fleet.backUp(backup);
        awaitTwoRenewals(running.workerId());
        wire.cut();
        int port = fleet.zooKeeperOn(backup);
        restored.accept("127.0.0.1:" + port);
        wire.leadTo(port);
        wire.heal();
        return running;
    }

    @Test
    void aNodeThatFindsItWhileItRunsTellsTheOthersAndGivesItsNotes() throws Exception {
        AtomicReference<String> servers = new AtomicReference<>();
        running(fleet.wire(), servers::set);
        try (CuratorFramework client = CuratorFrameworkFactory.newClient(servers.get(), new RetryOneTime(500))) {
            client.start();
            await().until(() -> restores(client).open().isPresent());
            await().until(() -> client.getChildren().forPath(root() + FleetPaths.RESTORES), List.of("n1")::equals);
        }
    }

    @Test
    void aNodeThatCannotTellTheOthersAtOnceTriesAgain() throws Exception {
        AtomicReference<CuratorFramework> opened = new AtomicReference<>();
        Member running = running(fleet.wire(), servers -> {
            opened.set(CuratorFrameworkFactory.newClient(servers, new RetryOneTime(500)));
            opened.get().start();
            allow(opened.get(), Perms.READ | Perms.ADMIN);
        });
        try (CuratorFramework client = opened.get()) {
            await().until(() -> running.membership().restored().isDone());
            assertThat(restores(client).open()).isEmpty();
            allow(client, Perms.ALL);
            await().until(() -> restores(client).open().isPresent());
        }
    }

    private void allow(CuratorFramework client, int permissions) {
        try {
            client.setACL()
                    .withACL(List.of(new ACL(permissions, Ids.ANYONE_ID_UNSAFE)))
                    .forPath(root());
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
