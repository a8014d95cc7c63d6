package io.snowkeeper.node.report.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.snowkeeper.coordinator.FleetView;
import io.snowkeeper.coordinator.FleetView.LiveNode;
import io.snowkeeper.coordinator.FleetView.SlotState;
import io.snowkeeper.coordinator.FleetView.WorkerSlot;
import io.snowkeeper.coordinator.MemberKind;
import io.snowkeeper.coordinator.MembershipStatus;
import io.snowkeeper.coordinator.MembershipStatus.Phase;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.api.Unavailability;
import io.snowkeeper.node.report.FakeParts;
import io.snowkeeper.node.report.NodeReport;
import io.snowkeeper.node.report.NodeReporter;
import io.snowkeeper.node.report.NodeState;
import io.snowkeeper.node.report.Standing.AtRisk;
import io.snowkeeper.node.report.Standing.Given;
import io.snowkeeper.node.report.Standing.Refused;
import io.snowkeeper.node.report.Verdict;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The answers of node n1, with worker id 1, for its fleet. */
class FleetReportsTest implements PeerClient {

    private static final long SECOND = 1_000_000_000L;

    private final Map<URI, NodeReport> answering = new HashMap<>();
    private final List<String> asked = new ArrayList<>();
    private boolean slow;
    private long nanos;

    private FleetView view = Views.view(
            0,
            List.of(Views.node("n1", 1), Views.node("n2", 2)),
            Views.slot(1, SlotState.LIVE, "n1", 50),
            Views.slot(2, SlotState.LIVE, "n2", 40));

    private static MembershipStatus goingOnFor(int seconds) {
        return holding(seconds, true);
    }

    private static MembershipStatus cutOff() {
        return holding(30, false);
    }

    private static MembershipStatus holding(int seconds, boolean connected) {
        OptionalLong until = OptionalLong.of(Views.T.plusSeconds(seconds).toEpochMilli());
        return new MembershipStatus(
                Phase.HOLDING,
                Optional.of("fleet"),
                OptionalLong.of(1),
                until,
                until,
                connected,
                OptionalLong.of(0),
                Optional.empty());
    }

    private final FakeParts own = new FakeParts(() -> Views.T.toEpochMilli() + nanos / 1_000_000, () -> nanos);
    private final FleetReports reports = new FleetReports(
            () -> CompletableFuture.completedFuture(view), new NodeReporter(own.sources()), own.sources(), this);

    @BeforeEach
    void holdWorkerId() {
        own.setMembership(goingOnFor(50));
    }

    @Override
    public CompletionStage<NodeReport> ask(URI node) {
        asked.add(node.getHost());
        NodeReport answer = answering.get(node);
        return answer == null
                ? CompletableFuture.failedFuture(new PeerFailureException("nobody is there", !slow))
                : CompletableFuture.completedFuture(answer);
    }

    private FleetReport fleet() {
        nanos += SECOND;
        return reports.fleet().toCompletableFuture().join();
    }

    private Verdict known() {
        return reports.known(reports.own());
    }

