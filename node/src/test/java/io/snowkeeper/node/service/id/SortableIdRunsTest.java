package io.snowkeeper.node.service.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowkeeper.core.MonotonicClock;
import io.snowkeeper.core.Reservation;
import io.snowkeeper.core.sortable.SortableGenerator;
import io.snowkeeper.core.sortable.SortableLayout;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SortableIdRunsTest {

    private static final int MANY = 100_000;

    private final AtomicLong nanos = new AtomicLong();
    private final SortableGenerator generator = new SortableGenerator(
            SortableLayout.NANOSECOND,
            7,
            new MonotonicClock(() -> 1_700_000_000_000L, nanos::incrementAndGet),
            Reservation.unlimited());

    @Test
    void hasAsManyIncreasingIdsAsWereAskedForOverTheEndOfATick() {
        SortableIdRuns ids = SortableIdRuns.of(generator, MANY);

        assertThat(ids).hasSize(MANY).doesNotHaveDuplicates().isSorted();
        assertThat(SortableLayout.NANOSECOND.timeOf(ids.get(MANY - 1)))
                .isGreaterThan(SortableLayout.NANOSECOND.timeOf(ids.get(0)));
    }

    @Test
    void hasNoIdBeyondItsEnd() {
        SortableIdRuns ids = SortableIdRuns.of(generator, 3);

        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> ids.get(3));
    }
}
