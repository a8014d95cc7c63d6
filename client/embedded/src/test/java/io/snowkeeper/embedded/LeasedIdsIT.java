package io.snowkeeper.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.FleetMembership;
import io.snowkeeper.coordinator.FleetView;
import io.snowkeeper.coordinator.LeaseListener;
import io.snowkeeper.coordinator.MemberKind;
import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.MembershipStatus.Phase;
import io.snowkeeper.coordinator.StateDirectoryException;
import io.snowkeeper.coordinator.WorkerLease;
import io.snowkeeper.coordinator.zookeeper.ZooKeeperCoordinator;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.api.NumberSequence;
import io.snowkeeper.core.api.RefusedException;
import io.snowkeeper.core.api.SequenceNumbers;
import io.snowkeeper.core.api.UnavailableException;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.core.sortable.SortableUnit;
import io.snowkeeper.embedded.member.LeasedWorker;
import io.snowkeeper.sequences.SequenceSettings;
import io.snowkeeper.sequences.Sequences;
import io.snowkeeper.sequences.fleet.FleetSequences;
import io.snowkeeper.testkit.curator.TemporaryZooKeeper;
import io.snowkeeper.testkit.time.Patience;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Embedded members of a fleet on a real ZooKeeper, each test with a fleet of its own. */
class LeasedIdsIT {

    private static TemporaryZooKeeper zooKeeper;

    @TempDir
    private Path folder;

    @BeforeAll
    static void startZooKeeper() throws Exception {
        zooKeeper = TemporaryZooKeeper.onAnyPort();
    }

    @AfterAll
    static void stopZooKeeper() throws Exception {
        zooKeeper.close();
    }

    private static String fleet(String name) {
        return zooKeeper.getConnectString() + "/" + name;
    }

    private static LeasedIdsOptions.Builder options(String name) {
        return LeasedIdsOptions.builder(name).joinWait(Patience.LIMIT);
    }

    @Test
    void aMemberHasIdsOfAllKindsAsSoonAsItHasJoined() {
        try (LeasedIds ids = LeasedIds.join(fleet("kinds"), options("orders").build())) {
            assertThat(ids.isReady()).isTrue();
            long id = ids.next();
            assertThat(ids.workerIds()).containsExactly(Layout.DEFAULT.workerIdOf(id));
            assertThat(ids.next(1_000)).isSorted().doesNotHaveDuplicates();
            for (SortableUnit unit : SortableUnit.values()) {
                assertThat(ids.nextSortable(unit, 10)).isSorted().doesNotHaveDuplicates();
            }
        }
    }

    @Test
    void twoMembersOfOneProcessHaveWorkerIdsOfTheirOwn() {
        try (LeasedIds one = LeasedIds.join(fleet("two"), options("orders").build());
                LeasedIds other = LeasedIds.join(
                        fleet("two"), options("orders").workerIds(2).build())) {
            Set<Long> held = new HashSet<>(one.workerIds());
            await().until(() -> other.workerIds().size() == 2);
            held.addAll(other.workerIds());
            assertThat(held).hasSize(3);
            Set<Long> ids = new HashSet<>();
            for (int i = 0; i < 20_000; i++) {
                assertThat(ids.add(one.next())).isTrue();
                assertThat(ids.add(other.next())).isTrue();
            }
        }
    }

    @Test
    void aStateDirectoryIsOfOneMember() {
        LeasedIdsOptions kept = options("orders").stateDirectory(folder).build();
        try (LeasedIds ids = LeasedIds.join(fleet("state"), kept)) {
            assertThatExceptionOfType(StateDirectoryException.class)
                    .isThrownBy(() -> LeasedIds.join(fleet("state"), kept))
                    .withMessage(folder.resolve("lock")
                            + ": the state directory is in use by another node; give each node one of its own");
            // Not at once: it refuses while its disk stalls for longer than its state is ahead.
            await().until(ids::isReady);
        }
    }