    private FleetNode node(String name) {
        return fleet().nodes().stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static URI url(String node) {
        return URI.create("http://" + node + ":7071");
    }

    @Test
    void eachNodeIsShownAsItTellsItself() {
        answering.put(url("n2"), Reports.ready("n2", 2, 300));

        FleetReport report = fleet();

        assertThat(report.nodes())
                .extracting(FleetNode::name, node -> node.state().word(), FleetNode::idsPerSecond)
                .containsExactly(
                        tuple("n1", "ready", OptionalDouble.empty()), tuple("n2", "ready", OptionalDouble.of(300)));
        assertThat(report.idsPerSecond()).isEqualTo(300);
        assertThat(report.isRateComplete()).isTrue();
        assertThat(report.nodesReady()).isEqualTo(2);
        assertThat(report.sequences()).containsEntry("invoices", 300.0);
        assertThat(report.leastReservation().orElseThrow().workerId()).isEqualTo(2);
    }

    @Test
    void theLeastReservationIsThatOfANodeWhoseDiskTakesNoWrites() {
        own.setMembership(goingOnFor(2));

        assertThat(fleet().leastReservation())
                .contains(new WorkerSlot(1, SlotState.LIVE, Optional.of("n1"), Optional.of(Views.T.plusSeconds(2))));
    }

    @Test
    void nobodyIsAskedMoreThanOnceASecond() {
        answering.put(url("n2"), Reports.ready("n2", 2, 300));
        fleet();
        reports.fleet().toCompletableFuture().join();

        assertThat(asked).hasSize(1);
    }

    @Test
    void oneThatDoesNotAnswerIsShownByItsClaimAndSaidToBeSilent() {
        FleetNode silent = node("n2");

        assertThat(silent.state().word()).isEqualTo(NodeState.UNREACHABLE);
        assertThat(silent.state().detail())
                .contains("does not answer since %s: nobody is there".formatted(Views.T.plusSeconds(1)));
        assertThat(silent.figures()).isEmpty();
        assertThat(silent.idsPerSecond()).hasValue(50);
        assertThat(fleet().isRateComplete()).isFalse();
        assertThat(fleet().nodesTotal()).isEqualTo(2);
        assertThat(fleet().nodesReady()).isEqualTo(1);
    }

    @Test
    void oneThatWasTooSlowOnceIsShownAsItWas() {
        answering.put(url("n2"), Reports.ready("n2", 2, 300));
        fleet();
        answering.clear();
        slow = true;

        assertThat(node("n2").state().word()).isEqualTo(NodeState.READY);
        assertThat(node("n2").state().word()).isEqualTo(NodeState.UNREACHABLE);
    }

    @Test
    void whatOneToldLongAgoIsNotShownWhenItIsTooSlow() {
        answering.put(url("n2"), Reports.ready("n2", 2, 300));
        fleet();
        nanos += 3600 * SECOND;
        own.setMembership(goingOnFor(3660));
        answering.clear();
        slow = true;

        assertThat(fleet().verdict().ids()).isEqualTo(new Given(1, 2));
    }

    @Test
    void anotherNodeAtItsAddressIsNotTakenForIt() {
        answering.put(url("n2"), Reports.ready("n7", 7, 300));

        assertThat(node("n2").state().detail().orElseThrow())
                .endsWith(
                        "another node answers at http://n2:7071: n7 of fleet fleet; does it advertise an address by which"
                                + " others reach it?");
    }

    @Test
    void oneThatIsGoneStaysWhileItsWorkerIdRests() {
        answering.put(url("n2"), Reports.ready("n2", 2, 300));
        fleet();
        view = Views.view(
                5,
                List.of(Views.node("n1", 1)),
                Views.slot(1, SlotState.LIVE, "n1", 50),
                Views.slot(2, SlotState.RESTING, "n2", 40));

        FleetNode gone = node("n2");

        assertThat(gone.state().word()).isEqualTo(NodeState.GONE);
        assertThat(gone.workerIds()).containsExactly(2L);
        assertThat(gone.endpoints()).containsExactly("n2:7070", "http://n2:7071");
        assertThat(gone.idsPerSecond()).isEmpty();
        assertThat(fleet().nodesTotal()).isEqualTo(2);
    }

    @Test
    void anEmbeddedMemberIsLiveAndNoNode() {
        view = Views.view(0, List.of(Views.node("n1", 1), Views.node("orders", 3, List.of(), MemberKind.EMBEDDED)));

        assertThat(node("orders").state().word()).isEqualTo(NodeState.LIVE);
        assertThat(fleet().nodesTotal()).isEqualTo(1);
        assertThat(asked).isEmpty();
    }

    @Test
    void anEmbeddedMemberWithTheNameOfTheNodeIsNotTheNode() {
        view = Views.view(0, List.of(embedded("n1"), embedded("n1", "http://n1:7071")));
        answering.put(url("n1"), reports.own());

        assertThat(fleet().verdict().ids()).isEqualTo(new Given(1, 1));
        assertThat(fleet().nodes())
                .extracting(node -> node.state().word())
                .containsExactly(NodeState.LIVE, NodeState.LIVE);
    }

    @Test
    void anEmbeddedMemberThatIsGoneIsNoNode() {
        List<LiveNode> nodes = List.of(Views.node("n1", 1), Views.node("orders", 3, List.of(), MemberKind.EMBEDDED));
        view = Views.view(0, nodes, Views.slot(3, SlotState.LIVE, "orders", 40));
        fleet();
        view = Views.view(5, nodes.subList(0, 1), Views.slot(3, SlotState.RESTING, "orders", 40));

        assertThat(node("orders").state().word()).isEqualTo(NodeState.GONE);
        assertThat(fleet().nodesTotal()).isEqualTo(1);
        assertThat(known().ids()).isEqualTo(new Given(1, 1));
    }

    private static LiveNode embedded(String name, String... endpoints) {
        return new LiveNode(
                name,
                MemberKind.EMBEDDED,
                OptionalLong.empty(),
                List.of(endpoints),
                Views.T,
                OptionalLong.empty(),
                OptionalDouble.empty());
    }

    @Test
    void theClaimsOfANodeWithSeveralWorkerIdsAreOneNode() {
        List<String> places = List.of("n2:7070", "http://n2:7071");
        view = Views.view(
                0,
                List.of(
                        Views.node("n1", 1),
                        Views.node("n2", 2, places, MemberKind.NODE),
                        Views.node("n2/2", 3, places, MemberKind.NODE)));
        answering.put(url("n2"), Reports.ready("n2", 2, 300));

        assertThat(node("n2").workerIds()).containsExactly(2L, 3L);
        assertThat(fleet().nodes()).hasSize(2);
    }

    @Test
    void anAddressThatIsNoneIsNotAsked() {
        view = Views.view(
                0,
                List.of(Views.node("n1", 1), Views.node("n2", 2, List.of("http://[not an address"), MemberKind.NODE)));

        assertThat(node("n2").state().word()).isEqualTo(NodeState.LIVE);
    }

    @Test
    void whileItsWorkerIdIsNotGrantedYetANodeIsNoPeerOfItself() {
        view = Views.view(0, List.of(Views.node("n1", 9), Views.node("n2", 2)));
        answering.put(url("n1"), reports.own());
        answering.put(url("n2"), Reports.ready("n2", 2, 300));

        assertThat(fleet().nodes())
                .extracting(FleetNode::name, node -> node.state().word())
                .containsExactly(tuple("n1", "ready"), tuple("n2", "ready"));
    }

    @Test
    void anOldClaimOfItsOwnIsNoSecondNode() {
        List<String> places = List.of("n1:7070", "http://n1:7071");
        List<String> former = List.of("n1:7069", "http://n1:7071");
        view = Views.view(
                0, List.of(Views.node("n1", 1, places, MemberKind.NODE), Views.node("n1", 9, former, MemberKind.NODE)));
        answering.put(url("n1"), reports.own());

        assertThat(fleet().nodes()).extracting(FleetNode::workerIds).containsExactly(List.of(1L));
    }

    @Test
    void theVerdictIsThatOfAllNodesThatServe() {
        view = Views.view(
                0,
                List.of(
                        Views.node("n1", 1),
                        Views.node("n2", 2),
                        Views.node("orders", 3, List.of(), MemberKind.EMBEDDED)),
                Views.slot(2, SlotState.LIVE, "n2", 40));
        answering.put(url("n2"), Reports.ready("n2", 2, 300));

        assertThat(fleet().verdict().ids()).isEqualTo(new Given(2, 2));
    }

    @Test
    void oneThatIsSilentOrGoneGivesNothing() {
        view = Views.view(
                0, List.of(Views.node("n1", 1), Views.node("n2", 2)), Views.slot(3, SlotState.RESTING, "n3", 40));

        assertThat(fleet().verdict().ids()).isEqualTo(new Given(1, 3));
    }

    @Test
    void oneThatHasNoPortGivesIdsToTheEndOfItsReservation() {
        List<LiveNode> nodes = List.of(Views.node("n1", 1), Views.node("n2", 2, List.of("n2:7070"), MemberKind.NODE));
        view = Views.view(0, nodes, Views.slot(2, SlotState.LIVE, "n2", 2));
        assertThat(fleet().verdict().ids()).isEqualTo(new Given(2, 2));

        view = Views.view(3, nodes, Views.slot(2, SlotState.LIVE, "n2", 2));
        assertThat(fleet().verdict().ids()).isEqualTo(new Given(1, 2));
    }

    @Test
    void aNodeThatIsNotListedYetCounts() {
        view = Views.view(0, List.of());

        assertThat(fleet().verdict().ids()).isEqualTo(new Given(1, 1));
    }

    @Test
    void withoutAnybodyAskedTheVerdictIsOfWhatZooKeeperToldLast() {
        assertThat(known().ids()).isEqualTo(new Given(1, 1));
        reports.view();

        assertThat(known().ids()).isEqualTo(new Given(2, 2));
        assertThat(asked).isEmpty();
    }

    @Test
    void aLookOfLongAgoMakesNobodyRefuse() {
        reports.view();
        nanos += 3600 * SECOND;
        own.setMembership(goingOnFor(3660));

        assertThat(known().ids()).isEqualTo(new Given(2, 2));
    }

    @Test
    void whatOthersAnsweredWhenSomebodyLookedDoesNotChangeTheVerdictThatAsksNobody() {
        assertThat(fleet().verdict().ids()).isEqualTo(new Given(1, 2));

        assertThat(known().ids()).isEqualTo(new Given(2, 2));
    }

    @Test
    void whileZooKeeperIsAwayOthersGoOnToTheEndOfWhatTheyHadReserved() {
        reports.view();
        own.setMembership(cutOff());

        assertThat(known())
                .isEqualTo(new Verdict(
                        new AtRisk(2, 2, Views.T.plusSeconds(40), "zookeeper-away"), new Refused(2, "zookeeper-away")));
        nanos += 45 * SECOND;
        assertThat(known().ids()).isInstanceOf(Refused.class);
    }

    @Test
    void whatKeepsThisNodeFromServingSequencesKeepsNoOtherFromIt() {
        reports.view();
        own.setSequenceRefusal(new Unavailability(UnavailableReason.NOT_STARTED, "sequences are not served yet"));

        assertThat(known().sequences()).isEqualTo(new Given(1, 2));
    }

    @Test
    void aRestoreClosesTheSequencesOfAllNodes() {
        reports.view();
        own.setSequenceRefusal(new Unavailability(UnavailableReason.ENSEMBLE_RESTORED, "a backup was restored"));

        assertThat(known().sequences()).isEqualTo(new Refused(2, "ensemble-restored"));
    }
}
