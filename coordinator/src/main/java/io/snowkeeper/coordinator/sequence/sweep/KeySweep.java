package io.snowkeeper.coordinator.sequence.sweep;

import io.snowkeeper.coordinator.sequence.access.SequenceStore;
import io.snowkeeper.coordinator.sequence.plan.Command;
import io.snowkeeper.coordinator.sequence.record.BucketRecord;
import io.snowkeeper.coordinator.sequence.record.BucketRecord.Fate;
import io.snowkeeper.coordinator.sequence.record.KeyRecord;
import io.snowkeeper.coordinator.sequence.record.Position;
import io.snowkeeper.coordinator.sequence.record.ReservationToken;
import io.snowkeeper.coordinator.sequence.record.SequencePaths;
import io.snowkeeper.coordinator.sequence.sweep.ForgetKeysCommand.Seen;
import io.snowkeeper.coordinator.sequence.sweep.KeyedBuckets.KeyedBucket;
import io.snowkeeper.coordinator.sequence.sweep.Sweep.Due;
import io.snowkeeper.coordinator.store.StoredRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The sweep of keys that were known for as long as was promised. */
final class KeySweep {

    private static final int KEYS_AT_ONCE = 400;

    private final String sequence;
    private final Sweep sweep;
    private final SweepClock clock;
    private final KeyedBuckets buckets;

    /** The keys as they were seen last, by path; they are many, and are read once. */
    private Map<String, KnownKey> keys = new HashMap<>();

    /** The state's version when it was read last. */
    private int version;

    /** Whether there are some that could not be read. */
    private boolean unread;

    private CompletableFuture<?> forgetting = CompletableFuture.completedFuture(null);

    /**
     * A key. Its path is kept once, in the map.
     *
     * @param due when it will have been known for as long as was promised
     * @param reservation which of the sequence's reservations it is of, {@value #NONE} if it is of none
     * @param heldAt the version of the state when its reservation was found held, {@value #NONE} if it was not
     */
    private record KnownKey(long created, Due due, long reservation, int heldAt) {

        static final int NONE = -1;

        boolean isReserved() {
            return reservation != NONE;
        }

        long bucket() {
            return reservation / BucketRecord.SLOTS;
        }

        /** Returns whether it may be forgotten by this state, as far as is known. */
        boolean isLate(Position state, SweepClock clock) {
            return heldAt != state.version() && due.isPast(clock);
        }

        KnownKey heldBy(Position state, Due again) {
            return new KnownKey(created, again, reservation, state.version());
        }

        KnownKey until(Due later) {
            return new KnownKey(created, later, reservation, NONE);
        }

        boolean wasHeld() {
            return heldAt != NONE;
        }
    }

    KeySweep(String sequence, Sweep sweep, SweepClock clock) {
        this.sequence = sequence;
        this.sweep = sweep;
        this.clock = clock;
        this.buckets = new KeyedBuckets(sequence, sweep);
    }

    void sweep(SequenceStore tree, Position state) throws InterruptedException, ExecutionException, TimeoutException {
        if (!forgetting.isDone()) {
            return;
        }
        version = state.version();
        Map<String, KnownKey> present = readKeys(tree, state);
        Map<String, KnownKey> late = new HashMap<>(present);
        late.values().removeIf(key -> !key.isLate(state, clock));
        Map<String, KnownKey> kept = kept(tree, state, late);
        present.putAll(kept);
        late.keySet().removeAll(kept.keySet());
        // Read again if they still are there: they may have been forgotten before, and used again.
        present.keySet().removeAll(late.keySet());
        keys = present;
        List<Seen> seen = late.entrySet().stream()
                .map(key -> new Seen(key.getKey(), key.getValue().created()))
                .toList();
        List<Supplier<Command<?>>> commands = new ArrayList<>();
        for (int from = 0; from < seen.size(); from += KEYS_AT_ONCE) {
            List<Seen> some = seen.subList(from, Math.min(seen.size(), from + KEYS_AT_ONCE));
            commands.add(() -> new ForgetKeysCommand(state.incarnation(), some, sweep.now(), Sweep.timeoutNanos()));
        }
        forgetting = sweep.submitInTurn(commands);
    }

