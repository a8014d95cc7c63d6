package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.FleetView;
import io.snowkeeper.coordinator.FleetView.LiveNode;
import io.snowkeeper.coordinator.FleetView.SlotState;
import io.snowkeeper.coordinator.FleetView.WorkerSlot;
import io.snowkeeper.coordinator.MemberKind;
import io.snowkeeper.coordinator.fleet.FleetPaths;
import io.snowkeeper.coordinator.fleet.FleetReader;
import io.snowkeeper.coordinator.fleet.SlotRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The fleet as a node shows it, a second old at the most, where another program has written to ZooKeeper. */
class FleetViewIT {

    @RegisterExtension
    private final Fleet fleet = new Fleet();

    private Member member;

    @BeforeEach
    void startNode() {
        member = fleet.start("n1").awaitLease();
    }

    @Test
    void aClaimOfMoreBytesThanANodeWritesIsShownToNobody() {
        String claim = fleet.read(FleetPaths.claim(fleet.claimsOf("n1").get(0)));
        fleet.write(FleetPaths.claim("claim-1000000001"), claim.replace("\"n1\"", "\"foreign\""));
        awaitNodes("foreign", "n1");
        fleet.write(FleetPaths.claim("claim-1000000001"), beyond(claim.replace("\"n1\"", "\"foreign\"")));
        awaitNodes("n1");
    }

    @Test
    void anEmbeddedMemberIsShownAsSuch() {
        fleet.start(fleet.node("orders").embedded()).awaitLease();
        awaitNodes("n1", "orders");
        await().untilAsserted(() -> assertThat(view().nodes())
                .extracting(LiveNode::kind)
                .containsExactly(MemberKind.NODE, MemberKind.EMBEDDED));
    }

    @Test
    void whoSaysWhatIsNotKnownHereIsShownAsANode() {
        String claim = fleet.read(FleetPaths.claim(fleet.claimsOf("n1").get(0)));
        fleet.write(
                FleetPaths.claim("claim-1000000002"),
                claim.replace("\"kind\":\"node\"", "\"kind\":\"moon\",\"phase\":3")
                        .replace("\"n1\"", "\"young\""));
        awaitNodes("n1", "young");
        await().untilAsserted(() ->
                assertThat(view().nodes()).extracting(LiveNode::kind).containsOnly(MemberKind.NODE));
    }

    @Test
    void aSlotOfMoreBytesThanANodeWritesIsShownAsUnreadable() {
        fleet.write(7, new SlotRecord("claim-of-the-past", "n2", Instant.EPOCH));
        await().until(() -> state(7) == SlotState.FREE);
        fleet.write(FleetPaths.slot(7), beyond(fleet.read(FleetPaths.slot(7))));
        await().until(() -> state(7) == SlotState.UNREADABLE);
    }

    private void awaitNodes(String... names) {
        await().untilAsserted(() ->
                assertThat(view().nodes()).extracting(LiveNode::name).containsExactly(names));
    }

    private static String beyond(String json) {
        return json + " ".repeat(FleetReader.MAX_PAYLOAD_BYTES);
    }

    private @Nullable SlotState state(long workerId) {
        return view().slots().stream()
                .filter(slot -> slot.workerId() == workerId)
                .map(WorkerSlot::state)
                .findFirst()
                .orElse(null);
    }

    private FleetView view() {
        return member.awaitView();
    }
}
