package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.CoordinatorUnavailableException;
import io.snowkeeper.coordinator.FleetView.SlotState;
import io.snowkeeper.coordinator.FleetView.WorkerSlot;
import io.snowkeeper.coordinator.OrphanedWorkerId;
import io.snowkeeper.coordinator.RetirementRefusedException;
import io.snowkeeper.coordinator.StoreSecurity;
import io.snowkeeper.coordinator.fleet.Slot;
import io.snowkeeper.coordinator.fleet.SlotRecord;
import io.snowkeeper.coordinator.lease.WorkerIdRetirement;
import io.snowkeeper.testkit.net.Ports;
import io.snowkeeper.testkit.time.Patience;
import io.snowkeeper.testkit.time.SettableClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Taking a worker id out of use that a wrong clock has reserved for years. */
class WorkerIdRetirementIT {

    private static final Instant NEXT_YEAR =
            Instant.now().plus(365, ChronoUnit.DAYS).truncatedTo(ChronoUnit.MILLIS);
    private static final Instant NEVER = Instant.parse("+100000-01-01T00:00:00Z");

    @RegisterExtension
    private final Fleet fleet = new Fleet();

    private @Nullable WorkerIdRetirement retirement;

    @AfterEach
    void disconnect() {
        if (retirement != null) {
            retirement.close();
        }
    }

    private WorkerIdRetirement retirement() throws InterruptedException {
        if (retirement == null) {
            retirement =
                    new ZooKeeperCoordinator().retirement(fleet.connectString(), StoreSecurity.NONE, Patience.LIMIT);
        }
        return retirement;
    }

    /** A fleet with one worker id, which a node had whose clock was a year ahead. */
    private void poisonTheOnlyWorkerId() throws Exception {
        fleet.start(fleet.node("n1").workerBits(0)).awaitLease().leave();
        fleet.write(0, new SlotRecord("claim-of-the-past", "n1", NEXT_YEAR));
    }

    private void assertRefused(long workerId, String message) throws InterruptedException {
        WorkerIdRetirement connected = retirement();
        assertThatExceptionOfType(RetirementRefusedException.class)
                .isThrownBy(() -> connected.retire(workerId))
                .withMessage(message);
    }

    @Test
    void aRetiredWorkerIdIsReservedForEverByNobody() throws Exception {
        poisonTheOnlyWorkerId();
        assertThat(retirement().look(0)).isEqualTo(new OrphanedWorkerId(0, "n1", NEXT_YEAR, false));
        assertThat(retirement().retire(0)).isEqualTo(new OrphanedWorkerId(0, "n1", NEVER, true));
        assertThat(fleet.slot(0).record()).isEqualTo(new SlotRecord("retired", "n1", NEVER));
    }

    @Test
    void lookingChangesNothing() throws Exception {
        poisonTheOnlyWorkerId();
        Slot before = fleet.slot(0);
        retirement().look(0);
        assertThat(fleet.slot(0)).isEqualTo(before);
    }

    @Test
    void noNodeTakesARetiredWorkerIdEvenWhenItsFormerReservationHasPassed() throws Exception {
        poisonTheOnlyWorkerId();
        retirement().retire(0);
        SettableClock later = new SettableClock();
        later.stopAt(NEXT_YEAR.plus(2, ChronoUnit.DAYS).toEpochMilli());
        Slot slot = fleet.slot(0);
        assertThat(slot.reservedUntilMillis()).isGreaterThan(later.millis());
        Member member = fleet.start(fleet.node("n2").workerBits(0));
        member.awaitProblem("no worker id is free: of 1, 0 are taken, 1 rest");
        assertThat(fleet.slot(0)).isEqualTo(slot);
    }

    @Test
    void theNodeThatHadItLastDoesNotResumeItFromItsStateDirectory(@TempDir Path state) throws Exception {
        Member first = fleet.start(fleet.node("n1").workerBits(1).stateDirectory(state))
                .awaitLease();
        long workerId = first.workerId();
        long lastId = first.awaitId();
        first.close();
        fleet.awaitNoClaimOf("n1");
        fleet.write(workerId, new SlotRecord(fleet.slot(workerId).record().owner(), "n1", NEXT_YEAR));
        retirement().retire(workerId);
        Member second = fleet.start(fleet.node("n1").workerBits(1).stateDirectory(state))
                .awaitLease();
        assertThat(second.workerId()).isNotEqualTo(workerId);
        assertThat(second.awaitId()).isNotEqualTo(lastId);
    }

