package io.snowkeeper.sequences.sweep;

import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.sequences.access.SequenceStore;
import io.snowkeeper.sequences.plan.Command;
import io.snowkeeper.sequences.record.BucketRecord;
import io.snowkeeper.sequences.record.PendingRecord;
import io.snowkeeper.sequences.record.Position;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.sequences.sweep.Sweep.Due;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The sweep of reservations that were not confirmed in time, and of buckets that are no longer needed. */
final class ReservationSweep {

    /** More than are begun between two sweeps. */
    private static final int MOST_BEGUN = 10_000;

    /** How many buckets are read in one pass, so that other sequences come to their turn. */
    private static final int BUCKETS_AT_ONCE = 2_000;

    private static final int READS_AT_ONCE = 250;
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

    private final String sequence;
    private final Sweep sweep;
    private final SweepClock clock;
    private final NavigableMap<Long, Due> buckets = new TreeMap<>();

    /** Those of them whose reservations are held: they have nothing to do before some of them are settled. */
    private final Map<Long, Held> held = new HashMap<>();

    /** The state's version when it was read last. */
    private int version;

    /** The incarnation whose buckets are known. */
    private @Nullable String listed;

    /** The promised retention of reservations' fates at the last look. */
    private long keptMillis;

    /** The newest of them that there ever was, by the state: a znode of a higher number is none of ours. */
    private long newest;

    private CompletableFuture<?> expiring = CompletableFuture.completedFuture(null);

    /**
     * A bucket as it was looked at, with reservations that were pending.
     *
     * @param version the state's version then: as long as it is the same, nothing is settled
     * @param again when it is worth to look again: it could not be removed before
     */
    private record Held(int version, Due again) {}

    ReservationSweep(String sequence, Sweep sweep, SweepClock clock) {
        this.sequence = sequence;
        this.sweep = sweep;
        this.clock = clock;
    }

    void sweep(SequenceStore tree, Position state) throws InterruptedException, ExecutionException, TimeoutException {
        if (!expiring.isDone()) {
            return;
        }
        findBuckets(tree, state);
        version = state.version();
        if (keptMillis != state.record().options().keyRetentionMillis()) {
            keptMillis = state.record().options().keyRetentionMillis();
            buckets.replaceAll((bucket, due) -> Due.NOW);
            held.clear();
        }
        held.forEach((bucket, look) -> {
            if (look.version() != version) {
                buckets.put(bucket, look.again());
            }
        });
        List<Supplier<Command<?>>> late = new ArrayList<>();
        List<Long> due = dueBuckets();
        for (int from = 0; from < due.size(); from += READS_AT_ONCE) {
            sweepTogether(tree, state, due.subList(from, Math.min(due.size(), from + READS_AT_ONCE)), late);
        }
        expiring = sweep.submitInTurn(late);
    }

    /** Returns when a bucket may have something, by ZooKeeper's clock, as long as the state does not change. */
    long next() {
        return expiring.isDone()
                ? buckets.values().stream()
                        .mapToLong(due -> due.at(clock))
                        .min()
                        .orElse(Due.NEVER.since())
                : Due.NOW.since();
    }

    /**
     * Finds the buckets there are. They are numbered as they are made, and may be too many to be listed again and
     * again: it is done once, and later ones follow from the state, unless that claims more than can be true. The one
     * that was the newest may have got more since it had none.
     */
    private void findBuckets(SequenceStore tree, Position state)
            throws InterruptedException, ExecutionException, TimeoutException {
        long last = lastBucket(state);
        if (state.incarnation().equals(listed) && newest <= last && last - newest <= MOST_BEGUN) {
            if (!held.containsKey(newest)) {
                buckets.replace(newest, Due.NEVER, Due.NOW);
            }
            for (long bucket = newest + 1; bucket <= last; bucket++) {
                buckets.put(bucket, Due.NOW);
            }
        } else {
            buckets.clear();
            held.clear();
            String parent = SequencePaths.pending(sequence, state.incarnation());
            for (String name : tree.await(tree.children(parent))) {
                number(parent, name).ifPresent(bucket -> buckets.put(bucket, Due.NOW));
            }
            listed = state.incarnation();
        }
        newest = last;
    }

    private static long lastBucket(Position state) {
        return (state.record().reservations() - 1) / BucketRecord.SLOTS;
    }

    /** Returns buckets that may have something to do, the newest first: the oldest of very many wait for nothing but their end. */
    private List<Long> dueBuckets() {
        return buckets.descendingMap().entrySet().stream()
                .filter(bucket -> bucket.getValue().isPast(clock))
                .map(Map.Entry::getKey)
                .limit(BUCKETS_AT_ONCE)
                .toList();
    }

