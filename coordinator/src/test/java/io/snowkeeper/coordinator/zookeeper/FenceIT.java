package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.fleet.FleetPaths;
import io.snowkeeper.testkit.wire.Wire;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The fence below a slot, which shows that a slot was deleted and made again. */
class FenceIT {

    @RegisterExtension
    private final Fleet fleet = new Fleet();

    @Test
    void itIsNamedAfterTheClaimThatTookTheSlot() {
        fleet.start(node("n1")).awaitLease();
        assertThat(fences()).containsExactly(fleet.slot(0).record().owner() + "-1");
    }

    @Test
    void renewalsLeaveItAlone() {
        fleet.start(node("n1").anySkew()).awaitLease();
        List<String> fences = fences();
        for (int renewal = 1; renewal <= 2; renewal++) {
            int version = fleet.slot(0).version();
            fleet.pass(Member.Spec.TO_RENEWAL);
            await().until(() -> fleet.slot(0).version() > version);
        }
        assertThat(fences()).isEqualTo(fences);
    }

    @Test
    void itOutlivesTheSessionThatItWasMadeIn() throws Exception {
        Wire wire = fleet.wire();
        Member member = fleet.start(node("n1").through(wire)).awaitLease();
        List<String> fences = fences();
        String owner = fleet.slot(0).record().owner();
        wire.expireSession();
        await().until(() -> !fleet.slot(0).record().owner().equals(owner));
        assertThat(fences()).isEqualTo(fences);
        assertThat(member.losses()).isEmpty();
    }

    @Test
    void theNextTakerPutsItsOwnInItsPlace() {
        fleet.start(node("n1")).awaitLease().leave();
        List<String> before = fences();
        fleet.start(node("n2")).awaitLease();
        assertThat(fences()).hasSize(1).doesNotContainAnyElementsOf(before);
    }

    @Test
    void aSlotWhoseFencesWereDeletedGetsOne() {
        fleet.start(node("n1")).awaitLease().leave();
        fleet.delete(FleetPaths.fences(0));
        fleet.start(node("n2")).awaitLease();
        assertThat(fences()).containsExactly(fleet.slot(0).record().owner() + "-1");
    }

    @Test
    void aLeaseWhoseFenceWasDeletedEndsAtItsNextRenewal() {
        Member member = fleet.start(node("n1").anySkew()).awaitLease();
        String fence = FleetPaths.fence(0, fences().get(0));
        var lease = member.lease();
        fleet.delete(fence);
        fleet.pass(Member.Spec.TO_RENEWAL);
        await().until(() -> !member.losses().isEmpty());
        assertThat(member.losses())
                .first()
                .isEqualTo("this node no longer holds worker id 0: znode %s was deleted".formatted(fence));
        assertThat(lease.reservation().isRevoked()).isTrue();
    }

    private Member.Spec node(String name) {
        return fleet.node(name).workerBits(0);
    }

    private List<String> fences() {
        return fleet.children(FleetPaths.fences(0));
    }
}
