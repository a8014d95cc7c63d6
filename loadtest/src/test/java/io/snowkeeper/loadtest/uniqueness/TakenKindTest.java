package io.snowkeeper.loadtest.uniqueness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.core.sortable.SortableLayout;
import io.snowkeeper.core.sortable.UuidV7;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TakenKindTest {

    private static final long SINCE = 1_700_000_000_000L;
    private static final long[] MILLIS = {0, 1, 1L << 36};
    private static final int[] COUNTERS = {0, 1, (1 << 24) - 1};
    private static final int[] WORKERS = {0, 1, 3};

    @Test
    void idsThatDifferInTimeCounterOrWorkerIdHaveDifferentNumbers() {
        Set<Long> uuids = new HashSet<>();
        Set<Long> sortable = new HashSet<>();
        for (long millis : MILLIS) {
            for (int counter : COUNTERS) {
                for (int worker : WORKERS) {
                    uuids.add(judged(new UuidV7(SINCE + millis, counter, worker, 0)));
                    sortable.add(sortable(SINCE + millis, counter, worker));
                }
            }
        }
        assertThat(uuids).hasSize(27).isEqualTo(sortable);
    }

    @Test
    void uuidsThatDifferInTheirHashAloneHaveTheSameNumber() {
        assertThat(judged(new UuidV7(SINCE, 5, 2, 17))).isEqualTo(judged(new UuidV7(SINCE, 5, 2, 18)));
    }

    @ParameterizedTest
    @CsvSource({"-1, 0, 0", "137438953472, 0, 0", "0, 16777216, 0", "0, 0, 4"})
    void anIdThatTheNumberHasNoRoomForIsRefused(long millis, long counter, long worker) {
        assertThatThrownBy(() -> sortable(SINCE + millis, counter, worker))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("must be >= 0");
    }

    @Test
    void aUuidOfAnotherVersionIsRefused() {
        assertThatThrownBy(() -> TakenKind.UUID_V7.judged("00000000-0000-4000-8000-000000000000", SINCE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("must be a UUID of version 7");
    }

    private static long judged(UuidV7 parts) {
        return TakenKind.UUID_V7.judged(parts.toUuid().toString(), SINCE);
    }

    private static long sortable(long time, long counter, long worker) {
        return TakenKind.SORTABLE.judged(
                SortableLayout.MILLISECOND.compose(time, counter, worker).toString(), SINCE);
    }
}
