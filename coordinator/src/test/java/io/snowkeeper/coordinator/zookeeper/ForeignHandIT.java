package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.fleet.FleetPaths;
import io.snowkeeper.coordinator.fleet.SlotRecord;
import io.snowkeeper.core.ReservationExhaustedException;
import io.snowkeeper.core.SnowflakeGenerator;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A member whose znodes are written by another program. */
class ForeignHandIT {

    @RegisterExtension
    private final Fleet fleet = new Fleet();

    private Member member;
    private long workerId;
    private SnowflakeGenerator underTheOldLease;
    private String slotPath;

    @BeforeEach
    void startOneNode() {
        member = fleet.start(fleet.node("n1").workerBits(2)).awaitLease();
        workerId = member.workerId();
        underTheOldLease = member.generator();
        slotPath = FleetPaths.slot(workerId);
    }

    @Test
    void aTakenSlotEndsTheLeaseAndItsReservation() {
        var lease = member.lease();
        take();
        await().until(() -> lease.reservation().isRevoked());
        assertThat(tryNext(underTheOldLease)).isFalse();
    }

    @Test
    void theListenerHearsWhoHasTheSlot() {
        take();
        await().until(() -> !member.losses().isEmpty());
        assertThat(member.losses())
                .containsExactly("this node no longer holds worker id %d: znode %s names claim claim-x of node n2"
                        .formatted(workerId, slotPath));
    }

    @Test
    void anotherWorkerIdIsClaimed() {
        take();
        await().until(() -> !member.losses().isEmpty());
        assertThat(member.awaitLease().workerId()).isNotEqualTo(workerId);
    }

    @Test
    void aSlotThatIsHandedOnBelowWhatWasIssuedIsTakenAboveIt() {
        Instant later = Instant.parse("2090-01-01T00:00:00Z");
        for (long other = 0; other < 4; other++) {
            if (other != workerId) {
                fleet.write(other, new SlotRecord("claim-x", "n2", later));
            }
        }
        long reservedUntil = fleet.change(workerId, record -> new SlotRecord("claim-x", "n2", Instant.EPOCH))
                .reservedUntilMillis();
        assertThat(member.awaitProblem("may be used after"))
                .startsWith("worker id %d may be used after %s, until then a former owner may use it; the clock reads "
                        .formatted(workerId, Instant.ofEpochMilli(reservedUntil)));
    }

    @Test
    void aDeletedSlotEndsTheLease() {
        fleet.delete(slotPath);
        await().until(() -> !member.losses().isEmpty());
        // The fence goes with it, and ZooKeeper may report either first.
        assertThat(member.losses())
                .singleElement(STRING)
                .matches("this node no longer holds worker id %d: znode %s(/fence/\\S+)? was deleted"
                        .formatted(workerId, slotPath));
    }

    @Test
    void aSlotThatIsMissingAfterOneWasDeletedIsUsedOnlyWhenAnyFormerReservationOfItHasPassed() {
        long reservedUntil = fleet.slot(workerId).reservedUntilMillis();
        fleet.delete(slotPath);
        Member other = fleet.start(fleet.node("n2").workerBits(2));
        assertThat(other.awaitProblem("may be used after")).matches("worker id \\d+ may be used after .*");
        assertThat(fleet.slots().values()).allMatch(slot -> slot.reservedUntilMillis() >= reservedUntil);
    }

    @Test
    void aGarbledSlotEndsTheLeaseAndIsLeftAlone() {
        fleet.write(slotPath, "garbage");
        await().until(() -> !member.losses().isEmpty());
        assertThat(member.losses())
                .singleElement()
                .asString()
                .startsWith("this node no longer holds worker id %d: znode %s cannot be read: "
                        .formatted(workerId, slotPath));
        assertThat(member.awaitLease().workerId()).isNotEqualTo(workerId);
        assertThat(fleet.read(slotPath)).isEqualTo("garbage");
    }

    @Test
    void aDeletedClaimIsMadeAgainUnderTheSameLease() {
        Member other = fleet.start(fleet.node("n2").workerBits(2).anySkew()).awaitLease();
        String claim = fleet.claimsOf("n2").get(0);
        fleet.delete(FleetPaths.claim(claim));
        fleet.pass(Member.Spec.TO_RENEWAL);
        await().until(() -> fleet.claimsOf("n2")
                .contains(fleet.slot(other.workerId()).record().owner()));
        assertThat(other.losses()).isEmpty();
    }

    @Test
    void aReservationThatSomebodyLoweredIsRaisedAgain() {
        long limit = member.lease().reservation().limitMillis();
        Instant lowered = Instant.parse("2024-01-02T00:00:00Z");
        fleet.change(workerId, record -> new SlotRecord(record.owner(), record.node(), lowered));
        await().until(() -> fleet.slot(workerId).reservedUntilMillis() >= limit);
        assertThat(member.losses()).isEmpty();
    }

    private void take() {
        fleet.handOn(workerId);
    }

    private static boolean tryNext(SnowflakeGenerator generator) {
        try {
            generator.next();
            return true;
        } catch (ReservationExhaustedException e) {
            return false;
        }
    }
}
