package io.snowkeeper.coordinator.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.MembershipStatus.Phase;
import io.snowkeeper.coordinator.WorkerLease;
import io.snowkeeper.coordinator.state.NodeState;
import io.snowkeeper.coordinator.state.StateDirectory;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.testkit.time.SettableClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class ClockIT {

    private static final Duration HOUR = Duration.ofHours(1);

    private static final Pattern ROLLBACK = Pattern.compile(
            "the clock went back by (\\d+) ms while this node was down: it reads (\\S+), ids were reserved up to (\\S+);"
                    + " set the clock right, wait for that time, or start with --accept-clock-rollback");

    @RegisterExtension
    private final Fleet fleet = new Fleet();

    @TempDir
    private Path directory;

    private final SettableClock clock = new SettableClock();

    @Test
    void aNodeWhoseClockIsAnHourAheadDoesNotClaimAndSaysSo() {
        clock.setAhead(HOUR);
        Member member = fleet.start(fleet.node("n1").clock(clock));
        assertThat(member.awaitProblem("clock"))
                .matches("our clock is 3[56]\\d{5} ms ahead of ZooKeeper's, 5000 ms are allowed; set the clocks right");
        assertThat(member.status().problem().orElseThrow().reason()).isEqualTo(UnavailableReason.CLOCK_SKEW);
        assertThat(fleet.slots()).isEmpty();
    }

    @Test
    void aNodeWhoseClockIsAnHourBehindDoesNotClaimAndSaysSo() {
        clock.setAhead(HOUR.negated());
        Member member = fleet.start(fleet.node("n1").clock(clock));
        assertThat(member.awaitProblem("clock"))
                .matches("our clock is 3[56]\\d{5} ms behind ZooKeeper's, 5000 ms are allowed; set the clocks right");
        assertThat(fleet.slots()).isEmpty();
    }

    @Test
    void aNodeClaimsWhenItsClockIsSetRight() {
        clock.setAhead(HOUR);
        Member member = fleet.start(fleet.node("n1").clock(clock));
        member.awaitProblem("clock");
        clock.setAhead(Duration.ZERO);
        member.awaitLease().awaitId();
        member.awaitNoProblem();
    }

    @Test
    void theStatusTellsTheSkew() {
        clock.setAhead(HOUR);
        Member member = fleet.start(fleet.node("n1").clock(clock));
        member.awaitProblem("clock");
        assertThat(member.status().skewMillis().orElseThrow()).isBetween(3_500_000L, 3_700_000L);
    }

    @Test
    void aLeaseIsNotRenewedWhileTheClockIsAnHourAhead() {
        holdThenSet(HOUR, "ahead of");
    }

    @Test
    void aLeaseIsNotRenewedWhileTheClockIsAnHourBehind() {
        holdThenSet(HOUR.negated(), "behind");
    }

    @Test
    void idsGoOnUnderTheSameLeaseWhenTheClockIsSetRight() {
        Member member = fleet.start(fleet.node("n1").clock(clock)).awaitLease();
        WorkerLease lease = member.lease();
        clock.setAhead(HOUR);
        member.awaitProblem("our clock is");
        clock.setAhead(Duration.ZERO);
        member.awaitNoProblem();
        member.awaitId();
        assertThat(member.lease()).isSameAs(lease);
    }

    @Test
    void aStateFromAnHourAheadKeepsTheNodeFromStartingAndNamesBothTimes() throws IOException {
        Instant lastSeen = leaveStateFrom(HOUR);
        Member member = fleet.start(withState());
        Matcher text = ROLLBACK.matcher(member.awaitProblem("the clock went back"));
        assertThat(text.matches()).isTrue();
        assertThat(text.group(3)).isEqualTo(lastSeen.toString());
        assertThat(Duration.between(Instant.parse(text.group(2)), lastSeen).toMillis())
                .isEqualTo(Long.parseLong(text.group(1)));
        assertThat(member.status().phase()).isEqualTo(Phase.CLAIMING);
    }

    @Test
    void aStateFromAnHourAheadIsAcceptedWithTheFlag() throws IOException {
        leaveStateFrom(HOUR);
        fleet.start(withState().acceptClockRollback()).awaitLease().awaitId();
    }

    @Test
    void anAcceptedRollbackDoesNotResumeTheFormerSlotBelowItsReservation() throws IOException {
        Member first = fleet.start(withState().window(HOUR)).awaitLease();
        long workerId = first.workerId();
        first.close();
        editLastSeen(before -> before.plus(HOUR));
        assertThat(fleet.start(withState().acceptClockRollback()).awaitLease().workerId())
                .isNotEqualTo(workerId);
    }

    @Test
    void aNodeWaitsForAClockThatWentBackAMomentWhileItWasDown() throws IOException {
        Duration moment = Duration.ofMillis(1_500);
        Instant lastSeen = leaveStateFrom(moment);
        clock.stopAt(lastSeen.minus(moment).toEpochMilli());
        Member member = fleet.start(withState().clock(clock).anySkew());
        member.awaitProblem("until then a former owner may use it");
        clock.stopAt(lastSeen.toEpochMilli() + 1);
        member.awaitLease();
        assertThat(Instant.ofEpochMilli(member.millisOf(member.awaitId()))).isAfter(lastSeen);
    }

    private void holdThenSet(Duration ahead, String direction) {
        Member member = fleet.start(fleet.node("n1").clock(clock)).awaitLease();
        member.awaitId();
        clock.setAhead(ahead);
        assertThat(member.awaitProblem("our clock is"))
                .matches("our clock is 3[56]\\d{5} ms %s ZooKeeper's, 5000 ms are allowed; set the clocks right"
                        .formatted(direction));
        int version = fleet.slot(member.workerId()).version();
        long limit = fleet.slot(member.workerId()).reservedUntilMillis();
        int failed = member.failedRenewals();
        await().until(() -> member.failedRenewals() > failed + 5);
        assertThat(fleet.slot(member.workerId()).reservedUntilMillis()).isEqualTo(limit);
        assertThat(fleet.slot(member.workerId()).version()).isEqualTo(version);
        assertThat(member.tryNextId()).isEmpty();
    }

    private Member.Spec withState() {
        return fleet.node("n1").stateDirectory(directory);
    }

    /** Lets a node run and leave, and makes its state one of a time that is so much ahead of now. */
    private Instant leaveStateFrom(Duration ahead) throws IOException {
        fleet.start(withState()).awaitLease().leave();
        return editLastSeen(before -> Instant.now().plus(ahead));
    }

    private Instant editLastSeen(UnaryOperator<Instant> change) throws IOException {
        Path file = directory.resolve(StateDirectory.STATE_FILE);
        NodeState state = PayloadCodec.decode(Files.readAllBytes(file), NodeState.class);
        Instant lastSeen = Instant.ofEpochMilli(change.apply(state.lastSeen()).toEpochMilli());
        String json = Files.readString(file);
        Files.write(
                file,
                json.replace(state.lastSeen().toString(), lastSeen.toString()).getBytes(UTF_8));
        return lastSeen;
    }
}
