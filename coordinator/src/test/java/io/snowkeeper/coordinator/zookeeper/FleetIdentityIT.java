package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.MembershipStatus.Phase;
import io.snowkeeper.coordinator.WorkerLease;
import io.snowkeeper.coordinator.fleet.FleetPaths;
import io.snowkeeper.core.Layout;
import io.snowkeeper.testkit.wire.Wire;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class FleetIdentityIT {

    private static final String REPLACED =
            "the fleet in ZooKeeper is not the one that this node has joined, its data was replaced: it was fleet %s with"
                    + " layout 41/10/12 (epoch 2024-01-01T00:00:00Z, tick MILLISECOND), it is %s; make sure that no old worker id is used in the new one, then restart";

    @RegisterExtension
    private final Fleet fleet = new Fleet();

    @Test
    void aNodeWithOtherWidthsFailsAndSaysBothLayouts() {
        fleet.start("n1").awaitLease();
        Member other = fleet.start(fleet.node("n2").workerBits(8));
        await().until(() -> other.status().phase() == Phase.FAILED);
        assertThat(other.problem())
                .isEqualTo("the fleet's ids have layout 41/10/12 (epoch 2024-01-01T00:00:00Z, tick MILLISECOND), this"
                        + " node was started with 41/8/14 (epoch 2024-01-01T00:00:00Z, tick MILLISECOND); start it with"
                        + " the fleet's layout");
    }

    @Test
    void aNodeWithAnotherEpochFailsAndSaysBothLayouts() {
        fleet.start("n1").awaitLease();
        Layout other = Layout.parse("41/10/12", Instant.parse("2020-01-01T00:00:00Z"));
        Member member = fleet.start(fleet.node("n2").layout(other));
        await().until(() -> member.status().phase() == Phase.FAILED);
        assertThat(member.problem())
                .isEqualTo("the fleet's ids have layout 41/10/12 (epoch 2024-01-01T00:00:00Z, tick MILLISECOND), this"
                        + " node was started with 41/10/12 (epoch 2020-01-01T00:00:00Z, tick MILLISECOND); start it with"
                        + " the fleet's layout");
    }

    @Test
    void aNodeThatFailedLeavesNoTrace() {
        fleet.start("n1").awaitLease();
        Member other = fleet.start(fleet.node("n2").workerBits(8));
        await().until(() -> other.status().phase() == Phase.FAILED);
        assertThat(fleet.claimsOf("n2")).isEmpty();
        assertThat(fleet.slotsOf("n2")).isEmpty();
    }

    @Test
    void fleetsUnderTwoRootsDoNotMeet() {
        fleet.start("n1").awaitLease();
        Member other = fleet.start(
                fleet.node("n2").at(fleet.connectString() + "/other/fleet").workerBits(8));
        assertThat(other.awaitLease().workerId()).isZero();
    }

    @Test
    void aNodeWhoseFleetIsReplacedStopsIssuingAndFails() {
        Member member = fleet.start(fleet.node("n1").anySkew()).awaitLease();
        WorkerLease lease = member.lease();
        String former = member.status().fleetId().orElseThrow();
        fleet.write(FleetPaths.FLEET, fleet.read(FleetPaths.FLEET).replace(former, "new"));
        fleet.pass(Member.Spec.TO_RENEWAL);
        await().until(() -> member.status().phase() == Phase.FAILED);
        assertThat(lease.reservation().isRevoked()).isTrue();
        assertThat(member.problem())
                .isEqualTo(REPLACED.formatted(
                        former, "fleet new with layout 41/10/12 (epoch 2024-01-01T00:00:00Z, tick MILLISECOND)"));
        assertThat(member.losses()).containsExactly(member.problem());
    }

    @Test
    void aNodeWhoseFleetIsDeletedStopsIssuingAndFails() {
        Member member = fleet.start(fleet.node("n1").anySkew()).awaitLease();
        WorkerLease lease = member.lease();
        String former = member.status().fleetId().orElseThrow();
        fleet.delete(FleetPaths.FLEET);
        fleet.pass(Member.Spec.TO_RENEWAL);
        await().until(() -> member.status().phase() == Phase.FAILED);
        assertThat(lease.reservation().isRevoked()).isTrue();
        assertThat(member.problem()).isEqualTo(REPLACED.formatted(former, "gone"));
    }

    @Test
    void aNodeWhoseZooKeeperComesBackEmptyStopsIssuingAndFails() throws Exception {
        Wire wire = fleet.wire();
        // Which does not let the client in, since it has seen more: its session is lost after this time.
        Member member = fleet.start(fleet.node("n1").through(wire).session(Duration.ofSeconds(1)))
                .awaitLease();
        WorkerLease lease = member.lease();
        wire.cut();
        wire.leadTo(fleet.anotherZooKeeper());
        wire.heal();
        await().until(() -> member.status().phase() == Phase.FAILED);
        assertThat(lease.reservation().isRevoked()).isTrue();
    }

    @Test
    void aNewNodeDoesNotFoundAFleetWhereOneWasDeletedOverItsSlots() {
        fleet.start("n1").awaitLease().leave();
        fleet.delete(FleetPaths.FLEET);
        Member member = fleet.start("n2");
        await().until(() -> member.status().phase() == Phase.FAILED);
        assertThat(member.problem())
                .isEqualTo(
                        "znode /fleet was deleted, but /workers has 1 slots: ids of an unknown layout were issued under them; restore it, or choose another chroot for a new fleet");
    }

    @Test
    void aNewNodeDoesNotJoinAFleetWithoutItsSlots() {
        fleet.start("n1").awaitLease().leave();
        fleet.delete(FleetPaths.WORKERS);
        Member member = fleet.start("n2");
        await().until(() -> member.status().phase() == Phase.FAILED);
        assertThat(member.problem())
                .isEqualTo(
                        "znode /workers was deleted, which said until when each worker id may be in use; restore it, or choose another chroot for a new fleet");
    }

    @Test
    void aRunningNodeWhoseSlotsAreDeletedWithTheirParentSaysThat() {
        Member member = fleet.start("n1").awaitLease();
        fleet.delete(FleetPaths.WORKERS);
        await().until(() -> member.status().phase() == Phase.FAILED);
        assertThat(member.problem())
                .isEqualTo(
                        "znode /workers was deleted, which said until when each worker id may be in use; restore it, or choose another chroot for a new fleet");
    }

    @Test
    void aGarbledFleetIsSaidAndKeepsTheNodeFromJoiningUntilItIsRestored() {
        fleet.start("n1").awaitLease().leave();
        String payload = fleet.read(FleetPaths.FLEET);
        fleet.write(FleetPaths.FLEET, "{}");
        Member member = fleet.start("n2");
        assertThat(member.awaitProblem("/fleet"))
                .startsWith("znode /fleet cannot be read: ")
                .endsWith("; restore its payload with set, and do not delete it");
        fleet.write(FleetPaths.FLEET, payload);
        member.awaitLease();
    }

    @Test
    void theParentOfTheClaimsIsMadeAgain() {
        fleet.start("n1").awaitLease().leave();
        fleet.delete(FleetPaths.CLAIMS);
        fleet.start("n2").awaitLease();
    }
}
