package io.snowkeeper.coordinator.store;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowkeeper.coordinator.fleet.RestoreRecord;
import org.junit.jupiter.api.Test;

class StoredRecordTest {

    private static final RecordStamp STAMP = new RecordStamp(0, 1, 1, 1, 0, 0, 0, 0, 0);

    /** ZooKeeper's command line makes such a znode by {@code create} without data. */
    @Test
    void aZnodeThatWasMadeWithoutDataIsUnreadable() {
        StoredRecord record = new StoredRecord("/restores", null, STAMP);

        assertThatExceptionOfType(UnreadablePayloadException.class)
                .isThrownBy(() -> record.as(RestoreRecord.class))
                .withMessage("znode /restores cannot be read: it is not a JSON object, or has more behind its end");
    }
}
