package io.snowkeeper.coordinator.zookeeper.sequence;

import io.snowkeeper.coordinator.zookeeper.sequence.ForgetKeysIntent.Seen;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * Looks through one sequence for what has had its time. Times are those that ZooKeeper has recorded with the znodes, and
 * what is now is what it records with a write: no node's clock is asked.
 *
 * <p>Blocks. Used by the sweeping thread only.
 */
final class Sweep {

    private static final long ANSWER_SECONDS = 10;
    private static final int KEYS_AT_ONCE = 400;

    private final AsyncTree tree;
    private final Function<String, ServedSequence> served;
    private final SweepClock clock;
    private final String sequence;

    /** The keys as they were seen last, by path; they are many, and are read once. */
    private Map<String, KnownKey> keys = new HashMap<>();

    /** Buckets of reservations that have nothing to do before their time. */
    private final Map<Long, Due> lookAgain = new HashMap<>();

    Sweep(String sequence, AsyncTree tree, Function<String, ServedSequence> served, SweepClock clock) {
        this.sequence = sequence;
        this.tree = tree;
        this.served = served;
        this.clock = clock;
    }

    /** @param since a time that ZooKeeper has recorded */
    private record Due(long since, long millis) {

        boolean isPast(SweepClock clock) {
            return clock.hasPassed(millis, since);
        }
    }

    /** Puts back what was not confirmed in time, and forgets buckets that nobody will ask for any more. */
    void sweepReservations(Position state) throws InterruptedException, ExecutionException, TimeoutException {
        List<Long> buckets = answer(tree.children(SequencePaths.pending(sequence, state.incarnation()))).stream()
                .map(Long::valueOf)
                .sorted()
                .toList();
        lookAgain.keySet().retainAll(buckets);
        for (long bucket : buckets) {
            Due due = lookAgain.get(bucket);
            if (due == null || due.isPast(clock)) {
                String path = SequencePaths.pendingBucket(sequence, state.incarnation(), bucket);
                Optional<Znode> znode = answer(tree.read(path));
                if (znode.isPresent()) {
                    lookAgain.put(bucket, sweepBucket(state, bucket, znode.get()));
                }
            }
        }
    }

    /** Returns when the bucket may have something again. */
    private Due sweepBucket(Position state, long bucket, Znode znode)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (znode.stat().getNumChildren() > 0) {
            // Its reservations are younger than the bucket.
            Due first = new Due(
                    znode.stat().getCtime(), znode.as(BucketRecord.class).timeMillis());
            if (first.isPast(clock)) {
                expire(state, bucket, znode.path(), first.millis());
            }
            return first;
        }
        boolean isLast = bucket >= (state.record().reservations() - 1) / BucketRecord.SLOTS;
        Due forgotten =
                new Due(znode.stat().getMtime(), state.record().options().keyRetentionMillis());
        if (!isLast && forgotten.isPast(clock)) {
            answer(tree.write(List.of(tree.delete(znode.path(), znode.stat().getVersion()))));
        }
        return isLast ? new Due(0, 0) : forgotten;
    }

    private void expire(Position state, long bucket, String path, long timeMillis)
            throws InterruptedException, ExecutionException, TimeoutException {
        List<CompletableFuture<Optional<Znode>>> entries = answer(tree.children(path)).stream()
                .map(slot -> tree.read(path + "/" + slot))
                .toList();
        List<Integer> late = new ArrayList<>();
        for (CompletableFuture<Optional<Znode>> entry : entries) {
            Optional<Znode> znode = answer(entry);
            if (znode.isPresent()
                    && clock.hasPassed(timeMillis, znode.get().stat().getCtime())) {
                late.add(Integer.valueOf(lastName(znode.get().path())));
            }
        }
        if (!late.isEmpty()) {
            late.sort(Comparator.naturalOrder());
            answer(served.apply(sequence)
                    .submit(new ExpireIntent(
                            state.incarnation(),
                            bucket,
                            late,
                            System.nanoTime(),
                            TimeUnit.SECONDS.toNanos(ANSWER_SECONDS))));
        }
    }

    /** Forgets keys that were known for as long as was promised. */
    void sweepKeys(Position state) throws InterruptedException, ExecutionException, TimeoutException {
        String parent = SequencePaths.keys(sequence, state.incarnation());
        Map<String, KnownKey> present = new HashMap<>();
        for (String bucket : answer(tree.children(parent))) {
            findKeys(parent + "/" + bucket, present);
        }
        keys = present;
        List<Seen> late = present.values().stream()
                .filter(key -> key.due().isPast(clock))
                .map(KnownKey::seen)
                .toList();
        for (int from = 0; from < late.size(); from += KEYS_AT_ONCE) {
            forget(state, late.subList(from, Math.min(late.size(), from + KEYS_AT_ONCE)));
        }
    }

    private void forget(Position state, List<Seen> late)
            throws InterruptedException, ExecutionException, TimeoutException {
        // Read again if they still are there: they may have been forgotten before, and used anew.
        late.forEach(key -> keys.remove(key.path()));
        answer(served.apply(sequence)
                .submit(new ForgetKeysIntent(
                        state.incarnation(), late, System.nanoTime(), TimeUnit.SECONDS.toNanos(ANSWER_SECONDS))));
    }

    private void findKeys(String bucket, Map<String, KnownKey> present)
            throws InterruptedException, ExecutionException, TimeoutException {
        List<CompletableFuture<Optional<Znode>>> unknown = new ArrayList<>();
        for (String name : answer(tree.children(bucket))) {
            String path = bucket + "/" + name;
            KnownKey known = keys.get(path);
            if (known == null) {
                unknown.add(tree.read(path));
            } else {
                present.put(path, known);
            }
        }
        for (CompletableFuture<Optional<Znode>> read : unknown) {
            answer(read).ifPresent(znode -> present.put(znode.path(), KnownKey.of(znode)));
        }
    }

    /** @param due when it will have been known for as long as was promised */
    private record KnownKey(Seen seen, Due due) {

        static KnownKey of(Znode znode) {
            return new KnownKey(
                    new Seen(znode.path(), znode.stat().getCzxid()),
                    new Due(znode.stat().getCtime(), znode.as(KeyRecord.class).keepMillis()));
        }
    }

    private static String lastName(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    static <T> T answer(CompletableFuture<T> request)
            throws InterruptedException, ExecutionException, TimeoutException {
        return request.get(ANSWER_SECONDS, TimeUnit.SECONDS);
    }
}
