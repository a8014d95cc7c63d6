package io.snowkeeper.simulation.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowkeeper.coordinator.fleet.FleetPaths;
import io.snowkeeper.coordinator.fleet.RestoreRecord;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.core.business.BusinessNumber;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RestoreJudgeTest {

    private static final RecordStamp STAMP = new RecordStamp(0, 1, 1, 1, 0, 0, 0, 0, 0);
    private static final RestoreRecord OPEN = RestoreRecord.NONE.found(Instant.EPOCH, "an operator", "a backup");

    private long nanos;
    private final RestoreJudge judge = new RestoreJudge(() -> nanos);

    @Test
    void nothingIsToldBeforeTheRestoreIsEnded() {
        judge.putBack();
        broken(() -> told(1, "n0.2", Optional.empty()), "n0.2 has told BusinessNumber");
        broken(() -> judge.confirmed("s", 1, "n0.2"), "n0.2 has confirmed 1");

        wrote(OPEN);
        broken(() -> told(1, "n0.2", Optional.empty()), "n0.2 has told BusinessNumber");

        wrote(OPEN.endedAt(Instant.EPOCH));
        assertThatCode(() -> told(1, "n0.2", Optional.empty())).doesNotThrowAnyException();
    }

    @Test
    void whatWasToldBeforeIsToldToNobodyElse() {
        told(1, "n0.1", Optional.empty());
        told(2, "n0.1", Optional.of("k"));
        told(3, "n0.1", Optional.empty());
        told(3, "n0.1", Optional.empty());
        nanos++;
        restore();

        told(2, "n1.1", Optional.of("k"));
        told(4, "n1.1", Optional.empty());
        broken(() -> told(1, "n1.1", Optional.empty()), "n0.1 had told it to key none before older data were put back");
        broken(() -> told(2, "n1.1", Optional.of("j")), "n0.1 had told it to key k before older data were put back");
    }

    @Test
    void itIsKnownWhatWasToldSinceTheBackup() {
        told(1, "n0.1", Optional.of("early"));
        judge.confirmed("s", 1, "n0.1");
        nanos = 2;
        told(1, "n0.1", Optional.of("early"));
        told(2, "n0.1", Optional.of("late"));
        judge.confirmed("s", 2, "n0.1");

        assertThat(judge.keysSince("s", 1)).containsExactly("late");
        assertThat(judge.confirmedSince("s", 1)).containsExactly(2L);
        assertThat(judge.told("s")).hasSize(2);
        assertThat(judge.isOfBefore("s", BusinessNumber.of(2))).isFalse();

        nanos = 3;
        restore();
        told(3, "n0.1", Optional.empty());
        assertThat(judge.isOfBefore("s", BusinessNumber.of(2))).isTrue();
        assertThat(judge.isOfBefore("s", BusinessNumber.of(3))).isFalse();
        assertThat(judge.endedNanos()).isEqualTo(3);
    }

    private void restore() {
        judge.putBack();
        wrote(OPEN.endedAt(Instant.EPOCH));
    }

    private void told(long number, String process, Optional<String> key) {
        judge.told("s", BusinessNumber.of(number), process, key);
    }

    private void wrote(RestoreRecord record) {
        judge.wrote(
                FleetPaths.RESTORES,
                Optional.of(new StoredRecord(FleetPaths.RESTORES, PayloadCodec.encode(record), STAMP)));
    }

    private static void broken(Runnable work, String message) {
        assertThatExceptionOfType(BrokenPromiseException.class)
                .isThrownBy(work::run)
                .withMessageContaining(message);
    }
}
