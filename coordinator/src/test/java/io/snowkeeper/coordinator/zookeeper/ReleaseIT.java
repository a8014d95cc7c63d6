package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.coordinator.MembershipStatus.Phase;
import io.snowkeeper.coordinator.fleet.FleetPaths;
import io.snowkeeper.coordinator.fleet.Slot;
import io.snowkeeper.testkit.wire.Wire;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ReleaseIT {

    private static final Duration LONG_WINDOW = Duration.ofHours(1);

    @RegisterExtension
    private final Fleet fleet = new Fleet();

    @Test
    void theSlotOfANodeThatLeftIsReservedUntilItsLastId() {
        Member member = fleet.start("n1").awaitLease();
        long workerId = member.workerId();
        long lastMillis = member.millisOf(member.awaitId());
        assertThat(member.leave()).isEqualTo(lastMillis);
        assertThat(fleet.slot(workerId).reservedUntilMillis()).isEqualTo(lastMillis);
    }

    @Test
    void aNodeThatLeftWithoutAnIdLeavesWhatItsPredecessorLeft() {
        Member first = fleet.start(fleet.node("n1").workerBits(0)).awaitLease();
        first.awaitId();
        long lastMillis = first.leave();
        fleet.start(fleet.node("n2").workerBits(0)).awaitLease().leave();
        assertThat(fleet.slot(0).reservedUntilMillis()).isEqualTo(lastMillis);
    }

    @Test
    void theClaimOfANodeThatLeftIsGone() {
        fleet.start("n1").awaitLease().leave();
        assertThat(fleet.claims()).isEmpty();
    }

    @Test
    void aSuccessorTakesTheWorkerIdLongBeforeTheWindowHasPassedAndIssuesAboveIt() {
        Member member =
                fleet.start(fleet.node("n1").workerBits(0).window(LONG_WINDOW)).awaitLease();
        long lastId = member.awaitId();
        member.leave();
        Member successor = fleet.start(fleet.node("n2").workerBits(0)).awaitLease();
        assertThat(successor.awaitId()).isGreaterThan(lastId);
    }

    @Test
    void nothingIsIssuedUnderALeaseThatWasHandedBack() {
        Member member = fleet.start("n1").awaitLease();
        member.membership().leave(member.generator().lastMillis());
        assertThat(member.tryNextId()).isEmpty();
    }

    @Test
    void aFigureAboveTheReservationDoesNotReserveTheWorkerIdForLonger() {
        Member member = fleet.start("n1").awaitLease();
        long workerId = member.workerId();
        Instant before = fleet.slot(workerId).record().reservedUntil();
        member.membership().leave(Long.MAX_VALUE);
        assertThat(fleet.slot(workerId).record().reservedUntil()).isBetween(before, before.plusSeconds(60));
    }

    @Test
    void aNodeThatClosesLeavesItsReservationAlone() {
        Member member = fleet.start(fleet.node("n1").window(LONG_WINDOW)).awaitLease();
        Slot held = fleet.slot(member.workerId());
        member.close();
        assertThat(fleet.slot(held.workerId())).isEqualTo(held);
    }

    @Test
    void leavingTwiceIsLeavingOnce() {
        Member member = fleet.start("n1").awaitLease();
        Slot handedBack = leaveAndLook(member);
        member.leave();
        assertThat(fleet.slot(handedBack.workerId())).isEqualTo(handedBack);
    }

    @Test
    void aNodeLeavesAlthoughItsClaimWasDeletedByHand() {
        Member member = fleet.start(fleet.node("n1").window(LONG_WINDOW)).awaitLease();
        long lastMillis = member.millisOf(member.awaitId());
        fleet.claims().forEach(claim -> fleet.delete(FleetPaths.claim(claim)));
        assertThat(leaveAndLook(member).reservedUntilMillis()).isEqualTo(lastMillis);
    }

    @Test
    void aNodeWithoutALeaseLeaves() {
        fleet.start(fleet.node("n1").workerBits(0)).awaitLease();
        Member second = fleet.start(fleet.node("n2").workerBits(0));
        second.awaitProblem("this node ");
        second.leave();
        assertThat(second.status().phase()).isEqualTo(Phase.CLOSED);
    }

    @Test
    void aNodeLeavesWhileZooKeeperIsAway() throws Exception {
        Wire wire = fleet.wire();
        Member member = fleet.start(fleet.node("n1").through(wire)).awaitLease();
        wire.cut();
        member.leaveInTime();
        assertThat(member.status().phase()).isEqualTo(Phase.CLOSED);
    }

    @Test
    void aNodeThatLeftHasNoLeaseAndNoProblem() {
        Member member = fleet.start("n1").awaitLease();
        member.leave();
        assertThat(member.status().workerId()).isEmpty();
        assertThat(member.problem()).isEmpty();
    }

    @Test
    void aMembershipIsStartedOnce() {
        Member member = fleet.start("n1").awaitLease();
        assertThatThrownBy(member.membership()::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("membership was started or closed before");
    }

    private Slot leaveAndLook(Member member) {
        long workerId = member.workerId();
        member.leave();
        return fleet.slot(workerId);
    }
}
