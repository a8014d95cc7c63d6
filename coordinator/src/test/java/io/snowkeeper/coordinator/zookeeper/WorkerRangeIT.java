package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.MembershipStatus.Phase;
import io.snowkeeper.coordinator.state.StateDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Members that claim worker ids within a range alone. */
class WorkerRangeIT {

    @RegisterExtension
    private final Fleet fleet = new Fleet();

    @Test
    void allWorkerIdsOfARangeAreClaimedAndNoneOutsideOfIt() {
        List<Member> four = IntStream.range(0, 4)
                .mapToObj(node -> fleet.start(four("n" + node)))
                .toList();

        assertThat(four.stream().map(member -> member.awaitLease().workerId()))
                .containsExactlyInAnyOrder(3L, 4L, 5L, 6L);
    }

    @Test
    void aMemberForWhichNoneOfItsRangeIsFreeSaysSoAndClaimsNoOther() {
        IntStream.range(0, 4).forEach(node -> fleet.start(four("n" + node)).awaitLease());

        Member fifth = fleet.start(four("n5"));

        assertThat(fifth.awaitProblem("no worker id"))
                .isEqualTo("no worker id is free: of 4 in 3-6, 4 are taken; stop a node or use a wider --worker-range");
        assertThat(fifth.status().phase()).isEqualTo(Phase.CLAIMING);
        assertThat(fleet.slots().keySet()).containsExactly(3L, 4L, 5L, 6L);
    }

    @Test
    void aFormerWorkerIdOutsideOfANewRangeIsGivenUpAndOneWithinItIsClaimedAtOnce(@TempDir Path state) {
        Member former =
                fleet.start(fleet.node("n1").workerBits(3).stateDirectory(state).window(LONG));
        long formerId = former.awaitLease().workerId();
        former.close();
        fleet.pass(Duration.ofMillis(StateDirectory.AHEAD_MILLIS));
        long first = formerId < 4 ? 4 : 0;

        Member moved = fleet.start(fleet.node("n1")
                .workerBits(3)
                .stateDirectory(state)
                .window(LONG)
                .workerRange(first, first + 3));

        assertThat(moved.awaitLease().workerId()).isBetween(first, first + 3);
        assertThat(fleet.slot(formerId).record().owner()).isNotIn(fleet.claimsOf("n1"));
        assertThat(moved.grants()).isOne();
    }

    @Test
    void aFormerWorkerIdWithinANewRangeIsResumed(@TempDir Path state) {
        Member former =
                fleet.start(fleet.node("n1").workerBits(3).stateDirectory(state).window(LONG));
        long formerId = former.awaitLease().workerId();
        former.close();
        fleet.pass(Duration.ofMillis(StateDirectory.AHEAD_MILLIS));

        Member same = fleet.start(fleet.node("n1")
                .workerBits(3)
                .stateDirectory(state)
                .window(LONG)
                .workerRange(formerId, formerId));

        assertThat(same.awaitLease().workerId()).isEqualTo(formerId);
    }

    private static final Duration LONG = Duration.ofSeconds(60);

    private Member.Spec four(String name) {
        return fleet.node(name).workerBits(3).workerRange(3, 6);
    }
}
