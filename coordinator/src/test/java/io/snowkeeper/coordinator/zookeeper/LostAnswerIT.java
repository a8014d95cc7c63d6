package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.WorkerLease;
import io.snowkeeper.testkit.wire.Wire;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** ZooKeeper carries a write out, and its answer never arrives. */
class LostAnswerIT {

    /** Much longer than a test lasts: nothing is renewed by itself. */
    private static final Duration LONG_WINDOW = Duration.ofMinutes(10);

    private static final Duration TO_RENEWAL = Duration.ofMinutes(4);

    @RegisterExtension
    private final Fleet fleet = new Fleet();

    private Wire wire;

    @BeforeEach
    void openTheWire() throws Exception {
        // The fleet is there already, so that its creation loses nothing.
        fleet.start("n0").awaitLease().leave();
        wire = fleet.wire();
    }

    @Test
    void ofTheClaimsCreationOneClaimIsLeft() {
        wire.loseAnswers(1, Wire.CREATE, Wire.CREATE2);
        Member member = fleet.start(spec()).awaitLease();
        assertThat(wire.answersLost()).isEqualTo(1);
        await().until(() -> fleet.claimsOf("n1").size() == 1);
        assertThat(fleet.claimsOf("n1"))
                .containsExactly(fleet.slot(member.workerId()).record().owner());
    }

    @Test
    void ofTheClaimsCreationAndOfTheLookForItOneClaimIsLeft() {
        wire.loseAnswers(3, Wire.CREATE, Wire.CREATE2, Wire.GET_CHILDREN, Wire.GET_CHILDREN2);
        Member member = fleet.start(spec()).awaitLease();
        assertThat(wire.answersLost()).isEqualTo(3);
        await().until(() -> fleet.claimsOf("n1").size() == 1);
        assertThat(fleet.claimsOf("n1"))
                .containsExactly(fleet.slot(member.workerId()).record().owner());
    }

    @Test
    void ofTheTakingOneSlotNamesTheNode() {
        wire.loseAnswers(1, Wire.MULTI);
        Member member = fleet.start(spec()).awaitLease();
        assertThat(wire.answersLost()).isEqualTo(1);
        assertThat(fleet.slotsOf("n1")).isEqualTo(List.of(member.workerId()));
    }

    @Test
    void ofTheTakingAndOfTheLooksForItOneSlotNamesTheNode() {
        wire.loseAnswersFrom(Wire.MULTI, 4, Wire.MULTI, Wire.GET_DATA);
        Member member = fleet.start(spec()).awaitLease();
        assertThat(wire.answersLost()).isGreaterThan(1);
        assertThat(fleet.slotsOf("n1")).isEqualTo(List.of(member.workerId()));
    }

    @Test
    void aTakingThatMayStillBeDoneIsMadeVoidByAnotherClaim() {
        wire.holdFrom(Wire.MULTI);
        Member member = fleet.start(spec());
        await().until(wire::isHeld);
        List<String> claims = fleet.claimsOf("n1");
        // It is tried a second time, under another claim.
        wire.cut();
        wire.holdFrom(Wire.MULTI);
        wire.heal();
        await().until(wire::isHeld);
        wire.cut();
        wire.heal();
        member.awaitLease();
        assertThat(fleet.claimsOf("n1")).hasSize(1).doesNotContainAnyElementsOf(claims);
    }

    @Test
    void ofTheTakingWithTheSessionLostAfterItOneSlotNamesTheNode() throws Exception {
        wire.loseAnswers(1, Wire.MULTI);
        Member member = fleet.start(spec());
        await().until(() -> wire.answersLost() == 1);
        wire.cut();
        wire.expireSession();
        assertThat(fleet.claimsOf("n1")).isEmpty();
        wire.heal();
        member.awaitLease();
        assertThat(fleet.slotsOf("n1")).isEqualTo(List.of(member.workerId()));
    }

    @Test
    void ofARenewalTheLeaseGoesOn() {
        Member member = fleet.start(spec().anySkew()).awaitLease();
        WorkerLease lease = member.lease();
        wire.loseAnswers(2, Wire.MULTI);
        fleet.pass(TO_RENEWAL);
        await().until(() -> wire.answersLost() == 1);
        long limit = lease.reservation().limitMillis();
        fleet.pass(TO_RENEWAL);
        await().until(() -> wire.answersLost() == 2);
        await().until(() -> lease.reservation().limitMillis() > limit);
        assertThat(member.grants()).isEqualTo(1);
        assertThat(member.losses()).isEmpty();
        assertThat(fleet.slotsOf("n1")).isEqualTo(List.of(lease.workerId()));
    }

    @Test
    void ofAClaimsUpdateTheLeaseGoesOn() {
        Member member = fleet.start(spec().anySkew()).awaitLease();
        WorkerLease lease = member.lease();
        long limit = lease.reservation().limitMillis();
        wire.loseAnswers(2, Wire.SET_DATA);
        fleet.pass(TO_RENEWAL);
        await().until(() -> wire.answersLost() == 2);
        await().until(() -> lease.reservation().limitMillis() > limit);
        assertThat(member.grants()).isEqualTo(1);
    }

    @Test
    void ofTheReleaseTheWorkerIdIsHandedBack() {
        Member member = fleet.start(spec()).awaitLease();
        long workerId = member.workerId();
        long lastMillis = member.millisOf(member.awaitId());
        wire.loseAnswers(1, Wire.MULTI);
        member.leave();
        assertThat(wire.answersLost()).isEqualTo(1);
        assertThat(fleet.slot(workerId).reservedUntilMillis()).isEqualTo(lastMillis);
        assertThat(fleet.claimsOf("n1")).isEmpty();
    }

    @Test
    void ofTheReleaseAndOfTheLookForItTheWorkerIdIsHandedBack() {
        Member member = fleet.start(spec()).awaitLease();
        long workerId = member.workerId();
        long lastMillis = member.millisOf(member.awaitId());
        wire.loseAnswers(2, Wire.MULTI, Wire.GET_DATA);
        member.leave();
        assertThat(wire.answersLost()).isEqualTo(2);
        assertThat(fleet.slot(workerId).reservedUntilMillis()).isEqualTo(lastMillis);
    }

    private Member.Spec spec() {
        return fleet.node("n1").through(wire).window(LONG_WINDOW);
    }
}
