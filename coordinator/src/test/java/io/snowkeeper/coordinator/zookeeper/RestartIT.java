package io.snowkeeper.coordinator.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.fleet.SlotRecord;
import io.snowkeeper.coordinator.state.BootId;
import io.snowkeeper.coordinator.state.StateDirectory;
import io.snowkeeper.testkit.wire.Wire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class RestartIT {

    /** Longer than any test waits: a lease granted before it has passed was granted at once. */
    private static final Duration LONG_WINDOW = Duration.ofMinutes(10);

    @RegisterExtension
    private final Fleet fleet = new Fleet();

    @TempDir
    private Path directory;

    /**
     * Starts a node again, when the clock has passed the time that its former process wrote to its disk ahead of use.
     */
    private Member startAgain(Member.Spec spec) {
        fleet.pass(Duration.ofMillis(StateDirectory.AHEAD_MILLIS));
        return fleet.start(spec).awaitLease();
    }

    @Test
    void aNodeThatCrashedHasItsWorkerIdAgainAtOnceWithItsStateDirectory() {
        Member first = fleet.start(withState()).awaitLease();
        long workerId = first.workerId();
        first.close();
        assertThat(startAgain(withState()).workerId()).isEqualTo(workerId);
    }

    @Test
    void aNodeThatCrashedHasItsWorkerIdAgainWhileItsFormerClaimIsAlive() throws Exception {
        Wire wire = fleet.wire();
        Member first = fleet.start(withState().through(wire)).awaitLease();
        long workerId = first.workerId();
        String formerClaim = fleet.slot(workerId).record().owner();
        wire.cut();
        first.close();
        Member second = startAgain(withState());
        assertThat(fleet.claims()).contains(formerClaim);
        assertThat(second.workerId()).isEqualTo(workerId);
    }

    @Test
    void aNodeThatCrashedIssuesAboveWhatItMayHaveIssuedBefore() {
        Member first = fleet.start(withState()).awaitLease();
        first.awaitId();
        long limitMillis = first.lease().reservation().limitMillis();
        first.close();
        Member second = startAgain(withState());
        assertThat(second.millisOf(second.awaitId())).isGreaterThanOrEqualTo(limitMillis);
        assertThat(second.lease().reservation().floorMillis()).isGreaterThanOrEqualTo(limitMillis);
    }

    @Test
    void theLimitOfANodeThatWasClosedIsNotExtendedAnyMore() {
        Member first = fleet.start(withState()).awaitLease();
        first.close();
        long limitMillis = first.lease().reservation().limitMillis();
        startAgain(withState());
        assertThat(first.lease().reservation().limitMillis()).isEqualTo(limitMillis);
    }

    @Test
    void aNodeThatCrashedManyTimesKeepsItsWorkerId() {
        Member member = fleet.start(withState()).awaitLease();
        long workerId = member.workerId();
        for (int crash = 0; crash < 3; crash++) {
            member.close();
            member = startAgain(withState());
            assertThat(member.workerId()).isEqualTo(workerId);
        }
    }

    @Test
    void aNodeThatLeftHasItsWorkerIdAgain() {
        Member first = fleet.start(withState()).awaitLease();
        long workerId = first.workerId();
        first.leave();
        assertThat(fleet.start(withState()).awaitLease().workerId()).isEqualTo(workerId);
    }

    @Test
    void aNodeThatLeftGetsAnotherWorkerIdWhenSomebodyTookItsOwn() {
        Member first = fleet.start(withState().workerBits(1)).awaitLease();
        long workerId = first.workerId();
        first.leave();
        fleet.write(workerId, new SlotRecord("claim-x", "n2", Instant.now().plus(LONG_WINDOW)));
        assertThat(fleet.start(withState().workerBits(1)).awaitLease().workerId())
                .isNotEqualTo(workerId);
    }

    @Test
    void withoutItsStateDirectoryANodeThatCrashedGetsAnotherWorkerId() {
        Member first = fleet.start(fleet.node("n1").window(LONG_WINDOW)).awaitLease();
        long workerId = first.workerId();
        first.close();
        assertThat(fleet.start(fleet.node("n1").window(LONG_WINDOW))
                        .awaitLease()
                        .workerId())
                .isNotEqualTo(workerId);
    }

    @Test
    void theWorkerIdOfANodeThatCrashedRestsForItsReservationAndIsThenTakenAboveIt() {
        Member first = fleet.start(fleet.node("n1").workerBits(0)).awaitLease();
        first.close();
        fleet.awaitNoClaimOf("n1");
        long reservedUntil = fleet.slot(0).reservedUntilMillis();
        Member second = fleet.start(fleet.node("n2").workerBits(0).anySkew());
        second.awaitProblem("n1 had reserved");
        fleet.pass(Member.Spec.WINDOW);
        second.awaitLease();
        assertThat(second.lease().reservation().floorMillis()).isEqualTo(reservedUntil);
        assertThat(second.millisOf(second.awaitId())).isGreaterThan(reservedUntil);
    }

    @Test
    void aCopyOfTheStateDirectoryDoesNotGiveTheWorkerIdOfTheOriginal() throws IOException {
        Member original = fleet.start(withState()).awaitLease();
        Path copy = copyState("copy");
        Member other = fleet.start(fleet.node("n2").stateDirectory(copy)).awaitLease();
        assertThat(other.workerId()).isNotEqualTo(original.workerId());
        assertThat(original.losses()).isEmpty();
    }

    @Test
    void aCopyOfTheMachineDoesNotGiveTheWorkerIdOfTheOriginal() throws IOException {
        Member first = fleet.start(withState()).awaitLease();
        long workerId = first.workerId();
        first.close();
        replaceInState(BootId.current().orElseThrow(), "00000000-0000-0000-0000-000000000000");
        assertThat(fleet.start(withState()).awaitLease().workerId()).isNotEqualTo(workerId);
    }

    @Test
    void aStateThatIsOlderThanTheSlotDoesNotGiveTheWorkerId() throws IOException {
        Member first = fleet.start(withState()).awaitLease();
        long workerId = first.workerId();
        Path state = directory.resolve(StateDirectory.STATE_FILE);
        byte[] old = Files.readAllBytes(state);
        int version = fleet.slot(workerId).version();
        fleet.pass(LONG_WINDOW.dividedBy(2));
        await().until(() -> fleet.slot(workerId).version() > version);
        first.close();
        Files.write(state, old);
        fleet.write(
                workerId,
                new SlotRecord(
                        fleet.slot(workerId).record().owner(),
                        "n1",
                        Instant.now().plus(LONG_WINDOW)));
        assertThat(fleet.start(withState()).awaitLease().workerId()).isNotEqualTo(workerId);
    }

    @Test
    void theStateOfAnotherFleetDoesNotGiveAWorkerId() throws IOException {
        Member first = fleet.start(withState()).awaitLease();
        long workerId = first.workerId();
        String fleetId = first.status().fleetId().orElseThrow();
        first.close();
        replaceInState(fleetId, "another-fleet");
        assertThat(fleet.start(withState()).awaitLease().workerId()).isNotEqualTo(workerId);
    }

    private Member.Spec withState() {
        return fleet.node("n1").window(LONG_WINDOW).anySkew().stateDirectory(directory);
    }

    private Path copyState(String name) throws IOException {
        Path copy = Files.createDirectory(directory.resolve(name));
        for (String file : new String[] {StateDirectory.STATE_FILE, "lock"}) {
            Files.copy(directory.resolve(file), copy.resolve(file), StandardCopyOption.COPY_ATTRIBUTES);
        }
        return copy;
    }

    private void replaceInState(String before, String after) throws IOException {
        Path file = directory.resolve(StateDirectory.STATE_FILE);
        String state = Files.readString(file);
        assertThat(state).contains(before);
        Files.write(file, state.replace(before, after).getBytes(UTF_8));
    }
}
