package io.snowkeeper.embedded.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.coordinator.MembershipProblem;
import io.snowkeeper.coordinator.WorkerLease;
import io.snowkeeper.core.FirstSequence;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.Reservation;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.api.Unavailability;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class LeasedIdSourceTest {

    private static final long EPOCH = Layout.DEFAULT.epochMillis();

    private final AtomicLong now = new AtomicLong(EPOCH + 1000);
    private final AtomicReference<Optional<MembershipProblem>> problem = new AtomicReference<>(Optional.empty());
    private final LeasedIdSource ids =
            new LeasedIdSource(Layout.DEFAULT, now::get, Duration.ZERO, problem::get, System::nanoTime);

    @Test
    void idsCarryTheWorkerIdOfTheLease() {
        ids.granted(lease(17));

        assertThat(ids.tryNext()).isEqualTo(Layout.DEFAULT.compose(1000, 17, 0));
        assertThat(ids.workerId()).hasValue(17);
    }

    @Test
    void sequencesBeginWhereTheyAreTold() {
        LeasedIdSource spread = new LeasedIdSource(
                Layout.DEFAULT,
                now::get,
                Duration.ZERO,
                1,
                FirstSequence.randomBelow(64, bound -> 42),
                problem::get,
                System::nanoTime);
        spread.granted(lease(17));

        assertThat(spread.tryNext()).isEqualTo(Layout.DEFAULT.compose(1000, 17, 42));
    }

    @Test
    void aBatchHasIncreasingIds() {
        ids.granted(lease(17));

        long first = Layout.DEFAULT.compose(1000, 17, 0);
        assertThat(next(ids, 3)).containsExactly(first, first + 1, first + 2);
    }

    @Test
    void withoutALeaseTheProblemOfTheMembershipIsTold() {
        problem.set(Optional.of(new MembershipProblem(UnavailableReason.NO_WORKER_ID, "all 4 worker ids are taken")));

        assertThatThrownBy(ids::tryNext)
                .isInstanceOf(NoWorkerIdException.class)
                .hasMessage("no worker id: all 4 worker ids are taken");
    }

    @Test
    void beforeTheFirstLeaseItSaysSo() {
        assertThatThrownBy(() -> next(ids, 2)).hasMessage("no worker id: none was granted yet");
        assertThat(ids.workerId()).isEmpty();
    }

    @Test
    void afterALossTheReasonIsTold() {
        WorkerLease lease = lease(17);
        ids.granted(lease);
        ids.lost(lease, "someone else took it");

        assertThatThrownBy(ids::tryNext).hasMessage("no worker id: worker id 17 was lost: someone else took it");
        assertThat(ids.workerId()).isEmpty();
    }

    @Test
    void aLeaseWithALowerWorkerIdStillGivesHigherIds() {
        WorkerLease first = lease(900);
        ids.granted(first);
        long before = ids.tryNext();
        ids.lost(first, "taken");
        ids.granted(lease(3));
        now.incrementAndGet();

        assertThat(ids.tryNext()).isGreaterThan(before);
    }

    @Test
    void theMillisecondOfTheLastLeaseIsNotUsedAgain() {
        WorkerLease first = lease(900);
        ids.granted(first);
        ids.tryNext();
        ids.lost(first, "taken");
        ids.granted(lease(3));
        now.incrementAndGet();

        assertThat(ids.tryNext()).isEqualTo(Layout.DEFAULT.compose(1001, 3, 0));
    }

    @Test
    void aLeaseThatReplacesAnotherWithoutALossStartsAboveIt() {
        ids.granted(lease(900));
        ids.tryNext();
        ids.granted(lease(3));
        now.incrementAndGet();

        assertThat(ids.tryNext()).isEqualTo(Layout.DEFAULT.compose(1001, 3, 0));
    }

    @Test
    void theReservationOfTheLeaseIsKept() {
        ids.granted(new WorkerLease(1, 0, new Reservation(0, EPOCH + 999)));

        assertThatThrownBy(ids::tryNext)
                .hasMessage("reservation is used up: ids may be issued up to 2024-01-01T00:00:00.999Z,"
                        + " the clock reads 2024-01-01T00:00:01Z");
    }

    @Test
    void closeTellsTheLastMillisecondThatWasIssued() {
        ids.granted(lease(1));
        ids.tryNext();

        assertThat(ids.close()).isEqualTo(EPOCH + 1000);
        assertThat(ids.close()).isEqualTo(EPOCH + 1000);
    }

    @Test
    void closeWithoutALeaseTellsThatNothingWasIssued() {
        assertThat(ids.close()).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void afterCloseNothingIsIssuedUnderALaterLease() {
        ids.close();
        ids.granted(lease(1));

        assertThatThrownBy(ids::tryNext).hasMessage("no worker id: the node is being stopped");
    }

    @Test
    void theHighestSequenceIsKeptOverLeases() {
        WorkerLease first = lease(1);
        ids.granted(first);
        next(ids, 10);
        ids.lost(first, "taken");
        ids.granted(lease(2));

        assertThat(ids.highestSequence()).isEqualTo(9);
    }

    @Test
    void whatWouldBeRefusedIsToldWithoutTakingAnId() {
        now.addAndGet(3_600_000);
        ids.granted(lease(1));
        long first = ids.tryNext();
        assertThat(ids.refusal()).isEmpty();
        assertThat(ids.tryNext()).isEqualTo(first + 1);

        now.addAndGet(-3_600_000);

        assertThat(reason()).contains(UnavailableReason.CLOCK_MOVED_BACKWARDS);
    }

    @Test
    void withoutALeaseTheReasonIsThatAndOnceClosedThatItIsBeingStopped() {
        assertThat(reason()).contains(UnavailableReason.NO_WORKER_ID);
        ids.close();
        assertThat(reason()).contains(UnavailableReason.DRAINING);
    }

    @Test
    void aClockThatStandsStillForMoreThanASecondWouldRefuse() {
        AtomicLong nanos = new AtomicLong();
        LeasedIdSource watched =
                new LeasedIdSource(Layout.DEFAULT, now::get, Duration.ZERO, Optional::empty, nanos::get);
        watched.granted(lease(1));
        nanos.addAndGet(1_000_000_000);
        assertThat(watched.refusal()).isEmpty();

        nanos.addAndGet(1);
        assertThat(watched.refusal().orElseThrow().reason()).isEqualTo(UnavailableReason.CLOCK_STALLED);

        now.incrementAndGet();
        assertThat(watched.refusal()).isEmpty();
    }

    @Test
    void theHighestSequenceOfTheLastSecondAndMinuteIsForgottenAfterThat() {
        AtomicLong nanos = new AtomicLong();
        LeasedIdSource watched =
                new LeasedIdSource(Layout.DEFAULT, now::get, Duration.ZERO, Optional::empty, nanos::get);
        watched.granted(lease(1));
        next(watched, 100);
        watched.noteSequences();
        assertThat(watched.highestSequences()).isEqualTo(highest(99, 99, 99));

        nanos.addAndGet(Duration.ofSeconds(2).toNanos());
        now.incrementAndGet();
        next(watched, 10);
        watched.noteSequences();
        assertThat(watched.highestSequences()).isEqualTo(highest(99, 9, 99));

        nanos.addAndGet(Duration.ofSeconds(59).toNanos());
        watched.noteSequences();
        assertThat(watched.highestSequences()).isEqualTo(highest(99, 0, 9));
    }

    @Test
    void theLastIdsOfALeaseThatWasLostCountAsWell() {
        WorkerLease lease = lease(1);
        ids.granted(lease);
        next(ids, 10);
        ids.lost(lease, "taken");
        ids.noteSequences();

        assertThat(ids.highestSequences().ofLastMinute()).hasValue(9);
    }

    private static HighestSequences highest(long sinceStart, long ofLastSecond, long ofLastMinute) {
        return new HighestSequences(sinceStart, OptionalLong.of(ofLastSecond), OptionalLong.of(ofLastMinute));
    }

    private Optional<UnavailableReason> reason() {
        return ids.refusal().map(Unavailability::reason);
    }

    @Test
    void callersThatMeetAChangeOfLeaseGetTheirIdAndNoneTwice() throws Exception {
        LeasedIdSource live = new LeasedIdSource(
                Layout.DEFAULT,
                System::currentTimeMillis,
                Duration.ofMillis(10),
                () -> Optional.of(new MembershipProblem(UnavailableReason.NO_WORKER_ID, "between leases")),
                System::nanoTime);
        live.granted(lease(0));
        ExecutorService callers = Executors.newFixedThreadPool(4);
        try {
            Callable<List<Long>> call = () -> {
                List<Long> own = new ArrayList<>();
                while (own.size() < 20_000) {
                    try {
                        long id = live.tryNext();
                        if (id != IdSource.NONE) {
                            own.add(id);
                        }
                    } catch (NoWorkerIdException e) {
                        Thread.onSpinWait();
                    }
                }
                return own;
            };
            List<Future<List<Long>>> calls =
                    List.of(callers.submit(call), callers.submit(call), callers.submit(call), callers.submit(call));
            for (int worker = 1; calls.stream().anyMatch(one -> !one.isDone()); worker++) {
                live.granted(lease(worker % 1024));
                Thread.yield();
            }

            List<Long> all = new ArrayList<>();
            for (Future<List<Long>> one : calls) {
                assertThat(one.get()).isSorted();
                all.addAll(one.get());
            }
            assertThat(new HashSet<>(all)).hasSize(80_000);
        } finally {
            callers.shutdownNow();
        }
    }

    private static long[] next(LeasedIdSource from, int count) {
        IdRuns drawn = new IdRuns();
        from.tryNext(drawn, count);
        return drawn.toArray();
    }

    private static WorkerLease lease(long workerId) {
        return new WorkerLease(workerId, 0, Reservation.unlimited());
    }
}
