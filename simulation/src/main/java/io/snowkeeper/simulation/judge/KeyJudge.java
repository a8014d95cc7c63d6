package io.snowkeeper.simulation.judge;

import io.snowkeeper.coordinator.sequence.record.KeyRecord;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.core.sequence.NumberRange;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The judge of what is remembered with keys: numbers of the very sequence that the key is of. It sees each write as the servers do it. */
public final class KeyJudge {

    private static final String KEYS = "/keys/";

    private final Map<String, List<NumberRange>> ranges = new HashMap<>();

    /** Takes note of what the servers have done. */
    public void wrote(String path, Optional<StoredRecord> record) {
        Written.state(path, record)
                .ifPresent(state ->
                        ranges.put(path.substring(0, path.length() - Written.STATE.length()), state.ranges()));
        int keys = path.indexOf(KEYS);
        if (keys > 0) {
            List<NumberRange> own = ranges.getOrDefault(path.substring(0, keys), List.of());
            record.flatMap(found -> Written.decode(found, KeyRecord.class)).ifPresent(key -> require(path, key, own));
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
}
