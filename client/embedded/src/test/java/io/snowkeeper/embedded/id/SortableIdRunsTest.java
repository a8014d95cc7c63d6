package io.snowkeeper.embedded.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowkeeper.core.MonotonicClock;
import io.snowkeeper.core.Reservation;
import io.snowkeeper.core.sortable.SortableGenerator;
import io.snowkeeper.core.sortable.SortableKind;
import io.snowkeeper.core.sortable.SortableLayout;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class SortableIdRunsTest {

    private static final int MANY = 100_000;

    private final AtomicLong nanos = new AtomicLong();
    private final SortableGenerator generator = generator(nanos::incrementAndGet);

    @Test
    void hasAsManyIncreasingIdsAsWereAskedForOverTheEndOfATick() {
        SortableIdRuns ids = filled(generator, MANY);

        assertThat(ids).hasSize(MANY).doesNotHaveDuplicates().isSorted();
        assertThat(SortableLayout.NANOSECOND.timeOf(ids.get(MANY - 1)))
                .isGreaterThan(SortableLayout.NANOSECOND.timeOf(ids.get(0)));
    }

    @Test
    void hasNoIdBeyondItsEnd() {
        SortableIdRuns ids = filled(generator, 3);

        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> ids.get(3));
    }

    @Test
    void hasWhatThereIsBeforeTheNextTick() {
        AtomicLong stopwatch = new AtomicLong();
        SortableGenerator standing = generator(stopwatch::get);
        SortableIdRuns ids = new SortableIdRuns(SortableKind.MILLISECOND);

        ids.fill(standing, MANY);
        assertThat(ids).hasSize(65_536);
        stopwatch.incrementAndGet();
        ids.fill(standing, MANY);

        assertThat(ids).hasSize(MANY).isSorted();
    }

    @Test
    void dropsWhatAnotherGeneratorGave() {
        AtomicLong stopwatch = new AtomicLong();
        SortableIdRuns ids = new SortableIdRuns(SortableKind.MILLISECOND);
        ids.fill(generator(stopwatch::get), MANY);
        SortableGenerator next = generator(stopwatch::get);
        ids.fill(next, 5);

        assertThat(ids).hasSize(5);
        assertThat(SortableLayout.NANOSECOND.counterOf(ids.get(0))).isZero();
    }

    private static SortableIdRuns filled(SortableGenerator generator, int count) {
        SortableIdRuns ids = new SortableIdRuns(SortableKind.MILLISECOND);
        while (ids.size() < count) {
            ids.fill(generator, count);
        }
        return ids;
    }

    private static SortableGenerator generator(LongSupplier stopwatch) {
        return new SortableGenerator(
                SortableLayout.NANOSECOND,
                7,
                new MonotonicClock(() -> 1_700_000_000_000L, stopwatch),
                Reservation.unlimited());
    }
}
