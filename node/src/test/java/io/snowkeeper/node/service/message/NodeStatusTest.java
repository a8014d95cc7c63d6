package io.snowkeeper.node.service.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.MembershipProblem;
import io.snowkeeper.coordinator.MembershipStatus;
import io.snowkeeper.core.UnavailableReason;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class NodeStatusTest {

    @Test
    void aNodeInAFleetHasTheStatusOfItsMembership() {
        MembershipStatus membership = new MembershipStatus(
                MembershipStatus.Phase.CLAIMING,
                Optional.of("f1"),
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                true,
                OptionalLong.of(-3),
                Optional.of(new MembershipProblem(UnavailableReason.NO_WORKER_ID, "all worker ids are taken")));

        assertThat(NodeStatus.inFleet("n1", membership))
                .isEqualTo(new NodeStatus(
                        "n1",
                        "claiming",
                        Optional.of("f1"),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        true,
                        OptionalLong.of(-3),
                        OptionalLong.empty(),
                        Optional.of("all worker ids are taken"),
                        Optional.empty()));
    }
}
