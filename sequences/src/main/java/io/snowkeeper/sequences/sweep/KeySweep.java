package io.snowkeeper.sequences.sweep;

import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.sequences.access.SequenceStore;
import io.snowkeeper.sequences.plan.Command;
import io.snowkeeper.sequences.record.BucketRecord;
import io.snowkeeper.sequences.record.BucketRecord.Fate;
import io.snowkeeper.sequences.record.KeyRecord;
import io.snowkeeper.sequences.record.Position;
import io.snowkeeper.sequences.record.ReservationToken;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.sequences.sweep.ForgetKeysCommand.Seen;
import io.snowkeeper.sequences.sweep.KeyedBuckets.KeyedBucket;
import io.snowkeeper.sequences.sweep.Sweep.Due;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The sweep of keys that were known for as long as was promised. There may be millions, so a bucket of them is listed only when one
 * may be due, and a key is read when it is: one that was made since a list that is not long ago is due when its time has passed since.
 */
final class KeySweep {

    private static final int KEYS_AT_ONCE = 400;
    private static final int READS_AT_ONCE = 250;

    /** So that other sequences come to their turn. */
    private static final int READS_IN_A_PASS = 50_000;

    /** The most listings of a bucket during the retention of keys. */
    private static final int LOOKS_IN_A_TIME = 64;

    private static final long MAX_PAUSE_MILLIS = TimeUnit.HOURS.toMillis(1);

    private final String sequence;
    private final Sweep sweep;
    private final SweepClock clock;
    private final KeyedBuckets reserved;
    private final NavigableMap<String, KeyBucket> buckets = new TreeMap<>();

    /** The last one that was looked at. */
    private String last = "";

    /** The incarnation whose buckets these are. */
    private @Nullable String incarnation;

    /** The state's version when it was read last. */
    private int version;

    /** How long keys were to be known by that state. */
    private long keptMillis;

    /** Whether the buckets that there are were found before. */
    private boolean known;

    private CompletableFuture<?> forgetting = CompletableFuture.completedFuture(null);

    /**
     * A key that has had its time, if its reservation is not held.
     *
     * @param reservation which of the sequence's reservations it is of, empty if it is of none
     */
    private record LateKey(
            KeyBucket bucket, String name, String path, long created, long keepMillis, OptionalLong reservation) {

        long reservationBucket() {
            return reservation.orElseThrow() / BucketRecord.SLOTS;
        }

        Seen seen() {
            return new Seen(path, created);
        }
    }

    KeySweep(String sequence, Sweep sweep, SweepClock clock) {
        this.sequence = sequence;
        this.sweep = sweep;
        this.clock = clock;
        this.reserved = new KeyedBuckets(sequence, sweep);
    }

    void sweep(SequenceStore tree, Position state) throws InterruptedException, ExecutionException, TimeoutException {
        if (!forgetting.isDone()) {
            return;
        }
        version = state.version();
        findBuckets(tree, state);
        List<Seen> seen = new ArrayList<>();
        List<LateKey> late = lookAtBuckets(tree, state);
        Map<Long, Optional<KeyedBucket>> found = readReserved(tree, state, late);
        for (LateKey key : late) {
            if (isToBeForgotten(key, found)) {
                seen.add(key.seen());
            }
        }
        List<Supplier<Command<?>>> commands = new ArrayList<>();
        for (int from = 0; from < seen.size(); from += KEYS_AT_ONCE) {
            List<Seen> some = seen.subList(from, Math.min(seen.size(), from + KEYS_AT_ONCE));
            commands.add(() -> new ForgetKeysCommand(state.incarnation(), some, sweep.now(), Sweep.timeoutNanos()));
        }
        forgetting = sweep.submitInTurn(commands);
    }

    /** Keeps nothing as long as no key is ever due. */
    void rest() {
        buckets.clear();
        known = false;
    }

    /** Returns when a key may be due, by ZooKeeper's clock, as long as the state does not change. */
    long next() {
        return forgetting.isDone()
                ? buckets.values().stream().mapToLong(this::next).min().orElse(Due.NEVER.since())
                : Due.NOW.since();
    }

    private long next(KeyBucket bucket) {
        return bucket.next(version, keptMillis, pauseMillis());
    }

    private long pauseMillis() {
        return Math.min(keptMillis / LOOKS_IN_A_TIME, MAX_PAUSE_MILLIS);
    }

