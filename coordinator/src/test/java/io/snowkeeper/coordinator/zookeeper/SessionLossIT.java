package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.WorkerLease;
import io.snowkeeper.coordinator.fleet.FleetPaths;
import io.snowkeeper.coordinator.fleet.SlotRecord;
import io.snowkeeper.testkit.wire.Wire;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SessionLossIT {

    @RegisterExtension
    private final Fleet fleet = new Fleet();

    private Wire wire;
    private Member member;

    @BeforeEach
    void startOneNode() throws Exception {
        wire = fleet.wire();
        member = fleet.start(fleet.node("n1").through(wire)).awaitLease();
    }

    @Test
    void idsGoOnWhileTheSessionExpires() throws Exception {
        loseSession();
        member.nextId();
    }

    @Test
    void theLeaseSurvivesASessionThatExpiresInSilence() throws Exception {
        Wire silent = fleet.wire();
        Member other = fleet.start(fleet.node("n2").through(silent).session(Duration.ofSeconds(1)))
                .awaitLease();
        WorkerLease before = other.lease();
        silent.hold();
        fleet.awaitNoClaimOf("n2");
        silent.heal();
        await().until(() -> fleet.claimsOf("n2").size() == 1);
        other.nextId();
        assertThat(other.lease()).isSameAs(before);
        assertThat(other.losses()).isEmpty();
    }

    @Test
    void theLeaseSurvivesTheSession() throws Exception {
        WorkerLease before = member.lease();
        expireSession();
        awaitNewClaim();
        member.nextId();
        assertThat(member.lease()).isSameAs(before);
        assertThat(member.grants()).isEqualTo(1);
        assertThat(member.losses()).isEmpty();
    }

    @Test
    void theSlotNamesTheNewSessionsClaim() throws Exception {
        expireSession();
        awaitNewClaim();
        await().until(() -> fleet.claimsOf("n1")
                .contains(fleet.slot(member.workerId()).record().owner()));
    }

    @Test
    void aForeignHandIsNoticedUnderTheNewSessionAsWell() throws Exception {
        expireSession();
        awaitNewClaim();
        await().until(() -> fleet.claimsOf("n1")
                .contains(fleet.slot(member.workerId()).record().owner()));
        fleet.handOn(member.workerId());
        await().until(() -> member.losses().size() == 1);
    }

    @Test
    void aSlotThatWasTakenWhileTheSessionWasLostIsNotTakenBack() throws Exception {
        long workerId = member.workerId();
        WorkerLease before = member.lease();
        loseSession();
        SlotRecord foreign =
                new SlotRecord("claim-x", "n2", fleet.slot(workerId).record().reservedUntil());
        fleet.write(workerId, foreign);
        wire.heal();
        await().until(() -> !member.losses().isEmpty());
        assertThat(before.reservation().isRevoked()).isTrue();
        assertThat(member.awaitLease().workerId()).isNotEqualTo(workerId);
        assertThat(fleet.slot(workerId).record()).isEqualTo(foreign);
    }

    @Test
    void aSlotThatWasDeletedAndMadeAgainWhileTheSessionWasLostIsNotTakenBackThoughItsVersionIsTheSame()
            throws Exception {
        long workerId = member.workerId();
        WorkerLease before = member.lease();
        int version = fleet.slot(workerId).version();
        loseSession();
        SlotRecord foreign =
                new SlotRecord("claim-x", "n2", fleet.slot(workerId).record().reservedUntil());
        fleet.delete(FleetPaths.slot(workerId));
        do {
            fleet.write(workerId, foreign);
        } while (fleet.slot(workerId).version() < version);
        assertThat(fleet.slot(workerId).version()).isEqualTo(version);
        wire.heal();
        await().until(() -> before.reservation().isRevoked());
        assertThat(fleet.slot(workerId).record()).isEqualTo(foreign);
    }

    /** Ends the session, of which the member does not hear yet. */
    private void loseSession() throws Exception {
        wire.hold();
        wire.expireSession();
        assertThat(fleet.claimsOf("n1")).isEmpty();
    }

    private void expireSession() throws Exception {
        loseSession();
        wire.heal();
    }

    private void awaitNewClaim() {
        await().until(() -> fleet.claimsOf("n1").size() == 1);
    }
}
