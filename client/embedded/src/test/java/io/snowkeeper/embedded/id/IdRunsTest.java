package io.snowkeeper.embedded.id;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.core.Layout;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class IdRunsTest {

    private final IdRuns ids = new IdRuns();

    @Test
    void consecutiveIdsAreOneRun() {
        ids.add(7, 1);
        ids.add(8, 2);
        ids.add(11, 1);

        assertThat(ids.runs()).isEqualTo(2);
        assertThat(ids.first(0)).isEqualTo(7);
        assertThat(ids.count(0)).isEqualTo(3);
        assertThat(ids.toArray()).containsExactly(7, 8, 9, 11);
    }

    @Test
    void thereIsRoomForManyRuns() {
        for (int i = 0; i < 1000; i++) {
            ids.add(10L * i, 2);
        }

        assertThat(ids.size()).isEqualTo(2000);
        assertThat(ids.runs()).isEqualTo(1000);
        assertThat(ids.toArray()).hasSize(2000).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void theHighestSequenceIsThatOfAnyRun() {
        ids.add(Layout.DEFAULT.compose(1, 5, 4000), 96);
        ids.add(Layout.DEFAULT.compose(2, 5, 0), 10);

        assertThat(ids.highestSequence(Layout.DEFAULT)).isEqualTo(4095);
    }

    @Test
    void aRunOverTheEndOfATickHasTheTicksLastSequence() {
        Layout oneWorker = Layout.milliseconds(Instant.EPOCH, 51, 0, 12);
        ids.add(oneWorker.compose(1, 0, 4090), 10);

        assertThat(ids.highestSequence(oneWorker)).isEqualTo(4095);
    }

    @Test
    void withoutIdsTheHighestSequenceIsZero() {
        assertThat(ids.highestSequence(Layout.DEFAULT)).isZero();
    }
}
