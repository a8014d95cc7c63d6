package io.snowkeeper.sequences.sweep;

import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.sequences.access.SequenceStore;
import io.snowkeeper.sequences.record.BucketRecord;
import io.snowkeeper.sequences.record.Position;
import io.snowkeeper.sequences.record.SequencePaths;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** The buckets of the reservations that keys are of, read by turns where they are very many. */
final class KeyedBuckets {

    private static final int BUCKETS_AT_ONCE = 2_000;
    private static final int READS_AT_ONCE = 250;

    private final String sequence;
    private final Sweep sweep;

    /** The last one that was read. */
    private long last = -1;

    /**
     * A bucket as it was read.
     *
     * @param writtenMillis when something in it was settled last, by ZooKeeper's clock
     */
    record KeyedBucket(BucketRecord record, long writtenMillis) {}

    KeyedBuckets(String sequence, Sweep sweep) {
        this.sequence = sequence;
        this.sweep = sweep;
    }

    /** Returns those that were read, empty if they are not there any more; others could not be read, or it is not their turn. */
    Map<Long, Optional<KeyedBucket>> read(SequenceStore tree, Position state, NavigableSet<Long> wanted)
            throws InterruptedException, ExecutionException, TimeoutException {
        List<Long> some = Stream.concat(wanted.tailSet(last, false).stream(), wanted.headSet(last, true).stream())
                .limit(BUCKETS_AT_ONCE)
                .toList();
        Map<Long, Optional<KeyedBucket>> found = new HashMap<>();
        for (int from = 0; from < some.size(); from += READS_AT_ONCE) {
            readTogether(tree, state, some.subList(from, Math.min(some.size(), from + READS_AT_ONCE)), found);
        }
        return found;
    }

    private void readTogether(
            SequenceStore tree, Position state, List<Long> some, Map<Long, Optional<KeyedBucket>> found)
            throws InterruptedException, ExecutionException, TimeoutException {
        Map<Long, CompletableFuture<Optional<StoredRecord>>> reads = new LinkedHashMap<>();
        some.forEach(bucket -> reads.put(bucket, tree.read(path(state, bucket))));
        for (Map.Entry<Long, CompletableFuture<Optional<StoredRecord>>> read : reads.entrySet()) {
            last = read.getKey();
            Optional<StoredRecord> znode = sweep.read(tree, path(state, last), read.getValue());
            if (znode.isPresent()) {
                sweep.payload(znode.get(), BucketRecord.class)
                        .map(record ->
                                new KeyedBucket(record, znode.get().stamp().writtenMillis()))
                        .ifPresent(bucket -> found.put(last, Optional.of(bucket)));
            } else if (!read.getValue().isCompletedExceptionally()) {
                found.put(last, Optional.empty());
            }
        }
    }

    private String path(Position state, long bucket) {
        return SequencePaths.pendingBucket(sequence, state.incarnation(), bucket);
    }
}
