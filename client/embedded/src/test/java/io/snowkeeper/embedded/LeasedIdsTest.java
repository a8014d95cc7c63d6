package io.snowkeeper.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.MembershipProblem;
import io.snowkeeper.coordinator.MembershipStatus.Phase;
import io.snowkeeper.coordinator.WorkerLease;
import io.snowkeeper.core.IdRun;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.Reservation;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.api.CallInterruptedException;
import io.snowkeeper.core.api.ClosedException;
import io.snowkeeper.core.api.Unavailability;
import io.snowkeeper.core.api.UnavailableException;
import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.core.sortable.SortableLayout;
import io.snowkeeper.core.sortable.SortableUnit;
import io.snowkeeper.testkit.time.Patience;
import io.snowkeeper.testkit.time.SettableClock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LeasedIdsTest {

    private final SettableClock clock = new SettableClock();
    private final LeasedIdsOptions.Builder options =
            LeasedIdsOptions.builder("orders").joinWait(Patience.LIMIT);
    private FakeFleet fleet = FakeFleet.granting(Reservation.unlimited(), 17);
    private LeasedIds ids;

    private LeasedIds join() {
        ids = LeasedIds.join("nowhere:2181", options.build(), clock, fleet);
        return ids;
    }

    @AfterEach
    void close() {
        if (ids != null) {
            ids.close();
        }
    }

    @Test
    void idsCarryTheWorkerIdThatIsLeasedAndIncrease() {
        join();

        assertThat(ids.workerIds()).containsExactly(17L);
        assertThat(Layout.DEFAULT.workerIdOf(ids.next())).isEqualTo(17);
        assertThat(LongStream.generate(ids::next).limit(10_000)).isSorted().doesNotHaveDuplicates();
        assertThat(ids.next(10_000)).hasSize(10_000).isSorted().doesNotHaveDuplicates();
        IdRun run = ids.nextRun(100);
        assertThat(run.first()).isGreaterThan(0);
        assertThat(run.count()).isBetween(1, 100);
        assertThat(ids.next()).isGreaterThan(run.first() + run.count() - 1);
    }

    @Test
    void sortableIdsCarryItAsTheirNode() {
        fleet = FakeFleet.granting(new Reservation(0, Long.MAX_VALUE), 17);
        join();

        SortableId one = ids.nextSortable(SortableUnit.MILLISECOND);
        List<SortableId> many = ids.nextSortable(SortableUnit.MILLISECOND, 200_000);
        assertThat(SortableLayout.MILLISECOND.nodeOf(one)).isEqualTo(17);
        assertThat(many).hasSize(200_000).isSorted().doesNotHaveDuplicates();
        assertThat(many.get(0)).isGreaterThan(one);
    }

    @Test
    void countsOutOfTheirRangeAreRefused() {
        join();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> ids.next(0))
                .withMessage("must be >= 1 && <= 1000000: count=0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ids.next(1_000_001))
                .withMessage("must be >= 1 && <= 1000000: count=1000001");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ids.nextRun(0))
                .withMessage("must be >= 1 && <= 1000000: maxCount=0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ids.nextSortable(SortableUnit.SECOND, -1))
                .withMessage("must be >= 1 && <= 1000000: count=-1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ids.sequence("no name"))
                .withMessage(
                        "must be 1 to 128 of A-Z, a-z, 0-9, '.', '_', ':' and '-', and not '.' or '..': name=no name");
    }

    @Test
    void whoIsNotToWaitIsToldWhyThereAreNoIdsYet() {
        fleet = new FakeFleet();
        options.joinWait(Duration.ZERO);
        join();
        fleet.members.get(0).problem =
                new MembershipProblem(UnavailableReason.ZOOKEEPER_AWAY, "ZooKeeper cannot be reached at nowhere:2181");

        assertThat(ids.isReady()).isFalse();
        assertThat(ids.refusal())
                .contains(new Unavailability(
                        UnavailableReason.ZOOKEEPER_AWAY, "no worker id: ZooKeeper cannot be reached at nowhere:2181"));
        assertThatExceptionOfType(UnavailableException.class)
                .isThrownBy(() -> ids.next())
                .withMessage("no worker id: ZooKeeper cannot be reached at nowhere:2181")
                .satisfies(e -> assertThat(e.reason()).contains(UnavailableReason.ZOOKEEPER_AWAY));

        fleet.members.get(0).problem = null;
        fleet.members.get(0).grant(new WorkerLease(3, 0, Reservation.unlimited()));
        assertThat(ids.isReady()).isTrue();
        assertThat(Layout.DEFAULT.workerIdOf(ids.next())).isEqualTo(3);
    }

    @Test
    void whoWaitsInVainIsToldWhyAndLeavesNothingBehind() {
        fleet = new FakeFleet();
        options.joinWait(Duration.ofMillis(10));

        assertThatExceptionOfType(UnavailableException.class)
                .isThrownBy(this::join)
                .withMessage("not joined within 10 ms: no worker id: none was granted yet")
                .satisfies(e -> assertThat(e.reason()).contains(UnavailableReason.NO_WORKER_ID));
        assertThat(fleet.members.get(0).phase).isEqualTo(Phase.CLOSED);
    }

    @Test
    void whatCanNeverBeIsToldAtOnce() {
        fleet = new FakeFleet();
        Thread failing = new Thread(() -> {
            await().until(() -> fleet.members.size() == 1);
            fleet.members.get(0).problem = new MembershipProblem(UnavailableReason.OTHER_FLEET, "another layout");
            fleet.members.get(0).phase = Phase.FAILED;
        });
        failing.start();

        assertThatExceptionOfType(UnavailableException.class)
                .isThrownBy(this::join)
                .withMessage("not in the fleet: another layout")
                .satisfies(e -> assertThat(e.reason()).contains(UnavailableReason.OTHER_FLEET));
    }

    @Test
    void whoIsInterruptedWhileItJoinsStaysSoAndLeavesNothingBehind() {
        fleet = new FakeFleet();
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(CallInterruptedException.class).isThrownBy(this::join);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(fleet.members.get(0).phase).isEqualTo(Phase.CLOSED);
    }

    @Test
    void aLeaseThatIsLostIsToldAndAnotherOneGoesOn() {
        join();
        long before = ids.next();
        fleet.members.get(0).lose("somebody else has it");

        assertThatExceptionOfType(UnavailableException.class)
                .isThrownBy(() -> ids.next(3))
                .withMessage("no worker id: worker id 17 was lost: somebody else has it");

        fleet.members.get(0).grant(new WorkerLease(2, 0, Reservation.unlimited()));
        assertThat(ids.next()).isGreaterThan(before);
    }

    @Test
    void ofSeveralWorkerIdsThoseThatAreHeldGoOn() {
        fleet = FakeFleet.granting(Reservation.unlimited(), 5);
        options.workerIds(3);
        join();

        assertThat(fleet.members)
                .extracting(member -> member.settings.node())
                .containsExactly("orders", "orders/2", "orders/3");
        for (int thread = 0; thread < 3; thread++) {
            assertThat(Layout.DEFAULT.workerIdOf(idOfAnotherThread())).isEqualTo(5);
        }
        assertThat(ids.refusal()).isEmpty();

        fleet.members.get(0).lose("taken");
        assertThat(ids.refusal()).isPresent();
    }

    @Test
    void threadsSpreadOverTheWorkerIds() {
        fleet = FakeFleet.granting(Reservation.unlimited(), 5, 6, 7);
        options.workerIds(3);
        join();

        // Threads are numbered one after the other: among as many as that, each worker id has its share.
        assertThat(LongStream.range(0, 60)
                        .map(i -> Layout.DEFAULT.workerIdOf(idOfAnotherThread()))
                        .distinct()
                        .sorted())
                .containsExactly(5L, 6L, 7L);
    }

    private long idOfAnotherThread() {
        long[] id = new long[1];
        Thread thread = new Thread(() -> id[0] = ids.next());
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return id[0];
    }

    /** As a process is that was restored from a checkpoint: its stopwatch has stood still, and the time has passed. */
    @Test
    void aProcessThatWasRestoredAfterItsReservationHasPassedMakesNothingBeforeItsLeaseIsRenewed() {
        Reservation reservation = new Reservation(0, clock.millis() + 60_000);
        fleet = FakeFleet.granting(reservation, 17);
        join();
        long before = ids.next();
        SortableId sortableBefore = ids.nextSortable(SortableUnit.NANOSECOND);

        clock.setAhead(Duration.ofHours(1));

        assertThat(ids.refusal()).map(Unavailability::reason).contains(UnavailableReason.RESERVATION_USED_UP);
        assertThatExceptionOfType(UnavailableException.class)
                .isThrownBy(() -> ids.next())
                .satisfies(e -> assertThat(e.reason()).contains(UnavailableReason.RESERVATION_USED_UP));
        for (SortableUnit unit : SortableUnit.values()) {
            assertThatExceptionOfType(UnavailableException.class)
                    .isThrownBy(() -> ids.nextSortable(unit))
                    .satisfies(e -> assertThat(e.reason()).contains(UnavailableReason.RESERVATION_USED_UP));
        }

        reservation.extendTo(clock.millis() + 60_000);
        assertThat(ids.next()).isGreaterThan(before);
        assertThat(ids.nextSortable(SortableUnit.NANOSECOND)).isGreaterThan(sortableBefore);
    }

    @Test
    void runsPerThreadAreOfOneThreadEach() throws Exception {
        options.layout(Layout.MORE_SEQUENCE).perThreadRuns(64);
        fleet = FakeFleet.granting(Reservation.unlimited(), 1);
        join();
        clock.stopAt(clock.millis() + 1);

        // Not this thread: only threads that are made one after the other are sure to have runs of their own.
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            long own = thread.submit(() -> ids.next()).get();
            long others = idOfAnotherThread();

            assertThat(others - own).isGreaterThanOrEqualTo(63);
            assertThat(thread.submit(() -> ids.next()).get()).isEqualTo(own + 1);
        } finally {
            thread.shutdown();
        }
    }

    @Test
    void theListenerIsToldWhatChanges() {
        List<String> told = new CopyOnWriteArrayList<>();
        options.listener((workerIds, refusal) -> {
            told.add(workerIds + " " + refusal.map(Unavailability::reason));
            throw new IllegalStateException("it goes on all the same");
        });
        join();
        await().until(() -> told.size() == 1);
        fleet.members.get(0).lose("taken");
        await().until(() -> told.size() == 2);
        fleet.members.get(0).grant(new WorkerLease(4, 0, Reservation.unlimited()));
        await().until(() -> told.size() == 3);

        assertThat(told)
                .containsExactly(
                        Set.of(17L) + " " + Optional.empty(),
                        Set.of() + " " + Optional.of(UnavailableReason.NO_WORKER_ID),
                        Set.of(4L) + " " + Optional.empty());
    }

    @Test
    void closeHandsBackWhatWasUsedAndEndsAllCalls() {
        join();
        long last = ids.next();
        ids.close();
        ids.close();

        assertThat(fleet.members.get(0).left).hasValue(Layout.DEFAULT.millisOf(Layout.DEFAULT.timestampOf(last)));
        assertThat(ids.isReady()).isFalse();
        assertThat(ids.workerIds()).isEmpty();
        assertThatExceptionOfType(ClosedException.class)
                .isThrownBy(() -> ids.next())
                .withMessage("member orders is closed");
        assertThatExceptionOfType(ClosedException.class).isThrownBy(() -> ids.next(2));
        assertThatExceptionOfType(ClosedException.class).isThrownBy(() -> ids.nextSortable(SortableUnit.SECOND));
        assertThatExceptionOfType(ClosedException.class).isThrownBy(() -> ids.sequence("policies"));
    }
}
