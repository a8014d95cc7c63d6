package io.snowkeeper.simulation.judge;

import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.sequences.record.KeyRecord;
import io.snowkeeper.sequences.record.RangeRecords;
import io.snowkeeper.sequences.record.SequenceRecord;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The judge of keys: their numbers are those of the very sequence that the key is of. It sees each write as the servers
 * do it.
 */
public final class KeyJudge {

    /** A path has /sequences, a name, an incarnation, and the rest. */
    private static final int BELOW_INCARNATION = 4;

    private static final String SEQUENCES = "sequences";
    private static final String RANGES = "ranges-";
    private static final String KEYS = "keys";

    /** The ranges in each record of an incarnation, by path. */
    private final Map<String, Map<String, List<NumberRange>>> ranges = new HashMap<>();

    /** Takes note of a write of the servers. */
    public void wrote(String path, Optional<StoredRecord> record) {
        String[] parts = path.split("/", -1);
        if (parts.length <= BELOW_INCARNATION || !parts[1].equals(SEQUENCES)) {
            return;
        }
        Map<String, List<NumberRange>> own =
                ranges.computeIfAbsent(parts[2] + "/" + parts[BELOW_INCARNATION - 1], unused -> new HashMap<>());
        String kind = parts[BELOW_INCARNATION];
        Written.state(path, record)
                .map(SequenceRecord::ranges)
                .ifPresent(told -> own.put(path, told.isRead() ? told.all() : List.of()));
        if (kind.startsWith(RANGES)) {
            record.map(RangeRecords::rangesIn).ifPresent(found -> own.put(path, found));
        }
        if (kind.equals(KEYS)) {
            List<NumberRange> all = own.values().stream().flatMap(List::stream).toList();
            record.flatMap(found -> Written.decode(found, KeyRecord.class)).ifPresent(key -> require(path, key, all));
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
