package io.snowkeeper.simulation.judge;

import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.record.BucketRecord;
import io.snowkeeper.sequences.record.PendingRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The judge of held reservations: time alone does not return them. It sees each write as the servers do it, and so
 * knows pending ones that no client knows.
 */
public final class ReservationJudge {

    /** A path is of /sequences, a name, an incarnation, pending, a bucket and a slot. */
    private static final int OF_BUCKET = 6;

    private static final int OF_ENTRY = 7;

    private final Map<String, Pending> pending = new TreeMap<>();

    private record Pending(String sequence, Grant grant) {}

    /** Takes note of a write of the servers. */
    public void wrote(String path, Optional<StoredRecord> record) {
        String[] parts = path.split("/", -1);
        if (parts.length < OF_BUCKET || !parts[1].equals("sequences") || !parts[4].equals("pending")) {
            return;
        }
        if (parts.length == OF_BUCKET) {
            record.flatMap(found -> Written.decode(found, BucketRecord.class))
                    .ifPresent(bucket -> requireHeld(path, bucket));
        } else if (parts.length == OF_ENTRY) {
            pending.remove(path);
            record.flatMap(found -> Written.decode(found, PendingRecord.class))
                    .ifPresent(entry -> pending.put(path, pending(parts, entry)));
        }
    }

    /** Takes note that older data were put back: {@link #wrote} reports their state from now on. */
    public void putBack() {
        pending.clear();
    }

    private static Pending pending(String[] parts, PendingRecord entry) {
        long number = Long.parseLong(parts[5]) * BucketRecord.SLOTS + Long.parseLong(parts[6]);
        String reservation = entry.token(parts[3], number).toString();
        return new Pending(parts[2], new Grant(entry.runs(), Optional.of(reservation)));
    }

    private static void requireHeld(String path, BucketRecord bucket) {
        if (bucket.term().holds() && !bucket.expired().isEmpty()) {
            throw new BrokenPromiseException("%s holds its reservations, and has returned those in slots %s, from 0"
                    .formatted(path, bucket.expired()));
        }
    }

    /** Returns the pending reservations of a sequence. */
    public List<Grant> pending(String sequence) {
        return pending.values().stream()
                .filter(entry -> entry.sequence().equals(sequence))
                .map(Pending::grant)
                .toList();
    }
}
