package io.snowkeeper.sequences.engine;

import io.snowkeeper.coordinator.store.RecordStamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The clock of a store's servers, in a test's hand: records have the times at which they were written by it, not by the
 * store's own.
 */
final class ServerClock {

    private final Map<Long, Long> millisOfTransactions = new ConcurrentHashMap<>();
    private long millis;

    ServerClock(String instant) {
        set(instant);
    }

    void set(String instant) {
        millis = Instant.parse(instant).toEpochMilli();
    }

    void pass(Duration time) {
        millis += time.toMillis();
    }

    Instant now() {
        return Instant.ofEpochMilli(millis);
    }

    /** Returns a record's stamp by this clock; a stamp seen for the first time was written now. */
    RecordStamp stamped(RecordStamp stamp) {
        long written = millisOfTransactions.computeIfAbsent(stamp.written(), unused -> millis);
        long created = millisOfTransactions.computeIfAbsent(stamp.created(), unused -> millis);
        return new RecordStamp(
                stamp.version(),
                stamp.created(),
                stamp.written(),
                stamp.childrenChanged(),
                created,
                written,
                stamp.childChanges(),
                stamp.children(),
                stamp.session());
    }
}
