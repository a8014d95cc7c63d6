package io.snowkeeper.coordinator.sequence.sweep;

import io.snowkeeper.coordinator.sequence.access.SequenceStore;
import io.snowkeeper.coordinator.sequence.catalogue.SequenceNames;
import io.snowkeeper.coordinator.sequence.record.SequencePaths;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.Watch;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
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

    /** Names that change all the time are read again for a twentieth of the time at the most. */
    private static final int NAMES_PAUSE = 20;

    /** Without cause, a part of the names is looked at every minute, and each of them in so many minutes. */
    private static final int PARTS = 60;

    private static final long PART_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final SequenceNames names;
    private final LongSupplier nanoTime;

    /** Those whose watches were called since the last pass. */
    private final Set<String> called = ConcurrentHashMap.newKeySet();

    private final Consumer<String> calls = called::add;

    /** Those that are to be looked at, in the order in which that was known. */
    private final Set<String> unknown = new LinkedHashSet<>();

    /** The session that the watches are of. */
    private @Nullable Object session;

    private List<String> known = List.of();

    /** The transaction that made or deleted a name last when they were read; null before they are. */
    private @Nullable Long knownAsOf;

    private long namesDueNanos;
    private long partDueNanos;

    /** The last name of the last part. */
    private String lastInPart = "";

    SweepAgenda(SequenceNames names, LongSupplier nanoTime) {
        this.names = names;
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
        knownAsOf = null;
        namesDueNanos = nanoTime.getAsLong();
        partDueNanos = namesDueNanos + PART_NANOS;
    }

    /**
     * Finds out what is to be looked at. What it reads comes after all calls of watches that the server had to make by then.
     *
     * @return whether there are other names than before
     */
    boolean update(SequenceStore tree) throws InterruptedException, ExecutionException, TimeoutException {
        Object present = tree.session();
        if (present != session) {
            forget();
            session = present;
        }
        long asOf = tree.await(tree.stamp(SequencePaths.SEQUENCES))
                .map(RecordStamp::childrenChanged)
                .orElse(0L);
        boolean others = !Objects.equals(knownAsOf, asOf) && readNames(tree, asOf);
        for (Iterator<String> names = called.iterator(); names.hasNext(); ) {
            // Removed before it is looked at: what is called from then on is of a later change.
            String name = names.next();
            names.remove();
            if (isKnown(name)) {
                unknown.add(name);
            }
        }
        addPart();
        return others;
    }

    private boolean readNames(SequenceStore tree, long asOf)
            throws InterruptedException, ExecutionException, TimeoutException {
        long asked = nanoTime.getAsLong();
        if (asked - namesDueNanos < 0) {
            return false;
        }
        List<String> before = known;
        known = tree.await(names.latest());
        knownAsOf = asOf;
        long answered = nanoTime.getAsLong();
        namesDueNanos = answered + NAMES_PAUSE * (answered - asked);
        unknown.removeIf(name -> !isKnown(name));
        known.stream()
                .filter(name -> Collections.binarySearch(before, name) < 0)
                .forEach(unknown::add);
        return true;
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