    /** A member that takes the one worker id of a fleet, and is closed. */
    @FunctionalInterface
    private interface ClosedMember {
        /** Returns how long closing took. */
        Duration runIn(String fleet) throws Exception;
    }

    /**
     * Has a member close in a fleet, which it returns; in another one where the machine stood still for the 5 s that closing waits to hand the worker
     * id back.
     */
    private static String closeInTime(String name, ClosedMember member) throws Exception {
        String fleet;
        int tries = 0;
        do {
            fleet = fleet(name + tries++);
        } while (member.runIn(fleet).toSeconds() >= 5 && tries < 5);
        return fleet;
    }

    /** Options of a fleet with one worker id, which a successor would get after a minute if it was not handed back. */
    private LeasedIdsOptions only() {
        return options("orders")
                .layout(Layout.milliseconds(Layout.DEFAULT.epoch(), 41, 0, 22))
                .joinWait(Duration.ofSeconds(30))
                .build();
    }

    @Test
    void whoClosesHandsItsWorkerIdBackAndASuccessorGoesOnAboveIt() throws Exception {
        AtomicLong last = new AtomicLong();
        String fleet = closeInTime("back", tried -> {
            long begun;
            try (LeasedIds ids = LeasedIds.join(tried, only())) {
                last.set(ids.next());
                begun = System.nanoTime();
            }
            return Duration.ofNanos(System.nanoTime() - begun);
        });
        try (LeasedIds ids = LeasedIds.join(fleet, only())) {
            assertThat(ids.next()).isGreaterThan(last.get());
        }
    }

    @Test
    void whoClosesAtTheMomentOfTheFirstLeaseHandsItsWorkerIdBack() throws Exception {
        String fleet = closeInTime("moment", this::closeAtTheFirstLease);
        try (LeasedIds ids = LeasedIds.join(fleet, only())) {
            assertThat(ids.isReady()).isTrue();
        }
    }

