package io.snowkeeper.simulation.judge;

import io.snowkeeper.coordinator.sequence.record.KeyRecord;
import io.snowkeeper.coordinator.sequence.record.SequenceRecord;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.core.sequence.NumberRange;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The judge of what is remembered with keys: numbers of the very sequence that the key is of. It sees each write as the servers do it. */
public final class KeyJudge {

    private static final String STATE = "/state";
    private static final String KEYS = "/keys/";

    private final Map<String, List<NumberRange>> ranges = new HashMap<>();

    /** Takes note of what the servers have done. */
    public void wrote(String path, Optional<StoredRecord> record) {
        int keys = path.indexOf(KEYS);
        if (record.isEmpty()) {
            return;
        }
        if (path.endsWith(STATE)) {
            decode(record.get(), SequenceRecord.class)
                    .ifPresent(state -> ranges.put(path.substring(0, path.length() - STATE.length()), state.ranges()));
        } else if (keys > 0) {
            List<NumberRange> own = ranges.getOrDefault(path.substring(0, keys), List.of());
            decode(record.get(), KeyRecord.class).ifPresent(key -> require(path, key, own));
        }
    }

    private static void require(String path, KeyRecord key, List<NumberRange> own) {
        for (NumberRange run : key.runs()) {
            if (!has(own, run.from()) || !has(own, run.to())) {
                throw new BrokenPromiseException(
                        "%s remembers %s for key %s, and has %s".formatted(path, run, key.key(), own));
            }
        }
    }

    private static boolean has(List<NumberRange> own, long number) {
        return own.stream().anyMatch(range -> range.from() <= number && number <= range.to());
    }

    private static <T> Optional<T> decode(StoredRecord record, Class<T> type) {
        try {
            return Optional.of(PayloadCodec.decode(record.payload(), type));
        } catch (IOException e) {
            // Written by hand.
            return Optional.empty();
        }
    }
}
