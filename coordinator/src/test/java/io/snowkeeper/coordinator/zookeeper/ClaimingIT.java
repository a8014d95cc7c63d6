package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.MembershipStatus.Phase;
import io.snowkeeper.coordinator.fleet.FleetPaths;
import io.snowkeeper.coordinator.fleet.SlotRecord;
import io.snowkeeper.core.Layout;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ClaimingIT {

    @RegisterExtension
    private final Fleet fleet = new Fleet();

    @Test
    void aNodeIsLeasedAWorkerIdAndIssuesIdsUnderIt() {
        Member member = fleet.start("n1").awaitLease();
        assertThat(Layout.DEFAULT.workerIdOf(member.awaitId())).isEqualTo(member.workerId());
    }

    @Test
    void theSlotNamesTheOwnersClaim() {
        Member member = fleet.start("n1").awaitLease();
        assertThat(fleet.claimsOf("n1"))
                .containsExactly(fleet.slot(member.workerId()).record().owner());
    }

    @Test
    void theClaimTellsPeopleOfTheNode() {
        Member member = fleet.start("n1").awaitLease();
        String claim = FleetPaths.claim(fleet.claims().iterator().next());
        assertThat(fleet.read(claim))
                .startsWith(
                        "{\"node\":\"n1\",\"kind\":\"node\",\"worker\":%d,\"endpoints\":[\"127.0.0.1:7070\"],\"since\":\""
                                .formatted(member.workerId()));
    }

    @Test
    void fortyNodesThatStartTogetherOnAnEmptyTreeGetFortyWorkerIds() {
        List<Member> members =
                IntStream.range(0, 40).mapToObj(node -> fleet.start("n" + node)).toList();
        assertThat(members.stream().map(member -> member.awaitLease().workerId()))
                .doesNotHaveDuplicates();
    }

    @Test
    void aFourthNodeThatJoinsThreeGetsAFourthWorkerId() {
        List<Member> three = IntStream.range(0, 3)
                .mapToObj(node -> fleet.start("n" + node).awaitLease())
                .toList();
        Member fourth = fleet.start("n3").awaitLease();
        assertThat(three.stream().map(Member::workerId)).doesNotHaveDuplicates().doesNotContain(fourth.workerId());
    }

    @Test
    void aNodeForWhichNoWorkerIdIsFreeSaysWhyWithFigures() {
        startFour();
        Member fifth = fleet.start(fleet.node("n5").workerBits(2));
        assertThat(fifth.awaitProblem("no worker id"))
                .isEqualTo(
                        "no worker id is free: of 4, 4 are taken; stop a node or use a layout with more worker bits");
        assertThat(fifth.status().phase()).isEqualTo(Phase.CLAIMING);
    }

    @Test
    void aNodeForWhichNoWorkerIdWasFreeGetsOneWhenAnotherLeaves() {
        List<Member> four = startFour();
        Member fifth = fleet.start(fleet.node("n5").workerBits(2));
        fifth.awaitProblem("no worker id");
        long freed = four.get(1).workerId();
        four.get(1).leave();
        assertThat(fifth.awaitLease().workerId()).isEqualTo(freed);
    }

    @Test
    void restingWorkerIdsAreCountedAndTheFirstToBeFreeIsNamed() {
        fleet.start(fleet.node("n1").workerBits(1)).awaitLease().leave();
        Instant first = Instant.parse("2090-01-01T00:00:00Z");
        fleet.write(0, new SlotRecord("claim-of-a-dead-node", "dead", first));
        fleet.write(1, new SlotRecord("claim-of-a-dead-node", "dead", first.plusSeconds(1)));
        Member member = fleet.start(fleet.node("n2").workerBits(1));
        assertThat(member.awaitProblem("no worker id"))
                .isEqualTo("no worker id is free: of 2, 0 are taken, 2 rest until their former owners' reservations"
                        + " have passed, the first at 2090-01-01T00:00:00Z; stop a node or use a layout with more"
                        + " worker bits");
    }

    @Test
    void aSlotThatCannotBeReadIsLeftAloneAndAnotherTaken() {
        fleet.start(fleet.node("n1").workerBits(1)).awaitLease().leave();
        fleet.write(FleetPaths.slot(0), "{\"owner\":");
        assertThat(fleet.start(fleet.node("n2").workerBits(1)).awaitLease().workerId())
                .isEqualTo(1);
        assertThat(fleet.read(FleetPaths.slot(0))).isEqualTo("{\"owner\":");
    }

    @Test
    void slotsThatCannotBeReadAreCounted() {
        fleet.start(fleet.node("n1").workerBits(1)).awaitLease().leave();
        fleet.write(FleetPaths.slot(0), "17");
        fleet.write(
                FleetPaths.slot(1),
                "{\"owner\":\"claim\",\"node\":\"n1\",\"reservedUntil\":\"+1000000000-12-31T00:00:00Z\"}");
        assertThat(fleet.start(fleet.node("n2").workerBits(1)).awaitProblem("no worker id"))
                .isEqualTo("no worker id is free: of 2, 0 are taken, 2 cannot be read; stop a node or use a layout with"
                        + " more worker bits");
    }

    @Test
    void aLayoutWithoutWorkerBitsHasOneNode() {
        assertThat(fleet.start(fleet.node("n1").workerBits(0)).awaitLease().workerId())
                .isZero();
    }

    private List<Member> startFour() {
        return IntStream.range(0, 4)
                .mapToObj(node ->
                        fleet.start(fleet.node("n" + node).workerBits(2)).awaitLease())
                .toList();
    }
}