    private void findBuckets(SequenceStore tree, Position state)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (!state.incarnation().equals(incarnation)) {
            incarnation = state.incarnation();
            rest();
        }
        long now = clock.latest(sweep.now());
        List<String> names = tree.await(tree.children(SequencePaths.keys(sequence, state.incarnation())));
        buckets.keySet().retainAll(names);
        names.forEach(name ->
                buckets.computeIfAbsent(name, unused -> known ? KeyBucket.begun(version, now) : new KeyBucket()));
        known = true;
        if (keptMillis != state.record().options().keyRetentionMillis()) {
            // Keys that were made since the last look were promised another time, or this one.
            keptMillis = state.record().options().keyRetentionMillis();
            buckets.values().forEach(KeyBucket::expectOthers);
        }
    }

    /** Looks at those buckets that may have something, and returns their keys whose time is up. */
    private List<LateKey> lookAtBuckets(SequenceStore tree, Position state)
            throws InterruptedException, ExecutionException, TimeoutException {
        List<LateKey> late = new ArrayList<>();
        Map<String, KeyBucket> inTurn = new LinkedHashMap<>(buckets.tailMap(last, false));
        inTurn.putAll(buckets.headMap(last, true));
        int left = READS_IN_A_PASS;
        for (Map.Entry<String, KeyBucket> bucket : inTurn.entrySet()) {
            if (left <= 0) {
                break;
            }
            if (next(bucket.getValue()) <= clock.latest(sweep.now())) {
                last = bucket.getKey();
                left -= lookAtBucket(tree, state, bucket.getKey(), bucket.getValue(), late);
            }
        }
        return late;
    }

    /** Returns how many keys were read. */
    private int lookAtBucket(SequenceStore tree, Position state, String name, KeyBucket bucket, List<LateKey> late)
            throws InterruptedException, ExecutionException, TimeoutException {
        String parent = SequencePaths.keys(sequence, state.incarnation()) + "/" + name;
        long now = clock.latest(sweep.now());
        List<String> names = tree.await(tree.children(parent));
        bucket.look(names, version, now, clock.passes(keptMillis, now), 2 * pauseMillis());
        List<String> due = names.stream().filter(key -> bucket.isDue(key, now)).toList();
        for (int from = 0; from < due.size(); from += READS_AT_ONCE) {
            Map<String, CompletableFuture<Optional<StoredRecord>>> reads = new LinkedHashMap<>();
            due.subList(from, Math.min(due.size(), from + READS_AT_ONCE))
                    .forEach(key -> reads.put(key, tree.read(parent + "/" + key)));
            for (Map.Entry<String, CompletableFuture<Optional<StoredRecord>>> read : reads.entrySet()) {
                sweep.read(tree, parent + "/" + read.getKey(), read.getValue())
                        .flatMap(znode -> late(state, bucket, read.getKey(), znode))
                        .ifPresent(late::add);
            }
        }
        return due.size();
    }

    /** Returns a key if its time is up, and else notes when it will be. */
    private Optional<LateKey> late(Position state, KeyBucket bucket, String name, StoredRecord znode) {
        return sweep.payload(znode, KeyRecord.class).flatMap(key -> {
            Due due = new Due(znode.stamp().createdMillis(), key.keepMillis());
            if (due.isPast(clock)) {
                long created = znode.stamp().created();
                return Optional.of(
                        new LateKey(bucket, name, znode.path(), created, key.keepMillis(), reservation(state, key)));
            }
            bucket.put(name, due.at(clock), KeyBucket.PROMISED);
            return Optional.empty();
        });
    }

    private Map<Long, Optional<KeyedBucket>> readReserved(SequenceStore tree, Position state, List<LateKey> late)
            throws InterruptedException, ExecutionException, TimeoutException {
        NavigableSet<Long> wanted = new TreeSet<>();
        late.stream().filter(key -> key.reservation().isPresent()).forEach(key -> wanted.add(key.reservationBucket()));
        return reserved.read(tree, state, wanted);
    }

    /**
     * Returns whether the key of a reservation is no longer needed, and else notes when to look again: the key must
     * return the reservation while that is held, and for a while after it was settled, too.
     *
     * @param buckets those of reservations, empty if they are not there any more; without those that were not read
     */
    private boolean isToBeForgotten(LateKey key, Map<Long, Optional<KeyedBucket>> buckets) {
        if (key.reservation().isEmpty()) {
            return true;
        }
        if (!buckets.containsKey(key.reservationBucket())) {
            return false;
        }
        Optional<KeyedBucket> found = buckets.getOrDefault(key.reservationBucket(), Optional.empty());
        long fromNow = clock.passes(key.keepMillis(), clock.latest(sweep.now()));
        if (found.isEmpty()) {
            // Settled since it was held, not long ago: buckets stay for the time of keys that are made now, which may
            // be less than this one's.
            return !key.bucket().wasHeld(key.name()) || put(key, fromNow, KeyBucket.PROMISED);
        }
        KeyedBucket bucket = found.get();
        if (!bucket.record().term().holds()) {
            return true;
        }
        if (bucket.record().fate((int) (key.reservation().orElseThrow() % BucketRecord.SLOTS)) == Fate.PENDING) {
            return put(key, fromNow, KeyBucket.HELD);
        }
        Due later = new Due(bucket.writtenMillis(), key.keepMillis());
        return later.isPast(clock) || put(key, later.at(clock), KeyBucket.PROMISED);
    }

    private static boolean put(LateKey key, long due, byte found) {
        key.bucket().put(key.name(), due, found);
        return false;
    }

    private static OptionalLong reservation(Position state, KeyRecord key) {
        return Optional.ofNullable(key.reservation())
                .flatMap(name -> ReservationToken.of(state.incarnation(), name))
                .map(token -> OptionalLong.of(token.number()))
                .orElse(OptionalLong.empty());
    }
}
