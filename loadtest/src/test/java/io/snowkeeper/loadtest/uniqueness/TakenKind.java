package io.snowkeeper.loadtest.uniqueness;

import io.snowkeeper.core.Checks;
import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.core.sortable.SortableLayout;
import io.snowkeeper.core.sortable.UuidV7;
import java.util.UUID;

/**
 * The kinds of ids that members are asked for. Each id has a number of 64 bits, by which it is judged: equal numbers are of equal ids, or
 * of UUIDs that differ in their 26 hashed bits alone, which keep no two apart.
 */
enum TakenKind {
    /** 8 bytes; the number is the id. */
    SNOWFLAKE("generate_batch") {
        @Override
        long judged(long high, long low, long since) {
            return low;
        }

        @Override
        long judged(String told, long since) {
            return Long.parseLong(told);
        }
    },
    /** UUIDs of version 7. */
    UUID_V7("generate_uuid") {
        @Override
        long judged(long high, long low, long since) {
            UuidV7 parts = UuidV7.of(new UUID(high, low));
            return packed(parts.unixMillis() - since, parts.workerId(), parts.counter());
        }

        @Override
        long judged(String told, long since) {
            UUID uuid = UUID.fromString(told);
            return judged(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits(), since);
        }
    },
    /** Sortable ids of a millisecond. */
    SORTABLE("generate_sortable") {
        @Override
        long judged(long high, long low, long since) {
            SortableId id = new SortableId(high, low);
            SortableLayout layout = SortableLayout.MILLISECOND;
            return packed(layout.timeOf(id) - since, layout.nodeOf(id), layout.counterOf(id));
        }

        @Override
        long judged(String told, long since) {
            return judged(Long.parseUnsignedLong(told, 0, 16, 16), Long.parseUnsignedLong(told, 16, 32, 16), since);
        }
    };

    private static final int MILLIS_BITS = 37;
    private static final int WORKER_BITS = 2;
    private static final int COUNTER_BITS = 24;

    /** The type of a node's request for several. */
    final String request;

    TakenKind(String request) {
        this.request = request;
    }

    /**
     * Returns the number of an id of 16 bytes, or of 8 in the lower half.
     *
     * @param since Unix milliseconds, before which no id is made
     * @throws IllegalArgumentException if it is none of its kind, or has a part that the number has no room for
     */
    abstract long judged(long high, long low, long since);

    /**
     * Returns the number of an id in a node's form.
     *
     * @throws IllegalArgumentException as {@link #judged(long, long, long)} does
     */
    abstract long judged(String told, long since);

    private static long packed(long millis, long workerId, long counter) {
        Checks.requireWithin("millis since the start", millis, 0, (1L << MILLIS_BITS) - 1);
        Checks.requireWithin("workerId", workerId, 0, (1L << WORKER_BITS) - 1);
        Checks.requireWithin("counter", counter, 0, (1L << COUNTER_BITS) - 1);
        return (millis << WORKER_BITS | workerId) << COUNTER_BITS | counter;
    }
}
