package io.snowkeeper.sequences.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.store.PayloadCodec;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnRecordTest {

    private static TurnRecord waiting(String... processes) {
        return new TurnRecord(7, "a", List.of(processes));
    }

    @Test
    void whoJoinsIsTheLastAndWaitsOnce() {
        assertThat(waiting("b").joinedBy("c")).isEqualTo(waiting("b", "c"));
        assertThat(waiting("b", "c").joinedBy("b")).isEqualTo(waiting("b", "c"));
    }

    @Test
    void moreThanAHundredDoNotWait() {
        TurnRecord record = TurnRecord.NONE;
        for (int i = 0; i < 150; i++) {
            record = record.joinedBy("p" + i);
        }
        assertThat(record.waiting()).hasSize(100).endsWith("p99");
    }

    @Test
    void theTurnIsPassedOnToTheFirstOtherOne() {
        assertThat(waiting("b", "c").passedOnBy("a", true)).isEqualTo(new TurnRecord(8, "b", List.of("c", "a")));
        assertThat(waiting("b", "c").passedOnBy("a", false)).isEqualTo(new TurnRecord(8, "b", List.of("c")));
        assertThat(waiting("b", "c").passedOnBy("b", true)).isEqualTo(new TurnRecord(8, "c", List.of("b")));
    }

    @Test
    void othersWaitUnlessNobodyDoesOrOneselfAlone() {
        assertThat(waiting().othersWait("a")).isFalse();
        assertThat(waiting("a").othersWait("a")).isFalse();
        assertThat(waiting("a", "b").othersWait("a")).isTrue();
        assertThat(waiting("a", "b").isNext("a")).isTrue();
        assertThat(waiting("a", "b").isNext("b")).isFalse();
        assertThat(waiting().isNext("a")).isFalse();
    }

    @Test
    void itIsReadAsItWasWritten() throws IOException {
        assertThat(PayloadCodec.decode(PayloadCodec.encode(waiting("b")), TurnRecord.class))
                .isEqualTo(waiting("b"));
        assertThat(PayloadCodec.decode(PayloadCodec.encode(TurnRecord.NONE), TurnRecord.class))
                .isEqualTo(TurnRecord.NONE);
    }
}
