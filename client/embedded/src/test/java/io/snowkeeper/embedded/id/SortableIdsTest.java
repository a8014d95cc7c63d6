package io.snowkeeper.embedded.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowkeeper.coordinator.WorkerLease;
import io.snowkeeper.core.ClockMovedBackwardsException;
import io.snowkeeper.core.Reservation;
import io.snowkeeper.core.ReservationExhaustedException;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.api.Unavailability;
import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.core.sortable.SortableKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SortableIdsTest {

    /** 2026-03-01T12:00:00Z. */
    private static final long START = 1_772_366_400_000L;

    /** How far ahead of the clock a node writes its state, and so moves the limit. */
    private static final long AHEAD = 2_000;

    private final AtomicLong wallMillis = new AtomicLong(START);
    private final AtomicLong stopwatchNanos = new AtomicLong(-5);
    private final Reservation reservation = new Reservation(START - 60_000, START + AHEAD);
    private final SortableIds ids = new SortableIds(wallMillis::get, stopwatchNanos::get, Optional::empty);

    @ParameterizedTest
    @EnumSource(SortableKind.class)
    void aClockThatWasSetBackRefusesUntilItHasCaughtUpAndNoLonger(SortableKind kind) {
        ids.granted(new WorkerLease(7, 0, reservation));
        SortableId before = only(next(ids, kind, 1));
        wallMillis.addAndGet(-4_000);

        elapse(2_000);
        assertThatExceptionOfType(ClockMovedBackwardsException.class).isThrownBy(() -> next(ids, kind, 1));

        elapse(3_000);
        for (int second = 0; second < 60; second++) {
            elapse(1_000);
            assertThat(only(next(ids, kind, 1))).isGreaterThan(before);
        }
    }

    @ParameterizedTest
    @EnumSource(SortableKind.class)
    void stepsBackThatAddUpAreNoEnd(SortableKind kind) {
        ids.granted(new WorkerLease(7, 0, reservation));
        SortableId last = only(next(ids, kind, 1));
        int refused = 0;
        for (int step = 0; step < 100; step++) {
            wallMillis.addAndGet(-100);
            for (int look = 0; look < 100; look++) {
                elapse(100);
                try {
                    SortableId next = only(next(ids, kind, 1));
                    assertThat(next).isGreaterThan(last);
                    last = next;
                } catch (ClockMovedBackwardsException e) {
                    refused++;
                }
            }
        }

        // Ten seconds were taken from it in all. Seconds are refused to their end.
        assertThat(refused).isLessThanOrEqualTo(kind == SortableKind.SECOND ? 300 : 110);
    }

    @ParameterizedTest
    @EnumSource(SortableKind.class)
    void whatWouldBeRefusedIsToldWithoutTakingAnId(SortableKind kind) {
        assertThat(reason()).contains(UnavailableReason.NO_WORKER_ID);
        ids.granted(new WorkerLease(7, 0, reservation));
        next(ids, kind, 1);
        assertThat(reason()).isEmpty();

        wallMillis.addAndGet(-4_000);
        assertThat(reason()).contains(UnavailableReason.CLOCK_MOVED_BACKWARDS);

        elapse(5_000);
        assertThat(reason()).isEmpty();
        ids.close();
        assertThat(reason()).contains(UnavailableReason.DRAINING);
    }

    private Optional<UnavailableReason> reason() {
        return ids.refusal().map(Unavailability::reason);
    }

    @Test
    void aStepBackThatIsSmallIsNotSeen() {
        ids.granted(new WorkerLease(7, 0, reservation));
        next(ids, SortableKind.MILLISECOND, 1);
        wallMillis.addAndGet(-400);
        elapse(1);

        assertThat(timeOf(only(next(ids, SortableKind.MILLISECOND, 1)))).isEqualTo(START + 1);
    }

    @Test
    void theTimeFollowsAClockThatWasSetForward() {
        ids.granted(new WorkerLease(7, 0, reservation));
        next(ids, SortableKind.MILLISECOND, 1);
        wallMillis.addAndGet(28_800_000);
        elapse(1);

        assertThat(timeOf(only(next(ids, SortableKind.MILLISECOND, 1)))).isEqualTo(START + 28_800_001);
    }

    @Test
    void aClockThatIsSetForwardBeyondTheReservationIsRefusedWithoutAnIdAndForgottenWhenItIsSetRight() {
        ids.granted(new WorkerLease(7, 0, reservation));
        next(ids, SortableKind.MILLISECOND, 1);
        wallMillis.addAndGet(3_600_000);

        assertThatExceptionOfType(ReservationExhaustedException.class)
                .isThrownBy(() -> next(ids, SortableKind.MILLISECOND, 1));

        wallMillis.addAndGet(-3_600_000);
        elapse(1);
        assertThat(timeOf(only(next(ids, SortableKind.MILLISECOND, 1)))).isEqualTo(START + 1);
    }

    @ParameterizedTest
    @EnumSource(SortableKind.class)
    void aClockThatWasDaysAheadAndIsSetRightLeavesNothingBehind(SortableKind kind) {
        ids.granted(new WorkerLease(7, 0, reservation));
        SortableId before = only(next(ids, kind, 1));
        wallMillis.addAndGet(TimeUnit.DAYS.toMillis(60));
        assertThatExceptionOfType(ReservationExhaustedException.class).isThrownBy(() -> next(ids, kind, 1));

        wallMillis.addAndGet(-TimeUnit.DAYS.toMillis(60));
        elapse(2_000);

        assertThat(reason()).isEmpty();
        assertThat(only(next(ids, kind, 1))).isGreaterThan(before);
    }

    @ParameterizedTest
    @EnumSource(SortableKind.class)
    void aLeaseThatIsGrantedWhileTheClockIsDaysAheadGivesIdsWhenItIsSetRight(SortableKind kind) {
        wallMillis.addAndGet(TimeUnit.DAYS.toMillis(60));
        ids.granted(new WorkerLease(7, 0, reservation));
        assertThat(reason()).contains(UnavailableReason.RESERVATION_USED_UP);

        wallMillis.addAndGet(-TimeUnit.DAYS.toMillis(60));
        elapse(4_000);

        assertThat(reason()).isEmpty();
        assertThat(next(ids, kind, 1)).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(SortableKind.class)
    void idsIncreaseForEachCallerAndNoneComesTwiceWhileTheClockIsSetToAndFro(SortableKind kind) throws Exception {
        AtomicLong offset = new AtomicLong();
        SortableIds live =
                new SortableIds(() -> System.currentTimeMillis() + offset.get(), System::nanoTime, Optional::empty);
        live.granted(new WorkerLease(7, 0, Reservation.unlimited()));
        ExecutorService callers = Executors.newFixedThreadPool(4);
        try {
            Callable<List<SortableId>> call = () -> {
                List<SortableId> own = new ArrayList<>();
                while (own.size() < 20_000) {
                    try {
                        own.addAll(next(live, kind, 3));
                    } catch (ClockMovedBackwardsException e) {
                        Thread.onSpinWait();
                    }
                }
                return own;
            };
            List<Future<List<SortableId>>> calls =
                    List.of(callers.submit(call), callers.submit(call), callers.submit(call), callers.submit(call));
            for (int step = 0; calls.stream().anyMatch(one -> !one.isDone()); step++) {
                // Never back without having been forward: what was lost is to be caught up at once.
                offset.addAndGet(step % 3 == 2 ? -1_000 : 1_200);
                LockSupport.parkNanos(100_000);
            }

            List<SortableId> all = new ArrayList<>();
            for (Future<List<SortableId>> one : calls) {
                assertThat(one.get()).isSorted();
                all.addAll(one.get());
            }
            assertThat(new HashSet<>(all)).hasSize(all.size());
        } finally {
            callers.shutdownNow();
        }
    }

    /** Lets time pass, and the node extend its reservation as it does twice a second. */
    private void elapse(long millis) {
        wallMillis.addAndGet(millis);
        stopwatchNanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
        reservation.extendTo(wallMillis.get() + AHEAD);
    }

    private static long timeOf(SortableId id) {
        return SortableKind.MILLISECOND.layout().timeOf(id);
    }

    private static List<SortableId> next(SortableIds from, SortableKind kind, int count) {
        SortableIdRuns drawn = new SortableIdRuns(kind);
        while (from.tryNext(kind, drawn, count) < count) {
            Thread.onSpinWait();
        }
        return drawn;
    }

    private static SortableId only(List<SortableId> list) {
        assertThat(list).hasSize(1);
        return list.get(0);
    }
}
