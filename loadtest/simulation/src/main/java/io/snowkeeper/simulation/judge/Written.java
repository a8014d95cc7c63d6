package io.snowkeeper.simulation.judge;

import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.sequences.record.SequenceRecord;
import java.io.IOException;
import java.util.Optional;

/** The reading of records written by nodes or by hand. */
final class Written {

    private static final String SEQUENCES = "/sequences/";
    static final String STATE = "/state";

    private Written() {}

    /** Returns a record's content; empty if it is none of its kind, such as one written by hand. */
    static <T> Optional<T> decode(StoredRecord record, Class<T> type) {
        try {
            return Optional.of(PayloadCodec.decode(record.payload(), type));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns the state of a sequence, if the record is one. */
    static Optional<SequenceRecord> state(String path, Optional<StoredRecord> record) {
        return record.filter(unused -> path.startsWith(SEQUENCES) && path.endsWith(STATE))
                .flatMap(found -> decode(found, SequenceRecord.class));
    }
}
