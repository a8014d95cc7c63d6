package io.snowkeeper.sequences.record;

import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.store.StoreSession;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.core.sequence.NumberRange;
import java.util.ArrayList;
import java.util.List;

/**
 * The records of ranges that lie apart from a sequence's state, numbered from 0, each with as many ranges as the state says but the last. They only
 * grow, in the transaction that has the state say so.
 */
public final class RangeRecords {

    private RangeRecords() {}

    /** Returns the paths of the records, in their order. */
    public static List<String> paths(String sequence, String incarnation, RangeList ranges) {
        List<String> paths = new ArrayList<>();
        for (int record = 0; record * ranges.perRecord() < ranges.count(); record++) {
            paths.add(SequencePaths.ranges(sequence, incarnation, record));
        }
        return paths;
    }

    /** Returns the ranges of a record. */
    public static List<NumberRange> rangesIn(StoredRecord record) {
        return List.of(record.as(NumberRange[].class));
    }

    /**
     * Returns the changes to write with a state so that the records match it.
     *
     * @param before how many ranges lie apart already, 0 if none do
     */
    public static List<Change> changes(String sequence, String incarnation, int before, RangeList ranges) {
        List<Change> changes = new ArrayList<>();
        if (!ranges.isApart() || ranges.count() == before) {
            return changes;
        }
        int perRecord = ranges.perRecord();
        for (int record = before / perRecord; record * perRecord < ranges.count(); record++) {
            int from = record * perRecord;
            String path = SequencePaths.ranges(sequence, incarnation, record);
            byte[] payload =
                    PayloadCodec.encode(ranges.all().subList(from, Math.min(ranges.count(), from + perRecord)));
            changes.add(
                    from < before
                            ? new Change.Set(path, payload, StoreSession.ANY_VERSION)
                            : new Change.Create(path, payload));
        }
        return changes;
    }
}
