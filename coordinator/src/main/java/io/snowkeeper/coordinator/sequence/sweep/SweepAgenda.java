package io.snowkeeper.coordinator.sequence.sweep;

import io.snowkeeper.coordinator.sequence.access.SequenceStore;
import io.snowkeeper.coordinator.sequence.record.SequencePaths;
import io.snowkeeper.coordinator.store.RecordChildren;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.Watch;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The sequences whose state a sweep does not know: those that are new, and those whose watch was called. Of the others nothing is read
 * but, in case that a watch is never called, once an hour.
 *
 * <p>Used by the sweeping thread only, but for what its watches tell.
 */
final class SweepAgenda {

    /** How many are looked at in one pass, so that what is due comes to its turn. */
    private static final int LOOKS_AT_ONCE = 5_000;

    /** How often a record is read without cause, which tells that the connection lives. */
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** Names that change all the time are read again for a twentieth of the time at the most. */
    private static final int NAMES_PAUSE = 20;

    /** Without cause, a part of the names is looked at every minute, and each of them in so many minutes. */
    private static final int PARTS = 60;

    private static final long PART_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final LongSupplier nanoTime;

    /** Those whose watches were called since the last pass. */
    private final Set<String> called = ConcurrentHashMap.newKeySet();

    private final Consumer<String> calls = called::add;
    private final Watch namesWatch = () -> namesCalled = true;

    /** Whether there may be other names. */
    private volatile boolean namesCalled;

    /** Those that are to be looked at, in the order in which that was known. */
    private final Set<String> unknown = new LinkedHashSet<>();

    /** The session that the watches are of. */
    private @Nullable Object session;

    private List<String> known = List.of();

    /** The transaction that made or deleted a name last when they were read. */
    private long knownAsOf;

    private long lookDueNanos;
    private long namesDueNanos;
    private long partDueNanos;

    /** The last name of the last part. */
    private String lastInPart = "";

    SweepAgenda(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        forget();
    }

    /** A watch of a sequence's state. Two of the same are equal: a store keeps every other one until it is called. */
    private record StateWatch(String name, Consumer<String> calls) implements Watch {

        @Override
        public void changed() {
            calls.accept(name);
        }
    }

    /** Has everything looked at again, as at first. */
    void forget() {
        session = null;
        called.clear();
        unknown.clear();
        known = List.of();
        namesCalled = true;
        namesDueNanos = nanoTime.getAsLong();
        lookDueNanos = namesDueNanos;
        partDueNanos = namesDueNanos + PART_NANOS;
    }

    /**
     * Finds out what is to be looked at.
     *
     * @return whether the names were read again
     */
    boolean update(SequenceStore tree) throws InterruptedException, ExecutionException, TimeoutException {
        Object present = tree.session();
        if (present != session) {
            forget();
            session = present;
        }
        long now = nanoTime.getAsLong();
        if (now - lookDueNanos >= 0) {
            long asOf = changeOf(tree.await(tree.stamp(SequencePaths.SEQUENCES, null)));
            lookDueNanos = now + LOOK_NANOS;
            if (asOf != knownAsOf) {
                namesCalled = true;
            }
        }
        boolean read = namesCalled && now - namesDueNanos >= 0;
        if (read) {
            readNames(tree);
        }
        for (Iterator<String> names = called.iterator(); names.hasNext(); ) {
            // Removed before it is looked at: what is called from then on is of a later change.
            String name = names.next();
            names.remove();
            if (isKnown(name)) {
                unknown.add(name);
            }
        }
        addPart();
        return read;
    }

    private static long changeOf(Optional<RecordStamp> stamp) {
        return stamp.map(RecordStamp::childrenChanged).orElse(0L);
    }

    private void readNames(SequenceStore tree) throws InterruptedException, ExecutionException, TimeoutException {
        long asked = nanoTime.getAsLong();
        namesCalled = false;
        try {
            Optional<RecordChildren> parent = tree.await(tree.children(SequencePaths.SEQUENCES, namesWatch));
            if (parent.isEmpty()
                    && tree.await(tree.stamp(SequencePaths.SEQUENCES, namesWatch))
                            .isPresent()) {
                // It was made meanwhile.
                namesCalled = true;
            }
            learn(parent);
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            namesCalled = true;
            throw e;
        }
        long answered = nanoTime.getAsLong();
        namesDueNanos = answered + NAMES_PAUSE * (answered - asked);
    }

    private void learn(Optional<RecordChildren> parent) {
        List<String> before = known;
        known = parent.map(found -> found.names().stream().sorted().toList()).orElse(List.of());
        knownAsOf = changeOf(parent.map(RecordChildren::stamp));
        unknown.removeIf(name -> !isKnown(name));
        known.stream()
                .filter(name -> Collections.binarySearch(before, name) < 0)
                .forEach(unknown::add);
    }

    private void addPart() {
        if (nanoTime.getAsLong() - partDueNanos < 0) {
            return;
        }
        partDueNanos = nanoTime.getAsLong() + PART_NANOS;
        int place = Collections.binarySearch(known, lastInPart);
        int next = place >= 0 ? place + 1 : -place - 1;
        for (int i = 0; i < (known.size() + PARTS - 1) / PARTS; i++) {
            lastInPart = known.get((next + i) % known.size());
            unknown.add(lastInPart);
        }
    }

    /** Returns whether there is such a name. */
    boolean isKnown(String name) {
        return Collections.binarySearch(known, name) >= 0;
    }

    /** Returns all names, sorted, as they were not long ago. */
    List<String> names() {
        return known;
    }

    /** Returns those that are to be looked at now, first those that have waited longest. */
    List<String> next() {
        return unknown.stream().limit(LOOKS_AT_ONCE).toList();
    }

    /** Returns what is to watch the state of a sequence. */
    Watch watch(String name) {
        return new StateWatch(name, calls);
    }

    /**
     * Notes that a sequence was looked at.
     *
     * @param settled whether the watch will tell of all that comes; if not, it is looked at again, after all others
     */
    void looked(String name, boolean settled) {
        unknown.remove(name);
        if (!settled) {
            unknown.add(name);
        }
    }
}
