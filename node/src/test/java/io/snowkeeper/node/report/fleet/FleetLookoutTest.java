package io.snowkeeper.node.report.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.FleetView;
import io.snowkeeper.coordinator.FleetView.LiveNode;
import io.snowkeeper.coordinator.MemberKind;
import io.snowkeeper.node.report.EventLog;
import io.snowkeeper.node.report.NodeEvent;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How often a node reads the fleet while nobody wants to know of it. */
class FleetLookoutTest {

    private static final long MILLI = 1_000_000L;

    private long nanos;
    private long changes = 1;
    private int reads;
    private List<LiveNode> nodes = List.of(Views.node("n1", 1), Views.node("n2", 2));

    private Supplier<CompletableFuture<FleetView>> read = () -> CompletableFuture.completedFuture(view());
    private final EventLog log = new EventLog();
    private final FleetLookout lookout = new FleetLookout(
            () -> changes,
            () -> {
                reads++;
                return read.get();
            },
            new FleetChanges("n1", log),
            () -> Views.T.toEpochMilli() + nanos / MILLI,
            () -> nanos);

    private FleetView view() {
        return Views.view(nanos / (1000 * MILLI), nodes);
    }

    private void pass(int seconds) {
        for (int i = 0; i < seconds * 5; i++) {
            nanos += 200 * MILLI;
            lookout.look();
        }
    }

    @BeforeEach
    void readsOnce() {
        pass(10);
    }

    @Test
    void whileNothingChangesNothingIsRead() {
        assertThat(reads).isEqualTo(1);
        pass(3600);
        assertThat(reads).isEqualTo(1);
    }

    @Test
    void whoLeavesIsNoticedWithinThreeSeconds() {
        nodes = List.of(Views.node("n1", 1));
        changes++;
        pass(3);

        assertThat(log.after(0)).extracting(NodeEvent::node).containsExactly("n2");
        assertThat(reads).isEqualTo(2);
    }

    @Test
    void whoHasNoWorkerIdYetIsLookedAtAgain() {
        LiveNode claiming = new LiveNode(
                "n3",
                MemberKind.NODE,
                OptionalLong.empty(),
                List.of(),
                Views.T,
                OptionalLong.empty(),
                OptionalDouble.empty());
        nodes = List.of(Views.node("n1", 1), Views.node("n2", 2), claiming);
        changes++;
        pass(4);
        assertThat(log.after(0)).isEmpty();

        nodes = List.of(Views.node("n1", 1), Views.node("n2", 2), Views.node("n3", 3));
        pass(4);
        assertThat(log.after(0))
                .extracting(NodeEvent::kind, NodeEvent::node)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("joined", "n3"));
    }

    @Test
    void oneThatGetsNoneIsNotLookedAtForever() {
        nodes = List.of(new LiveNode(
                "n3",
                MemberKind.NODE,
                OptionalLong.empty(),
                List.of(),
                Views.T,
                OptionalLong.empty(),
                OptionalDouble.empty()));
        changes++;
        pass(3600);

        assertThat(reads).isLessThan(15);
    }

    @Test
    void whoLeavesIsNoticedAlsoWhereTheFleetCannotBeReadJustThen() {
        FleetView before = view();
        nodes = List.of(Views.node("n1", 1));
        read = () -> CompletableFuture.completedFuture(before);
        changes++;
        pass(10);
        read = () -> CompletableFuture.failedFuture(new IllegalStateException("no ZooKeeper"));
        pass(10);
        assertThat(log.after(0)).isEmpty();

        read = () -> CompletableFuture.completedFuture(view());
        pass(10);
        assertThat(log.after(0)).extracting(NodeEvent::node).containsExactly("n2");

        int then = reads;
        pass(3600);
        assertThat(reads).isEqualTo(then);
    }
}