    private void sweepTogether(SequenceStore tree, Position state, List<Long> some, List<Supplier<Command<?>>> late)
            throws InterruptedException, ExecutionException, TimeoutException {
        Map<Long, CompletableFuture<Optional<StoredRecord>>> reads = new LinkedHashMap<>();
        for (long bucket : some) {
            reads.put(bucket, tree.read(path(state, bucket)));
        }
        for (Map.Entry<Long, CompletableFuture<Optional<StoredRecord>>> read : reads.entrySet()) {
            long bucket = read.getKey();
            Optional<StoredRecord> znode = sweep.read(tree, path(state, bucket), read.getValue());
            if (znode.isPresent()) {
                held.remove(bucket);
                buckets.put(bucket, sweepBucket(tree, state, bucket, znode.get(), late));
            } else if (!read.getValue().isCompletedExceptionally()) {
                held.remove(bucket);
                buckets.remove(bucket);
            }
        }
    }

    private String path(Position state, long bucket) {
        return SequencePaths.pendingBucket(sequence, state.incarnation(), bucket);
    }

    /** Returns when the bucket may have something again. */
    private Due sweepBucket(
            SequenceStore tree, Position state, long bucket, StoredRecord znode, List<Supplier<Command<?>>> late)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (znode.stamp().children() > 0) {
            Optional<BucketRecord> record = sweep.payload(znode, BucketRecord.class);
            if (record.isEmpty()) {
                return Due.NOW;
            }
            if (record.get().term().holds()) {
                long keptMillis = state.record().options().keyRetentionMillis();
                held.put(bucket, new Held(state.version(), new Due(clock.latest(sweep.now()), keptMillis)));
                return Due.NEVER;
            }
            // Its reservations are younger than the bucket.
            Due first =
                    new Due(znode.stamp().createdMillis(), record.get().term().millis());
            return first.isPast(clock) ? findLate(tree, state, bucket, first.millis(), late) : first;
        }
        if (bucket >= lastBucket(state)) {
            return Due.NEVER;
        }
        Due forgotten =
                new Due(znode.stamp().writtenMillis(), state.record().options().keyRetentionMillis());
        if (forgotten.isPast(clock)) {
            // Not waited for: if it was not done, the next sweep finds the bucket again.
            var unused = tree.write(
                    List.of(new Change.Delete(znode.path(), znode.stamp().version())));
        }
        return forgotten;
    }

    /** Returns when the first of a bucket's reservations is late, and at once if there is something that is none. */
    private Due findLate(
            SequenceStore tree, Position state, long bucket, long timeMillis, List<Supplier<Command<?>>> late)
            throws InterruptedException, ExecutionException, TimeoutException {
        String parent = path(state, bucket);
        Map<String, CompletableFuture<Optional<StoredRecord>>> reads = new LinkedHashMap<>();
        tree.await(tree.children(parent)).forEach(slot -> reads.put(slot, tree.read(parent + "/" + slot)));
        List<Integer> slots = new ArrayList<>();
        List<Due> dues = new ArrayList<>();
        for (Map.Entry<String, CompletableFuture<Optional<StoredRecord>>> read : reads.entrySet()) {
            OptionalLong slot = number(parent, read.getKey());
            Optional<StoredRecord> znode = sweep.read(tree, parent + "/" + read.getKey(), read.getValue());
            if (slot.isEmpty() || slot.getAsLong() >= BucketRecord.SLOTS || znode.isEmpty()) {
                dues.add(Due.NOW);
                continue;
            }
            Due due = new Due(znode.get().stamp().createdMillis(), timeMillis);
            dues.add(due);
            if (due.isPast(clock)
                    && sweep.payload(znode.get(), PendingRecord.class).isPresent()) {
                slots.add((int) slot.getAsLong());
            }
        }
        if (!slots.isEmpty()) {
            slots.sort(Comparator.naturalOrder());
            late.add(() -> new ExpireCommand(state.incarnation(), bucket, slots, sweep.now(), Sweep.timeoutNanos()));
        }
        return dues.stream().min(Comparator.comparingLong(due -> due.at(clock))).orElse(Due.NOW);
    }

    /** Returns the number that a znode has for its name; empty if it has none, and so is none of ours. */
    private OptionalLong number(String parent, String name) {
        if (NUMBER.matcher(name).matches()) {
            return OptionalLong.of(Long.parseLong(name));
        }
        sweep.passOver(parent + "/" + name, "its name is no number");
        return OptionalLong.empty();
    }
}