    /** Has nothing kept as long as no key is ever due. */
    void rest() {
        keys = new HashMap<>();
    }

    /** Returns when a key may be due, by ZooKeeper's clock, as long as the state does not change. */
    long next() {
        return !forgetting.isDone() || unread
                ? Due.NOW.since()
                : keys.values().stream()
                        .filter(key -> key.heldAt() != version)
                        .mapToLong(key -> key.due().at(clock))
                        .min()
                        .orElse(Due.NEVER.since());
    }

    /**
     * Returns those keys that are to be known for longer: whoever comes with the key of a reservation that is held must get that one, and
     * for a while after it was settled, too.
     */
    private Map<String, KnownKey> kept(SequenceStore tree, Position state, Map<String, KnownKey> late)
            throws InterruptedException, ExecutionException, TimeoutException {
        NavigableSet<Long> wanted = new TreeSet<>();
        late.values().stream().filter(KnownKey::isReserved).forEach(key -> wanted.add(key.bucket()));
        Map<Long, Optional<KeyedBucket>> found = buckets.read(tree, state, wanted);
        Map<String, KnownKey> kept = new HashMap<>();
        late.forEach((path, key) -> {
            if (key.isReserved()) {
                Optional<KeyedBucket> bucket = found.get(key.bucket());
                unread |= bucket == null;
                KnownKey known = bucket == null ? key : kept(state, key, bucket);
                if (known != null) {
                    kept.put(path, known);
                }
            }
        });
        return kept;
    }

    private @Nullable KnownKey kept(Position state, KnownKey key, Optional<KeyedBucket> found) {
        Due fromNow = new Due(clock.latest(sweep.now()), key.due().millis());
        if (found.isEmpty()) {
            // Settled since it was held, not long ago: buckets stay for the time of keys that are made now, which may
            // be less than this one's.
            return key.wasHeld() ? key.until(fromNow) : null;
        }
        KeyedBucket bucket = found.get();
        if (!bucket.record().term().holds()) {
            return null;
        }
        if (bucket.record().fate((int) (key.reservation() % BucketRecord.SLOTS)) == Fate.PENDING) {
            return key.heldBy(state, fromNow);
        }
        Due later = new Due(bucket.writtenMillis(), key.due().millis());
        return later.isPast(clock) ? null : key.until(later);
    }

    private Map<String, KnownKey> readKeys(SequenceStore tree, Position state)
            throws InterruptedException, ExecutionException, TimeoutException {
        String parent = SequencePaths.keys(sequence, state.incarnation());
        Map<String, CompletableFuture<List<String>>> buckets = new LinkedHashMap<>();
        for (String bucket : tree.await(tree.children(parent))) {
            buckets.put(parent + "/" + bucket, tree.children(parent + "/" + bucket));
        }
        Map<String, KnownKey> present = new HashMap<>();
        unread = false;
        for (Map.Entry<String, CompletableFuture<List<String>>> bucket : buckets.entrySet()) {
            readBucket(tree, state, bucket.getKey(), tree.await(bucket.getValue()), present);
        }
        return present;
    }

    private void readBucket(
            SequenceStore tree, Position state, String bucket, List<String> names, Map<String, KnownKey> present)
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
            Optional<KnownKey> key = znode.flatMap(found -> known(state, found));
            key.ifPresent(found -> present.put(read.getKey(), found));
            unread |= key.isEmpty();
        }
    }

    private Optional<KnownKey> known(Position state, StoredRecord znode) {
        return sweep.payload(znode, KeyRecord.class)
                .map(key -> new KnownKey(
                        znode.stamp().created(),
                        new Due(znode.stamp().createdMillis(), key.keepMillis()),
                        reservation(state, key),
                        KnownKey.NONE));
    }

    private static long reservation(Position state, KeyRecord key) {
        return Optional.ofNullable(key.reservation())
                .flatMap(name -> ReservationToken.of(state.incarnation(), name))
                .map(ReservationToken::number)
                .orElse((long) KnownKey.NONE);
    }
}
