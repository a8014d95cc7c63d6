package io.snowkeeper.sequences.plan;

import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.StoredRecord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** The records that a draft leaves with another payload, beside the state. A payload may change again until the draft is sealed. */
final class Rewrites {

    /** Of a record that was just made: its version is known, and who writes it again needs no more. */
    private static final RecordStamp CREATED = new RecordStamp(0, 0, 0, 0, 0, 0, 0, 0, 0);

    private final Map<String, Rewrite> byPath = new LinkedHashMap<>();

    /**
     * A record as the draft leaves it.
     *
     * @param kept what it says, to be changed again
     * @param payload makes what is written of that, bytes or what JSON is made of
     * @param maxBytes how many bytes the payload has at the most
     * @param creates whether the record is not there yet
     */
    private record Rewrite(Object kept, Supplier<?> payload, int maxBytes, boolean creates) {

        byte[] encoded() {
            Object written = payload.get();
            return written instanceof byte[] bytes ? bytes : PayloadCodec.encode(written);
        }
    }

    /**
     * Has a record written.
     *
     * @param kept what it says, as {@link #get} returns it
     * @param payload makes what is written of that
     * @param frameBytes what it takes beside its payload
     * @return by how many bytes the transaction grows
     */
    int put(String path, Object kept, Supplier<?> payload, int maxBytes, boolean creates, int frameBytes) {
        Rewrite before = byPath.get(path);
        byPath.put(path, new Rewrite(kept, payload, maxBytes, before == null ? creates : before.creates()));
        return before == null ? maxBytes + frameBytes : maxBytes - before.maxBytes();
    }

    /** Has a record not written. Returns whether it would have been created. */
    boolean drop(String path) {
        Rewrite dropped = byPath.remove(path);
        return dropped != null && dropped.creates();
    }

    /** Returns what a record says as the draft leaves it, null if it leaves it as it was. */
    @Nullable
    Object get(String path) {
        Rewrite rewrite = byPath.get(path);
        return rewrite == null ? null : rewrite.kept();
    }

    boolean has(String path) {
        return byPath.containsKey(path);
    }

    boolean isEmpty() {
        return byPath.isEmpty();
    }

    int size() {
        return byPath.size();
    }

    /**
     * Adds what is to be written.
     *
     * @param version a record's version as it was read
     */
    void addTo(List<Change> changes, ToIntFunction<String> version) {
        byPath.forEach((path, rewrite) -> {
            byte[] data = rewrite.encoded();
            changes.add(
                    rewrite.creates()
                            ? new Change.Create(path, data)
                            : new Change.Set(path, data, version.applyAsInt(path)));
        });
    }

    /** Brings a cache up to what was written, by the stamps that the records have since. */
    void applyTo(Map<String, Optional<StoredRecord>> cache, List<@Nullable RecordStamp> stamps) {
        int change = 0;
        for (Map.Entry<String, Rewrite> rewrite : byPath.entrySet()) {
            String path = rewrite.getKey();
            cache.remove(path);
            RecordStamp written = stamps.get(change++);
            RecordStamp stamp = written == null && rewrite.getValue().creates() ? CREATED : written;
            if (stamp != null) {
                byte[] data = rewrite.getValue().encoded();
                cache.put(path, Optional.of(new StoredRecord(path, data, stamp)));
            }
        }
    }
}
