package io.snowkeeper.simulation.judge;

import io.snowkeeper.coordinator.sequence.record.KeyRecord;
import io.snowkeeper.coordinator.sequence.record.RangeRecords;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.core.sequence.NumberRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The judge of what is remembered with keys: numbers of the very sequence that the key is of. It sees each write as the servers do it. */
public final class KeyJudge {

    private static final String RANGES = "/ranges-";
    private static final String KEYS = "/keys/";

    private final Map<String, List<NumberRange>> ranges = new HashMap<>();

    /** Takes note of what the servers have done. */
    public void wrote(String path, Optional<StoredRecord> record) {
        Written.state(path, record)
                .filter(state -> state.ranges().isRead())
                .ifPresent(state -> ranges.put(
                        path.substring(0, path.length() - Written.STATE.length()),
                        state.ranges().all()));
        int apart = path.indexOf(RANGES);
        if (apart > 0) {
            record.map(RangeRecords::rangesIn).ifPresent(found -> apart(path.substring(0, apart), found));
        }
        int keys = path.indexOf(KEYS);
        if (keys > 0) {
            List<NumberRange> own = ranges.getOrDefault(path.substring(0, keys), List.of());
            record.flatMap(found -> Written.decode(found, KeyRecord.class)).ifPresent(key -> require(path, key, own));
        }
    }

    /** Records of ranges only grow, and all of them are seen. */
    private void apart(String incarnation, List<NumberRange> found) {
        List<NumberRange> all = new ArrayList<>(ranges.getOrDefault(incarnation, List.of()));
        found.stream().filter(range -> !all.contains(range)).forEach(all::add);
        ranges.put(incarnation, all);
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
