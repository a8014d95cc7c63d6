package io.snowkeeper.node.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.LeaseCounts;
import io.snowkeeper.coordinator.MembershipProblem;
import io.snowkeeper.coordinator.MembershipStatus;
import io.snowkeeper.coordinator.MembershipStatus.Phase;
import io.snowkeeper.core.UnavailableReason;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The events that a node writes of itself. */
class OwnChangesTest {

    private static final long NOW = 1_800_000_000_000L;

    private long millis = NOW;
    private final FakeParts node = new FakeParts(() -> millis, () -> 0);
    private final EventLog log = new EventLog();
    private final OwnChanges changes = new OwnChanges(node.sources(), log);

    private static MembershipStatus holding() {
        return status(Phase.HOLDING, OptionalLong.of(17), true, Optional.empty());
    }

    private static MembershipStatus status(
            Phase phase, OptionalLong workerId, boolean connected, Optional<MembershipProblem> problem) {
        OptionalLong until = workerId.isPresent() ? OptionalLong.of(NOW + 60_000) : OptionalLong.empty();
        return new MembershipStatus(
                phase, Optional.of("fleet"), workerId, until, until, connected, OptionalLong.of(0), problem);
    }

    @BeforeEach
    void lookFirst() {
        node.setMembership(holding());
        look();
    }

    private void look() {
        changes.look();
    }

    private List<String> newKinds(long after) {
        return log.after(after).stream().map(NodeEvent::kind).toList();
    }

    @Test
    void theFirstLookTellsWhatThereIs() {
        assertThat(newKinds(0)).containsExactly("started", "worker-id-taken", "ready");
        assertThat(log.after(1).get(0).workerId()).hasValue(17);
    }

    @Test
    void nothingIsToldTwice() {
        look();
        assertThat(newKinds(3)).isEmpty();
    }

    @Test
    void aLossIsToldWithItsReason() {
        node.setMembership(status(
                Phase.CLAIMING,
                OptionalLong.empty(),
                true,
                Optional.of(new MembershipProblem(UnavailableReason.NO_WORKER_ID, "it was taken"))));
        look();

        assertThat(newKinds(3)).containsExactly("worker-id-lost", "not-ready");
        assertThat(log.after(3).get(0).detail()).isEqualTo("lost worker id 17: it was taken");
        assertThat(log.after(4).get(0).reason()).contains(UnavailableReason.NO_WORKER_ID.text());
    }

    @Test
    void zooKeeperGoesAndComesBack() {
        node.setMembership(status(Phase.HOLDING, OptionalLong.of(17), false, Optional.empty()));
        look();
        node.setMembership(holding());
        node.setLeases(new LeaseCounts(0, 0, 1, 0));
        look();

        assertThat(newKinds(3)).containsExactly("zookeeper-away", "zookeeper-back", "session-lost");
    }

    @Test
    void aDrainIsNoTroubleWithReadiness() {
        node.sources().drain().begin();
        look();

        assertThat(newKinds(3)).containsExactly("drain-begun");
    }

    @Test
    void aClockThatWasSetBackIsTold() {
        millis -= 1_000;
        node.sources().clockWatch().look();
        look();

        assertThat(newKinds(3)).containsExactly("clock-set-back");
    }
}
