package io.snowkeeper.coordinator.sequence.sweep;

import io.snowkeeper.coordinator.sequence.access.SequenceStore;
import io.snowkeeper.coordinator.sequence.plan.Command;
import io.snowkeeper.coordinator.sequence.record.KeyRecord;
import io.snowkeeper.coordinator.sequence.record.Position;
import io.snowkeeper.coordinator.sequence.record.SequencePaths;
import io.snowkeeper.coordinator.sequence.sweep.ForgetKeysCommand.Seen;
import io.snowkeeper.coordinator.sequence.sweep.Sweep.Due;
import io.snowkeeper.coordinator.store.StoredRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** The sweep of keys that were known for as long as was promised. */
final class KeySweep {

    private static final int KEYS_AT_ONCE = 400;

    private final String sequence;
    private final Sweep sweep;
    private final SweepClock clock;

    /** The keys as they were seen last, by path; they are many, and are read once. */
    private Map<String, KnownKey> keys = new HashMap<>();

    /** Whether there are some that could not be read. */
    private boolean unread;

    private CompletableFuture<?> forgetting = CompletableFuture.completedFuture(null);

    /** A key, and when it will have been known for as long as was promised. Its path is kept once, in the map. */
    private record KnownKey(long created, Due due) {}

    KeySweep(String sequence, Sweep sweep, SweepClock clock) {
        this.sequence = sequence;
        this.sweep = sweep;
        this.clock = clock;
    }

    void sweep(SequenceStore tree, Position state) throws InterruptedException, ExecutionException, TimeoutException {
        if (!forgetting.isDone()) {
            return;
        }
        Map<String, KnownKey> present = readKeys(tree, SequencePaths.keys(sequence, state.incarnation()));
        List<Seen> late = present.entrySet().stream()
                .filter(key -> key.getValue().due().isPast(clock))
                .map(key -> new Seen(key.getKey(), key.getValue().created()))
                .toList();
        // Read again if they still are there: they may have been forgotten before, and used again.
        late.forEach(key -> present.remove(key.path()));
        keys = present;
        List<Supplier<Command<?>>> commands = new ArrayList<>();
        for (int from = 0; from < late.size(); from += KEYS_AT_ONCE) {
            List<Seen> some = late.subList(from, Math.min(late.size(), from + KEYS_AT_ONCE));
            commands.add(() -> new ForgetKeysCommand(state.incarnation(), some, sweep.now(), Sweep.timeoutNanos()));
        }
        forgetting = sweep.submitInTurn(commands);
    }

    /** Returns when a key may be due, by ZooKeeper's clock, as long as the state does not change. */
    long next() {
        return !forgetting.isDone() || unread
                ? Due.NOW.since()
                : keys.values().stream()
                        .mapToLong(key -> key.due().at(clock))
                        .min()
                        .orElse(Due.NEVER.since());
    }

    private Map<String, KnownKey> readKeys(SequenceStore tree, String parent)
            throws InterruptedException, ExecutionException, TimeoutException {
        Map<String, CompletableFuture<List<String>>> buckets = new LinkedHashMap<>();
        for (String bucket : tree.await(tree.children(parent))) {
            buckets.put(parent + "/" + bucket, tree.children(parent + "/" + bucket));
        }
        Map<String, KnownKey> present = new HashMap<>();
        unread = false;
        for (Map.Entry<String, CompletableFuture<List<String>>> bucket : buckets.entrySet()) {
            readBucket(tree, bucket.getKey(), tree.await(bucket.getValue()), present);
        }
        return present;
    }

    private void readBucket(SequenceStore tree, String bucket, List<String> names, Map<String, KnownKey> present)
            throws InterruptedException, ExecutionException, TimeoutException {
        Map<String, CompletableFuture<Optional<StoredRecord>>> unknown = new LinkedHashMap<>();
        for (String name : names) {
            String path = bucket + "/" + name;
            KnownKey known = keys.get(path);
            if (known == null) {
                unknown.put(path, tree.read(path));
            } else {
                present.put(path, known);
            }
        }
        for (Map.Entry<String, CompletableFuture<Optional<StoredRecord>>> read : unknown.entrySet()) {
            Optional<StoredRecord> znode = sweep.read(tree, read.getKey(), read.getValue());
            Optional<KnownKey> key = znode.flatMap(this::known);
            key.ifPresent(found -> present.put(read.getKey(), found));
            unread |= key.isEmpty();
        }
    }

    private Optional<KnownKey> known(StoredRecord znode) {
        return sweep.payload(znode, KeyRecord.class)
                .map(key -> new KnownKey(
                        znode.stamp().created(), new Due(znode.stamp().createdMillis(), key.keepMillis())));
    }
}
