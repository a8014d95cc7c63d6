package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.MembershipStatus;
import io.snowkeeper.coordinator.MembershipStatus.Phase;
import io.snowkeeper.core.ReservationExhaustedException;
import io.snowkeeper.testkit.time.SettableClock;
import io.snowkeeper.testkit.wire.Wire;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RenewalIT {

    @RegisterExtension
    private final Fleet fleet = new Fleet();

    private Member.Spec node() {
        return fleet.node("n1").anySkew();
    }

    @Test
    void aReservationGoesOnBeyondItsFirstWindow() {
        Member member = fleet.start(node()).awaitLease();
        long firstLimit = member.lease().reservation().limitMillis();
        fleet.pass(Member.Spec.WINDOW);
        await().until(() -> member.tryNextId().map(member::millisOf).orElse(0L) > firstLimit);
        assertThat(member.grants()).isEqualTo(1);
    }

    @Test
    void theLimitIsWhatTheSlotSays() {
        Member member = fleet.start("n1").awaitLease();
        await().until(() -> member.lease().reservation().limitMillis()
                == fleet.slot(member.workerId()).reservedUntilMillis());
    }

    @Test
    void theStatusSaysHowThingsStand() {
        Member member = fleet.start("n1").awaitLease();
        // The obstacle to the lease remains for a moment after.
        member.awaitNoProblem();
        MembershipStatus status = member.status();
        assertThat(status.phase()).isEqualTo(Phase.HOLDING);
        assertThat(status.fleetId()).isPresent();
        assertThat(status.workerId()).hasValue(member.workerId());
        assertThat(status.reservedUntilMillis()).isPresent();
        assertThat(status.connected()).isTrue();
        assertThat(status.skewMillis()).isPresent();
        assertThat(status.problem()).isEmpty();
    }

    @Test
    void whileZooKeeperIsAwayIdsGoOnUpToTheLimitAndNeverAboveIt() throws Exception {
        SettableClock clock = new SettableClock();
        Wire wire = fleet.wire();
        Member member = fleet.start(node().clock(clock).through(wire)).awaitLease();
        wire.cut();
        long limit = member.lease().reservation().limitMillis();
        clock.stopAt(limit);
        assertThat(member.millisOf(member.nextId())).isEqualTo(limit);
        clock.stopAt(limit + 1);
        member.awaitProblem("ZooKeeper cannot");
        assertThatThrownBy(member::nextId).isInstanceOf(ReservationExhaustedException.class);
    }

    @Test
    void whenZooKeeperIsBackIdsGoOnUnderTheSameLease() throws Exception {
        fleet.haveItsOwnZooKeeper();
        Member member = fleet.start(node()).awaitLease();
        long workerId = member.workerId();
        fleet.stopZooKeeper();
        fleet.pass(Member.Spec.WINDOW);
        await().until(() -> member.tryNextId().isEmpty());
        fleet.restartZooKeeper();
        member.awaitId();
        assertThat(member.grants()).isEqualTo(1);
        assertThat(member.workerId()).isEqualTo(workerId);
        assertThat(member.losses()).isEmpty();
    }

    @Test
    void aNodeWhoseZooKeeperIsAwaySaysSo() throws Exception {
        Wire wire = fleet.wire();
        Member.Spec spec = node().through(wire);
        Member member = fleet.start(spec).awaitLease();
        wire.cut();
        // A request that was under way may have failed before.
        assertThat(member.awaitProblem("ZooKeeper cannot"))
                .startsWith("ZooKeeper cannot be reached at " + spec.settings().connectString());
        assertThat(member.status().phase()).isEqualTo(Phase.HOLDING);
        wire.heal();
        member.awaitNoProblem();
    }

    @Test
    void aNodeThatStartsBeforeZooKeeperWaitsForIt() throws Exception {
        fleet.haveItsOwnZooKeeper();
        fleet.stopZooKeeper();
        Member member = fleet.start("n1");
        member.awaitProblem("ZooKeeper cannot be reached");
        fleet.restartZooKeeper();
        member.awaitLease().awaitId();
    }
}
