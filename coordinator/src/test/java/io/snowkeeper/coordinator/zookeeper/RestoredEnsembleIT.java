package io.snowkeeper.coordinator.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.MembershipStatus.Phase;
import io.snowkeeper.coordinator.WorkerLease;
import io.snowkeeper.coordinator.fleet.FleetPaths;
import io.snowkeeper.coordinator.progress.SeenSequence;
import io.snowkeeper.coordinator.progress.SequenceProgress;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.testkit.time.SettableClock;
import io.snowkeeper.testkit.wire.Wire;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.zookeeper.data.Stat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** ZooKeeper is restored from a backup while a node is running, which should not be: the node notices, and stays out. */
class RestoredEnsembleIT {

    private static final String RESTORED =
            "ZooKeeper's data is not the one that this node has written to, a backup was restored while it was running: ";
    private static final String TO_DO = "; stop all nodes of the fleet, wait 150 s, then start them";

    @RegisterExtension
    private final Fleet fleet = new Fleet();

    @TempDir
    private Path backup;

    private Member.Spec node(String name) {
        // The session is lost after this time: restored servers do not admit clients that have seen more.
        return fleet.node(name).maxSkew(Duration.ofMinutes(1)).session(Duration.ofSeconds(1));
    }

    /** Has a reservation renewed, which writes the slot. */
    private void renew(long workerId) {
        int version = fleet.slot(workerId).version();
        fleet.pass(Member.Spec.TO_RENEWAL);
        await().until(() -> fleet.slot(workerId).version() > version);
    }

    @Test
    void aNodeWhoseSlotIsOlderThanItWroteItStopsIssuingAndFails() throws Exception {
        fleet.haveItsOwnZooKeeper();
        Wire wire = fleet.wire();
        Member member = fleet.start(node("n1").through(wire)).awaitLease();
        WorkerLease lease = member.lease();
        fleet.backUp(backup);
        renew(lease.workerId());
        renew(lease.workerId());
        wire.cut();
        wire.leadTo(fleet.zooKeeperOn(backup));
        wire.heal();
        await().until(() -> member.status().phase() == Phase.FAILED);
        assertThat(lease.reservation().isRevoked()).isTrue();
        assertThat(member.problem())
                .matches("\\Q" + RESTORED + "\\Eznode /workers/" + lease.workerId()
                        + " has version \\d+ of transaction [0-9a-f]+, this node has seen version \\d+ of transaction"
                        + " [0-9a-f]+\\Q" + TO_DO + "\\E");
        assertThat(member.losses()).containsExactly(member.problem());
    }

    @Test
    void aNodeWhoseSlotTheBackupDoesNotHaveStopsIssuingAndFails() throws Exception {
        fleet.haveItsOwnZooKeeper();
        fleet.start("n0").awaitLease();
        fleet.backUp(backup);
        Wire wire = fleet.wire();
        Member member = fleet.start(node("n1").through(wire)).awaitLease();
        WorkerLease lease = member.lease();
        wire.cut();
        wire.leadTo(fleet.zooKeeperOn(backup));
        wire.heal();
        await().until(() -> member.status().phase() == Phase.FAILED);
        assertThat(lease.reservation().isRevoked()).isTrue();
        assertThat(member.problem())
                .matches("\\Q" + RESTORED + "\\Eznode /workers/" + lease.workerId()
                        + " is not there, and was not deleted since this node wrote version \\d+ of it\\Q" + TO_DO
                        + "\\E");
    }

    /** Its slot was not written in between, and shows nothing. */
    @Test
    void aNodeThatHasSeenMoreOfASequenceThanTheBackupHasSequencesClosed() throws Exception {
        try (Znodes znodes = putBackUnderANodeThatHasSeenMore()) {
            await().until(() -> znodes.client().checkExists().forPath(FleetPaths.RESTORES) != null);
        }
    }

    @Test
    void itsClaimSaysItsWorkerIdWhenItHasLookedForThat() throws Exception {
        try (Znodes znodes = putBackUnderANodeThatHasSeenMore()) {
            await().until(() -> znodes.client().checkExists().forPath(FleetPaths.RESTORES) != null);
            // Again where the session has ended meanwhile, and the claim with it.
            await().ignoreExceptions()
                    .untilAsserted(() -> assertThat(
                                    znodes.client().getChildren().forPath(FleetPaths.CLAIMS))
                            .isNotEmpty()
                            .allSatisfy(claim -> assertThat(new String(
                                            znodes.client().getData().forPath(FleetPaths.CLAIMS + "/" + claim), UTF_8))
                                    .contains("\"worker\":0")));
        }
    }

    /** On a clock that stands still: no renewal writes the claim later on. */
    private Znodes putBackUnderANodeThatHasSeenMore() throws Exception {
        fleet.haveItsOwnZooKeeper();
        Wire wire = fleet.wire();
        SettableClock clock = new SettableClock();
        clock.stopAt(System.currentTimeMillis());
        Member member =
                fleet.start(node("n1").through(wire).clock(clock).anySkew()).awaitLease();
        String state = FleetPaths.sequenceState("A", "i");
        fleet.write(state, "{}");
        fleet.backUp(backup);
        fleet.write(state, "{ }");
        SeenSequence seen = new SeenSequence(new SequenceProgress("A", "i", null, 1), 9, lastWrite(state), null);
        member.membership().note(() -> List.of(seen));
        wire.cut();
        int restored = fleet.zooKeeperOn(backup);
        wire.leadTo(restored);
        wire.heal();
        return Znodes.of("127.0.0.1:" + restored + fleet.root(), Optional.empty());
    }

    private RecordStamp.Write lastWrite(String path) throws Exception {
        try (Znodes znodes = Znodes.of(fleet.connectString(), Optional.empty())) {
            Stat stat = znodes.client().checkExists().forPath(path);
            return new RecordStamp.Write(stat.getCzxid(), stat.getVersion(), stat.getMzxid());
        }
    }

    @Test
    void aNodeWhoseFleetWasCopiedIntoAnotherZnodeStopsIssuingAndFails() {
        Member member = fleet.start(node("n1")).awaitLease();
        WorkerLease lease = member.lease();
        fleet.makeAnew(FleetPaths.FLEET);
        fleet.pass(Member.Spec.TO_RENEWAL);
        await().until(() -> member.status().phase() == Phase.FAILED);
        assertThat(lease.reservation().isRevoked()).isTrue();
        assertThat(member.problem())
                .isEqualTo(RESTORED + "znode /fleet names the same fleet, and is not the same znode" + TO_DO);
    }

    @Test
    void nodesThatAreStartedAfterwardsTakeTheirWorkerIdsAgain() throws Exception {
        fleet.haveItsOwnZooKeeper();
        Member member = fleet.start(node("n1")).awaitLease();
        long workerId = member.workerId();
        fleet.backUp(backup);
        renew(workerId);
        renew(workerId);
        long last = member.awaitId();
        member.close();
        Member again = fleet.start(node("n1").at("127.0.0.1:" + fleet.zooKeeperOn(backup) + fleet.root()));
        again.awaitLease();
        assertThat(again.awaitId()).isGreaterThan(last);
    }
}
