package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.FleetMembership;
import io.snowkeeper.coordinator.LeaseListener;
import io.snowkeeper.coordinator.MembershipStatus.Phase;
import io.snowkeeper.coordinator.WorkerLease;
import io.snowkeeper.coordinator.fleet.Slot;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Errors of listeners must not cost uniqueness or the lease. */
class ListenerIT {

    @RegisterExtension
    private final Fleet fleet = new Fleet();

    private final AtomicReference<WorkerLease> lease = new AtomicReference<>();

    @Test
    void aListenerThatThrowsDoesNotKeepTheLeaseFromBeingRenewed() {
        try (FleetMembership membership = start(new Listener() {
            @Override
            public void granted(WorkerLease granted) {
                super.granted(granted);
                throw new IllegalStateException("thrown by the test");
            }
        })) {
            await().until(() -> membership.status().phase() == Phase.HOLDING);
            long limit = lease.get().reservation().limitMillis();
            await().until(() -> lease.get().reservation().limitMillis() > limit);
        }
    }

    @Test
    void aListenerThatThrowsWhenTheLeaseIsLostDoesNotKeepItFromBeingRevokedAndReplaced() {
        try (FleetMembership membership = start(new Listener() {
            @Override
            public void lost(WorkerLease lost, String reason) {
                throw new IllegalStateException("thrown by the test");
            }
        })) {
            await().until(() -> membership.status().phase() == Phase.HOLDING);
            WorkerLease first = lease.get();
            fleet.handOn(first.workerId());
            await().until(() -> lease.get() != first);
            assertThat(first.reservation().isRevoked()).isTrue();
        }
    }

    @Test
    void aWorkerIdThatIsGrantedWhileTheNodeLeavesIsNotHandedBackBelowWhatMayBeIssued() throws Exception {
        CountDownLatch leaving = new CountDownLatch(1);
        FleetMembership membership = start(new Listener() {
            @Override
            public void granted(WorkerLease granted) {
                super.granted(granted);
                awaitQuietly(leaving);
            }
        });
        await().until(() -> lease.get() != null);
        Slot granted = fleet.slot(lease.get().workerId());
        leaveMeanwhile(membership, leaving);
        assertThat(fleet.slot(granted.workerId()).record().reservedUntil())
                .isEqualTo(granted.record().reservedUntil());
    }

    @Test
    void aWorkerIdIsHandedBackByWhoLeavesAsSoonAsItIsHeld() throws Exception {
        CountDownLatch leaving = new CountDownLatch(1);
        FleetMembership membership = start(new Listener() {
            @Override
            public void held(WorkerLease held) {
                lease.set(held);
                awaitQuietly(leaving);
            }

            @Override
            public void granted(WorkerLease granted) {}
        });
        await().until(() -> lease.get() != null);
        assertThat(membership.status().phase()).isEqualTo(Phase.HOLDING);
        Slot granted = fleet.slot(lease.get().workerId());
        leaveMeanwhile(membership, leaving);
        assertThat(fleet.slot(granted.workerId()).record().reservedUntil())
                .isBefore(granted.record().reservedUntil());
    }

    /** Leaves during a listener's call, which lasts until the latch opens. */
    private static void leaveMeanwhile(FleetMembership membership, CountDownLatch told) throws InterruptedException {
        Thread leave = new Thread(() -> membership.leave(Long.MIN_VALUE));
        leave.start();
        await().until(() -> membership.status().phase() == Phase.CLOSED);
        told.countDown();
        leave.join();
    }

    private FleetMembership start(LeaseListener listener) {
        // So short that it is soon renewed.
        Member.Spec spec = fleet.node("n1").window(Duration.ofSeconds(1));
        FleetMembership membership = Member.membership(spec.settings(), spec.clock(), new QuickTime(), listener);
        membership.start();
        return membership;
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private class Listener implements LeaseListener {

        @Override
        public void granted(WorkerLease granted) {
            lease.set(granted);
        }

        @Override
        public void lost(WorkerLease lost, String reason) {}
    }
}
