package io.snowkeeper.coordinator.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.FleetMembership;
import io.snowkeeper.coordinator.LeaseListener;
import io.snowkeeper.coordinator.StoreSecurity;
import io.snowkeeper.coordinator.WorkerLease;
import io.snowkeeper.coordinator.WriteObserver;
import io.snowkeeper.coordinator.WriteObserver.Outcome;
import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.testkit.time.SettableClock;
import io.snowkeeper.testkit.wire.Wire;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Observers learn how long renewals and writes take, and their outcomes. */
class TimesIT {

    private static final byte[] PAYLOAD = "payload".getBytes(UTF_8);

    @RegisterExtension
    private final Fleet fleet = new Fleet();

    private final SettableClock clock = new SettableClock();
    private final Observed observed = new Observed();

    private FleetMembership start() {
        // So short that it is soon renewed.
        Member.Spec spec = fleet.node("n1").clock(clock).window(Duration.ofSeconds(1));
        FleetMembership membership = new ZooKeeperCoordinator()
                .observedBy(observed)
                .membership(spec.settings(), clock, observed, Optional.empty());
        membership.start();
        return membership;
    }

    private ZooKeeperStore connect() {
        return connect(fleet.connectString());
    }

    private ZooKeeperStore connect(String connectString) {
        ZooKeeperStore store =
                ZooKeeperStore.create(connectString, Duration.ofSeconds(30), StoreSecurity.NONE, observed);
        store.start();
        await("the fleet's root is made").ignoreExceptions().until(() -> {
            store.session().ensure("").get(1, TimeUnit.SECONDS);
            return true;
        });
        return store;
    }

    @Test
    void ofEachRenewal() {
        try (FleetMembership membership = start()) {
            await().until(() -> observed.renewals.size() >= 2);

            assertThat(observed.renewals).containsOnly(true);
            assertThat(membership.counts().renewals()).isGreaterThanOrEqualTo(2);
        }
        assertThat(observed.writes).hasSizeGreaterThan(2).containsOnly(Outcome.DONE);
        assertThat(observed.nanos).allMatch(nanos -> nanos > 0);
    }

    @Test
    void ofEachRenewalThatIsNotToBe() {
        try (FleetMembership membership = start()) {
            await().until(() -> membership.status().workerId().isPresent());
            clock.setAhead(Duration.ofHours(1));

            await().until(() -> observed.renewals.contains(false));
        }
    }

    @Test
    void ofAWriteThatWasDone() {
        try (ZooKeeperStore store = connect()) {
            store.session().write(List.of(new Change.Create("/a", PAYLOAD))).join();

            assertThat(observed.writes).containsExactly(Outcome.DONE);
        }
    }

    @Test
    void ofAWriteThatWasRefused() {
        try (ZooKeeperStore store = connect()) {
            var refused = store.session().write(List.of(new Change.Set("/nothing", PAYLOAD, 0)));

            await().until(refused::isCompletedExceptionally);
            assertThat(observed.writes).containsExactly(Outcome.REFUSED);
        }
    }

    @Test
    void ofAWriteThatGotNoAnswer() throws Exception {
        Wire wire = fleet.wire();
        try (ZooKeeperStore store = connect(wire.connectString() + fleet.root())) {
            wire.hold();
            var unanswered = store.session().write(List.of(new Change.Create("/a", PAYLOAD)));
            wire.cut();

            await().until(unanswered::isCompletedExceptionally);
            assertThat(observed.writes).containsExactly(Outcome.UNANSWERED);
            wire.heal();
        }
    }

    /** The observed events. */
    private static final class Observed implements LeaseListener, WriteObserver {

        final List<Boolean> renewals = new CopyOnWriteArrayList<>();
        final List<Outcome> writes = new CopyOnWriteArrayList<>();
        final List<Long> nanos = new CopyOnWriteArrayList<>();

        @Override
        public void granted(WorkerLease lease) {}

        @Override
        public void renewalTried(WorkerLease lease, long took, boolean renewed) {
            nanos.add(took);
            renewals.add(renewed);
        }

        @Override
        public void lost(WorkerLease lease, String reason) {}

        @Override
        public void written(long took, Outcome outcome) {
            nanos.add(took);
            writes.add(outcome);
        }
    }
}
