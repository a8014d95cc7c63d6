package io.snowkeeper.sequences.sweep;

import io.snowkeeper.coordinator.store.RecordChildren;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.Watch;
import io.snowkeeper.sequences.access.SequenceStore;
import io.snowkeeper.sequences.record.SequencePaths;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/** The names of the sequences, which are watched, and read when they change. For one thread, but for its watch. */
final class SweptNames {

    /** How often their parent is looked at without cause, which shows that the connection lives. */
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** Names that change all the time are read again for a twentieth of the time at the most. */
    private static final int PAUSE = 20;

    private final LongSupplier nanoTime;
    private final Watch watch = () -> called = true;

    /** Whether there may be others. */
    private volatile boolean called;

    private List<String> known = List.of();

    /** The transaction that made or deleted one last when they were read. */
    private long knownAsOf;

    private long lookDueNanos;
    private long readDueNanos;

    SweptNames(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        forget();
    }

    /** Requires another read of them, as at first. */
    void forget() {
        called = true;
        known = List.of();
        lookDueNanos = nanoTime.getAsLong();
        readDueNanos = lookDueNanos;
    }

    /** Reads them if there may be others; returns whether it has. */
    boolean update(SequenceStore tree) throws InterruptedException, ExecutionException, TimeoutException {
        long now = nanoTime.getAsLong();
        if (now - lookDueNanos >= 0) {
            long asOf = changeOf(tree.await(tree.stamp(SequencePaths.SEQUENCES, null)));
            lookDueNanos = now + LOOK_NANOS;
            if (asOf != knownAsOf) {
                called = true;
            }
        }
        if (!called || now - readDueNanos < 0) {
            return false;
        }
        called = false;
        try {
            read(tree);
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            called = true;
            throw e;
        }
        long answered = nanoTime.getAsLong();
        readDueNanos = answered + PAUSE * (answered - now);
        return true;
    }

    private void read(SequenceStore tree) throws InterruptedException, ExecutionException, TimeoutException {
        Optional<RecordChildren> parent = tree.await(tree.children(SequencePaths.SEQUENCES, watch));
        if (parent.isEmpty()
                && tree.await(tree.stamp(SequencePaths.SEQUENCES, watch)).isPresent()) {
            // It was made meanwhile.
            called = true;
        }
        known = parent.map(found -> found.names().stream().sorted().toList()).orElse(List.of());
        knownAsOf = changeOf(parent.map(RecordChildren::stamp));
    }

    private static long changeOf(Optional<RecordStamp> stamp) {
        return stamp.map(RecordStamp::childrenChanged).orElse(0L);
    }

    /** Returns all of them, sorted, as they were when they were read last. */
    List<String> all() {
        return known;
    }

    /** Returns whether there is such a name. */
    boolean has(String name) {
        return Collections.binarySearch(known, name) >= 0;
    }

    /** Returns as many as there are, up to a number, that follow a name, the first after the last one. */
    List<String> after(String name, int count) {
        int place = Collections.binarySearch(known, name);
        int next = place >= 0 ? place + 1 : -place - 1;
        return IntStream.range(0, Math.min(count, known.size()))
                .mapToObj(i -> known.get((next + i) % known.size()))
                .toList();
    }
}
