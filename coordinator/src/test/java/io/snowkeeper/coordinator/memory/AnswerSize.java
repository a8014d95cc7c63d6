package io.snowkeeper.coordinator.memory;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.snowkeeper.coordinator.store.RecordChildren;
import io.snowkeeper.coordinator.store.StoredRecord;

/** The size that an answer has on its way from ZooKeeper. */
final class AnswerSize {

    /** The most that a client accepts at once, ZooKeeper's default. */
    static final int MAX_TAKEN = 1024 * 1024 - 1;

    private static final long HEADER = 16;
    private static final long STAMP = 68;

    private AnswerSize() {}

    static long of(StoredRecord record) {
        return HEADER + Integer.BYTES + record.payload().length + STAMP;
    }

    static long of(RecordChildren children) {
        return HEADER
                + Integer.BYTES
                + children.names().stream()
                        .mapToLong(name -> Integer.BYTES + name.getBytes(UTF_8).length)
                        .sum()
                + STAMP;
    }
}
