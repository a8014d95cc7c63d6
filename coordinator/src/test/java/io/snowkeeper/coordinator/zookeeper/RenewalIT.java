package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.MembershipStatus;
import io.snowkeeper.coordinator.MembershipStatus.Phase;
import io.snowkeeper.core.ReservationExhaustedException;
import io.snowkeeper.testkit.time.SettableClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RenewalIT {

    @RegisterExtension
    private final Fleet fleet = new Fleet();

    @Test
    void aReservationGoesOnBeyondItsFirstWindow() {
        Member member = fleet.start("n1").awaitLease();
        long firstLimit = member.lease().reservation().limitMillis();
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
        // What was in the way of the lease is, for a moment after.
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
    void whileZooKeeperIsStoppedIdsGoOnUpToTheLimitAndNeverAboveIt() throws Exception {
        SettableClock clock = new SettableClock();
        Member member = fleet.start(fleet.node("n1").clock(clock)).awaitLease();
        fleet.stopZooKeeper();
        await().until(() -> member.tryNextId().isEmpty());
        long limit = member.lease().reservation().limitMillis();
        clock.stopAt(limit);
        assertThat(member.millisOf(member.nextId())).isEqualTo(limit);
        clock.stopAt(limit + 1);
        assertThatThrownBy(member::nextId).isInstanceOf(ReservationExhaustedException.class);
        fleet.restartZooKeeper();
    }

    @Test
    void whenZooKeeperIsBackIdsGoOnUnderTheSameLease() throws Exception {
        Member member = fleet.start("n1").awaitLease();
        long workerId = member.workerId();
        fleet.stopZooKeeper();
        await().until(() -> member.tryNextId().isEmpty());
        fleet.restartZooKeeper();
        member.awaitId();
        assertThat(member.grants()).isEqualTo(1);
        assertThat(member.workerId()).isEqualTo(workerId);
        assertThat(member.losses()).isEmpty();
    }

    @Test
    void aNodeWhoseZooKeeperIsAwaySaysSo() throws Exception {
        Member member = fleet.start("n1").awaitLease();
        fleet.stopZooKeeper();
        // A request that was under way may have failed before.
        assertThat(member.awaitProblem("ZooKeeper cannot"))
                .isEqualTo("ZooKeeper cannot be reached at " + fleet.connectString());
        assertThat(member.status().phase()).isEqualTo(Phase.HOLDING);
        fleet.restartZooKeeper();
        member.awaitNoProblem();
    }

    @Test
    void aNodeThatStartsBeforeZooKeeperWaitsForIt() throws Exception {
        fleet.stopZooKeeper();
        Member member = fleet.start("n1");
        member.awaitProblem("ZooKeeper cannot be reached");
        fleet.restartZooKeeper();
        member.awaitLease().awaitId();
    }
}