    private Duration closeAtTheFirstLease(String fleet) throws Exception {
        MemberSettings settings = only().fleet(fleet);
        LeasedWorker worker =
                new LeasedWorker(settings, MillisClock.wall(), System::nanoTime, new ZooKeeperCoordinator());
        Thread closing = new Thread(worker::close);
        // By the thread of the lease, which does nothing else until the membership is being left.
        CompletableFuture<Long> closed = worker.firstLease().thenApply(first -> {
            long begun = System.nanoTime();
            closing.start();
            await().until(() -> worker.membershipStatus().phase() == Phase.CLOSED);
            return begun;
        });
        worker.claim(settings);
        long begun = closed.get(Patience.LIMIT_MILLIS, TimeUnit.MILLISECONDS);
        closing.join();
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    @Test
    void whoHasAnotherLayoutIsToldSo() {
        try (LeasedIds ids = LeasedIds.join(fleet("layout"), options("orders").build())) {
            LeasedIdsOptions other =
                    options("others").layout(Layout.MORE_SEQUENCE).build();
            assertThatExceptionOfType(UnavailableException.class)
                    .isThrownBy(() -> LeasedIds.join(fleet("layout"), other))
                    .withMessageStartingWith("not in the fleet: the fleet's ids have layout 41/10/12 ")
                    .satisfies(e -> assertThat(e.reason()).contains(UnavailableReason.NO_WORKER_ID));
            assertThat(ids.isReady()).isTrue();
        }
    }

    @Test
    void theFleetShowsItByNameAsEmbedded() throws Exception {
        try (LeasedIds ids = LeasedIds.join(fleet("shown"), options("orders").build());
                FleetMembership node = node(fleet("shown"))) {
            node.start();
            node.fleet().get(Patience.LIMIT_MILLIS, TimeUnit.MILLISECONDS);
            // The first view may not be had in the time that there is for it.
            FleetView view = await().ignoreExceptions()
                    .until(() -> node.view().toCompletableFuture().get(), seen -> true);
            assertThat(view.nodes()).anySatisfy(shown -> {
                assertThat(shown.name()).isEqualTo("orders");
                assertThat(shown.kind()).isEqualTo(MemberKind.EMBEDDED);
                assertThat(shown.endpoints()).isEmpty();
                assertThat(shown.workerId().getAsLong()).isIn(ids.workerIds());
            });
        }
    }

    private static FleetMembership node(String connectString) {
        MemberSettings settings = MemberSettings.builder("n1")
                .connectString(connectString)
                .endpoints(List.of("127.0.0.1:7070"))
                .window(Duration.ofSeconds(60))
                .sessionTimeout(Duration.ofSeconds(10))
                .maxSkew(Duration.ofSeconds(5))
                .maxRollbackWait(Duration.ofMillis(10))
                .build();
        return new ZooKeeperCoordinator().membership(settings, MillisClock.wall(), new Unheard(), Optional.empty());
    }

    /** A listener that makes no ids under the lease. */
    private static final class Unheard implements LeaseListener {
        @Override
        public void granted(WorkerLease lease) {}

        @Override
        public void lost(WorkerLease lease, String reason) {}
    }

    @Test
    void numbersOfASequenceAreServedInTheProcess() throws Exception {
        String connectString = fleet("numbers");
        try (LeasedIds ids = LeasedIds.join(connectString, options("orders").build());
                Sequences operator = FleetSequences.of(
                        new ZooKeeperCoordinator(),
                        SequenceSettings.of(connectString, "operator", Duration.ofSeconds(10))
                                .withTimeout(Duration.ofMinutes(1)))) {
            operator.start();
            create(operator, "policies", SequenceMode.ORDERED);
            create(operator, "invoices", SequenceMode.GAPLESS);

            NumberSequence policies = ids.sequence("policies");
            assertThat(policies.next(3).numbers()).containsExactly(1L, 2L, 3L);
            assertThat(policies.next(1, "order-4711").first()).isEqualTo(4);
            assertThat(policies.next(1, "order-4711").first()).isEqualTo(4);

            NumberSequence invoices = ids.sequence("invoices");
            SequenceNumbers first = invoices.next(1);
            invoices.cancel(first.reservation().orElseThrow());
            SequenceNumbers again = invoices.next(1);
            assertThat(again.first()).isEqualTo(first.first());
            invoices.confirm(again.reservation().orElseThrow());
            assertThatExceptionOfType(RefusedException.class)
                    .isThrownBy(() -> invoices.cancel(again.reservation().orElseThrow()))
                    .satisfies(e -> assertThat(e.code()).isEqualTo(22));

            assertThatExceptionOfType(RefusedException.class)
                    .isThrownBy(() -> ids.sequence("nothing").next(1))
                    .satisfies(e -> assertThat(e.code()).isEqualTo(20));
        }
    }

    private static void create(Sequences operator, String name, SequenceMode mode) throws Exception {
        operator.create(new SequenceDefinition(
                        name, mode, List.of(new NumberRange(1, 1_000_000)), SequenceOptions.DEFAULT))
                .toCompletableFuture()
                .get();
    }

    @Test
    void afterCloseNoThreadOfTheMemberIsLeft() {
        Set<Thread> before = threads();
        try (LeasedIds ids =
                LeasedIds.join(fleet("threads"), options("orders").workerIds(3).build())) {
            ids.next();
            assertThat(ids.sequence("policies").name()).isEqualTo("policies");
        }
        await().untilAsserted(() -> {
            Set<String> left = threads().stream()
                    .filter(thread -> !before.contains(thread))
                    .map(Thread::getName)
                    .filter(name -> !name.startsWith("NIOWorkerThread") && !name.startsWith("awaitility"))
                    .collect(Collectors.toSet());
            assertThat(left).isEmpty();
        });
    }

    private static Set<Thread> threads() {
        return new HashSet<>(Thread.getAllStackTraces().keySet());
    }
}