    @Test
    void aNodeThatLivesAlthoughItsClaimIsGoneLosesTheWorkerIdAndIssuesNothingMoreUnderIt() throws Exception {
        Member member = fleet.start(fleet.node("n1").workerBits(1)).awaitLease();
        long workerId = member.workerId();
        var lease = member.lease();
        fleet.write(workerId, new SlotRecord("claim-of-the-past", "n1", NEXT_YEAR));
        await().until(() -> !member.losses().isEmpty());
        assertThat(lease.reservation().isRevoked()).isTrue();
        retirement().retire(workerId);
        member.awaitLease();
        assertThat(member.workerId()).isNotEqualTo(workerId);
    }

    @Test
    void theViewOfTheFleetSaysThatItIsRetired() throws Exception {
        Member member = fleet.start(fleet.node("n1").workerBits(1)).awaitLease();
        long other = 1 - member.workerId();
        fleet.write(other, new SlotRecord("claim-of-the-past", "n2", NEXT_YEAR));
        retirement().retire(other);
        assertThat(member.awaitView().slots())
                .filteredOn(slot -> slot.workerId() == other)
                .extracting(WorkerSlot::state)
                .containsExactly(SlotState.RETIRED);
    }

    @Test
    void retiringTwiceIsRetiringOnce() throws Exception {
        poisonTheOnlyWorkerId();
        retirement().retire(0);
        Slot retired = fleet.slot(0);
        assertThat(retirement().retire(0)).isEqualTo(new OrphanedWorkerId(0, "n1", NEVER, true));
        assertThat(fleet.slot(0)).isEqualTo(retired);
    }

    @Test
    void aLiveWorkerIdIsNotRetired() throws Exception {
        Member member = fleet.start("n1").awaitLease();
        long workerId = member.workerId();
        assertRefused(workerId, "worker id %d is live, node n1 has it; stop that node first".formatted(workerId));
        assertThat(member.awaitId()).isPositive();
    }

    @Test
    void aWorkerIdThatComesFreeByItselfIsNotRetired() throws Exception {
        poisonTheOnlyWorkerId();
        Instant soon = Instant.now().plusSeconds(3600).truncatedTo(ChronoUnit.MILLIS);
        fleet.write(0, new SlotRecord("claim-of-the-past", "n1", soon));
        WorkerIdRetirement connected = retirement();
        assertThatExceptionOfType(RetirementRefusedException.class)
                .isThrownBy(() -> connected.retire(0))
                .withMessageMatching(
                        "worker id 0 is reserved until \\Q" + soon
                                + "\\E and free afterwards, so it needs no retirement: that is for worker ids reserved for more than 2 h by ZooKeeper's clock, \\S+");
    }

    @Test
    void aWorkerIdThatWasNeverTakenIsNotRetired() throws Exception {
        poisonTheOnlyWorkerId();
        assertRefused(7, "worker id 7 was never taken, there is nothing to retire");
    }

    @Test
    void whereThereIsNoFleetNothingIsRetired() throws Exception {
        assertRefused(
                7,
                "there is no fleet at %s; give ZooKeeper's address with the fleet's chroot"
                        .formatted(fleet.connectString()));
    }

    @Test
    void nothingIsLeftInZooKeeperOfALook() throws Exception {
        poisonTheOnlyWorkerId();
        retirement().look(0);
        assertThat(fleet.children("/")).containsExactlyInAnyOrder("claims", "fleet", "workers");
    }

    @Test
    void aZooKeeperThatIsAwayIsNamed() {
        String away = "127.0.0.1:" + Ports.next();
        assertThatExceptionOfType(CoordinatorUnavailableException.class)
                .isThrownBy(
                        () -> new ZooKeeperCoordinator().retirement(away, StoreSecurity.NONE, Duration.ofMillis(500)))
                .withMessage("ZooKeeper %s cannot be reached within 500 ms".formatted(away));
    }

    @Test
    void aMalformedAddressIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new ZooKeeperCoordinator().retirement("here:there", StoreSecurity.NONE, Duration.ofSeconds(1)))
                .withMessage(
                        "ZooKeeper's address must be host:port[,host:port...][/chroot]: zookeeper=here:there; must be host:port, IPv6 addresses in brackets: server=here:there");
    }
}
