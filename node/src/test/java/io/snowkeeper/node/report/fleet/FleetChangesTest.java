package io.snowkeeper.node.report.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.snowkeeper.coordinator.FleetView;
import io.snowkeeper.coordinator.FleetView.LiveNode;
import io.snowkeeper.coordinator.FleetView.SlotState;
import io.snowkeeper.coordinator.FleetView.WorkerSlot;
import io.snowkeeper.coordinator.MemberKind;
import io.snowkeeper.node.report.EventLog;
import io.snowkeeper.node.report.NodeEvent;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What others see of a node that comes, leaves, or is killed. */
class FleetChangesTest {

    private static final Instant T = Views.T;

    private final EventLog log = new EventLog();
    private final FleetChanges changes = new FleetChanges("n1", log);

    @BeforeEach
    void bothAreThere() {
        changes.note(view(0, List.of(Views.node("n1", 1), Views.node("n2", 2)), 60));
    }

    /** @param until when the reservation of worker id 2 ends, in seconds */
    private static FleetView view(long second, List<LiveNode> nodes, long until) {
        boolean live = nodes.stream().anyMatch(node -> node.workerId().orElse(0) == 2);
        SlotState gone = until > second ? SlotState.RESTING : SlotState.FREE;
        return Views.view(
                second,
                nodes,
                Views.slot(1, SlotState.LIVE, "n1", 60),
                Views.slot(2, live ? SlotState.LIVE : gone, "n2", until));
    }

    private static List<LiveNode> n1() {
        return List.of(Views.node("n1", 1));
    }

    @Test
    void whatIsThereFromTheBeginningIsNoChange() {
        assertThat(log.after(0)).isEmpty();
    }

    @Test
    void oneThatHasHandedNothingBackIsGone() {
        changes.note(view(10, n1(), 60));

        NodeEvent event = log.after(0).get(0);
        assertThat(event.kind()).isEqualTo("gone");
        assertThat(event.node()).isEqualTo("n2");
        assertThat(event.at()).isEqualTo(T.plusSeconds(10));
        assertThat(event.workerId()).hasValue(2);
        assertThat(event.detail())
                .isEqualTo(
                        "its session with ZooKeeper ended, and it has not handed worker id 2 back: killed, or cut off;"
                                + " it rests until " + T.plusSeconds(60));
    }

    @Test
    void oneWhoseReservationHasPassedByThenIsGoneToo() {
        changes.note(view(70, n1(), 60));

        assertThat(log.after(0)).extracting(NodeEvent::kind).containsExactly("gone");
    }

    @Test
    void oneThatHandsBackHasLeft() {
        changes.note(view(10, n1(), 9));

        assertThat(log.after(0)).extracting(NodeEvent::kind).containsExactly("left");
        assertThat(log.after(0).get(0).detail()).isEqualTo("left, and handed worker id 2 back");
    }

    @Test
    void oneThatHandsBackALittleOfWhatItHasUsedAheadHasLeft() {
        changes.note(view(10, n1(), 11));

        assertThat(log.after(0)).extracting(NodeEvent::kind).containsExactly("left");
    }

    @Test
    void oneThatComesIsTold() {
        changes.note(view(10, List.of(Views.node("n1", 1), Views.node("n2", 2), Views.node("n3", 3)), 60));

        assertThat(log.after(0))
                .extracting(NodeEvent::kind, NodeEvent::node, NodeEvent::detail)
                .containsExactly(tuple("joined", "n3", "has worker id 3"));
    }

    @Test
    void aWorkerIdThatIsTakenOutOfUseIsTold() {
        changes.note(Views.view(
                10,
                List.of(Views.node("n1", 1), Views.node("n2", 2)),
                Views.slot(1, SlotState.LIVE, "n1", 60),
                Views.slot(2, SlotState.LIVE, "n2", 60),
                new WorkerSlot(3, SlotState.RETIRED, Optional.of("n9"), Optional.empty())));

        assertThat(log.after(0)).extracting(NodeEvent::kind, NodeEvent::node).containsExactly(tuple("retired", "n9"));
    }

    @Test
    void ofItselfANodeTellsNothingHere() {
        changes.note(view(10, List.of(Views.node("n2", 2)), 60));

        assertThat(log.after(0)).isEmpty();
    }

    @Test
    void theSameViewTellsNothing() {
        FleetView view = view(10, n1(), 60);
        changes.note(view);
        changes.note(view);

        assertThat(log.after(0)).hasSize(1);
    }

    @Test
    void oneThatWasStartedAnewBetweenTwoLooksIsNotSaidToBeKilled() {
        LiveNode anew = new LiveNode(
                "n2",
                MemberKind.NODE,
                OptionalLong.of(2),
                List.of(),
                T.plusSeconds(8),
                OptionalLong.empty(),
                OptionalDouble.empty());
        changes.note(view(10, List.of(Views.node("n1", 1), anew), 70));

        assertThat(log.after(0))
                .extracting(NodeEvent::kind, NodeEvent::node, NodeEvent::detail)
                .containsExactly(
                        tuple("left", "n2", "left; worker id 2 was taken anew since, by n2"),
                        tuple("joined", "n2", "has worker id 2"));
    }
}
