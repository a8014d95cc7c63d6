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
    private final ServedSequence served;
    private final String sequence;

    /** The keys as they were seen last, by path; they are many, and are read once. */
    private Map<String, KnownKey> keys = new HashMap<>();

    /** When each bucket of reservations may have something to do. */
    private final Map<Long, Long> lookAgain = new HashMap<>();

    Sweep(String sequence, AsyncTree tree, ServedSequence served) {
        this.sequence = sequence;
        this.tree = tree;
        this.served = served;
    }

    /** Puts back what was not confirmed in time, and forgets buckets that nobody will ask for any more. */
    void sweepReservations(Position state, long now) throws InterruptedException, ExecutionException, TimeoutException {
        List<Long> buckets = answer(tree.children(SequencePaths.pending(sequence, state.incarnation()))).stream()
                .map(Long::valueOf)
                .sorted()
                .toList();
        lookAgain.keySet().retainAll(buckets);
        for (long bucket : buckets) {
            if (lookAgain.getOrDefault(bucket, 0L) <= now) {
                String path = SequencePaths.pendingBucket(sequence, state.incarnation(), bucket);
                Optional<Znode> znode = answer(tree.read(path));
                if (znode.isPresent()) {
                    lookAgain.put(bucket, sweepBucket(state, bucket, znode.get(), now));
                }
            }
        }
    }

    /** Returns when the bucket may have something again. */
    private long sweepBucket(Position state, long bucket, Znode znode, long now)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (znode.stat().getNumChildren() > 0) {
            long timeMillis = znode.as(BucketRecord.class).timeMillis();
            // Its reservations are younger than the bucket.
            long first = znode.stat().getCtime() + timeMillis;
            if (first <= now) {
                expire(state, bucket, znode.path(), timeMillis, now);
            }
            return first;
        }
        boolean isLast = bucket >= (state.record().reservations() - 1) / BucketRecord.SLOTS;
        long forgotten = znode.stat().getMtime() + state.record().options().keyRetentionMillis();
        if (!isLast && forgotten <= now) {
            answer(tree.write(List.of(tree.delete(znode.path(), znode.stat().getVersion()))));
        }
        return isLast ? now : forgotten;
    }

    private void expire(Position state, long bucket, String path, long timeMillis, long now)
            throws InterruptedException, ExecutionException, TimeoutException {
        List<CompletableFuture<Optional<Znode>>> entries = answer(tree.children(path)).stream()
                .map(slot -> tree.read(path + "/" + slot))
                .toList();
        List<Integer> late = new ArrayList<>();
        for (CompletableFuture<Optional<Znode>> entry : entries) {
            Optional<Znode> znode = answer(entry);
            if (znode.isPresent() && znode.get().stat().getCtime() + timeMillis <= now) {
                late.add(Integer.valueOf(lastName(znode.get().path())));
            }
        }
        if (!late.isEmpty()) {
            late.sort(Comparator.naturalOrder());
            answer(served.submit(new ExpireIntent(
                    state.incarnation(), bucket, late, System.nanoTime(), TimeUnit.SECONDS.toNanos(ANSWER_SECONDS))));
        }
    }

    /** Forgets keys that were known for as long as was promised. */
    void sweepKeys(Position state, long now) throws InterruptedException, ExecutionException, TimeoutException {
        String parent = SequencePaths.keys(sequence, state.incarnation());
        Map<String, KnownKey> present = new HashMap<>();
        for (String bucket : answer(tree.children(parent))) {
            findKeys(parent + "/" + bucket, present);
        }
        keys = present;
        List<Seen> late = present.values().stream()
                .filter(key -> key.due() <= now)
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
        answer(served.submit(new ForgetKeysIntent(
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
    private record KnownKey(Seen seen, long due) {

        static KnownKey of(Znode znode) {
            return new KnownKey(
                    new Seen(znode.path(), znode.stat().getCzxid()),
                    znode.stat().getCtime() + znode.as(KeyRecord.class).keepMillis());
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
