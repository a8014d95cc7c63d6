package io.snowkeeper.sequences.sweep;

import io.snowkeeper.coordinator.store.Watch;
import io.snowkeeper.sequences.access.SequenceStore;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The sequences whose state a sweep does not know: those that are new, and those whose watch was called. The others are
 * read only once an hour, in case a watch is never called.
 *
 * <p>Used by the sweeping thread only, but for its watches.
 */
final class SweepAgenda {

    /** How many are looked at in one pass, so that due ones get their turn. */
    private static final int LOOKS_AT_ONCE = 5_000;

    /** How many unsettled ones are looked at in one pass: foreign znodes, however many, must not take all reads. */
    private static final int LOOKS_AGAIN_AT_ONCE = 250;

    /** A part of the names is looked at every minute without cause, and each of them once in this many minutes. */
    private static final int PARTS = 60;

    private static final long PART_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final SweptNames names;
    private final LongSupplier nanoTime;

    /** Those whose watches were called since the last pass. */
    private final Set<String> called = ConcurrentHashMap.newKeySet();

    private final Consumer<String> calls = called::add;

    /** Those that are to be looked at, in the order in which that was known. */
    private final Set<String> unknown = new LinkedHashSet<>();

    /** Sequences whose watches do not report every change, the least recently looked at first. */
    private final Set<String> unsettled = new LinkedHashSet<>();

    /** The session that the watches are of. */
    private @Nullable Object session;

    private long partDueNanos;

    /** The last name of the last part. */
    private String lastInPart = "";

    SweepAgenda(LongSupplier nanoTime) {
        this.names = new SweptNames(nanoTime);
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

    /** Requires another look at everything, as at first. */
    void forget() {
        session = null;
        called.clear();
        unknown.clear();
        unsettled.clear();
        names.forget();
        partDueNanos = nanoTime.getAsLong() + PART_NANOS;
    }

    /**
     * Determines which sequences to look at.
     *
     * @return whether the names were read again
     */
    boolean update(SequenceStore tree) throws InterruptedException, ExecutionException, TimeoutException {
        Object present = tree.session();
        if (present != session) {
            forget();
            session = present;
        }
        List<String> before = names.all();
        boolean read = names.update(tree);
        if (read) {
            unknown.removeIf(name -> !names.has(name));
            unsettled.removeIf(name -> !names.has(name));
            names.all().stream()
                    .filter(name -> Collections.binarySearch(before, name) < 0)
                    .forEach(unknown::add);
        }
        takeCalled();
        addPart();
        return read;
    }

    private void takeCalled() {
        for (Iterator<String> some = called.iterator(); some.hasNext(); ) {
            // Removed before it is looked at: a call of its watch from then on is of a later change.
            String name = some.next();
            some.remove();
            if (names.has(name)) {
                unknown.add(name);
            }
        }
    }

    private void addPart() {
        long now = nanoTime.getAsLong();
        if (now - partDueNanos >= 0) {
            partDueNanos = now + PART_NANOS;
            for (String name : names.after(lastInPart, (names.all().size() + PARTS - 1) / PARTS)) {
                unknown.add(name);
                lastInPart = name;
            }
        }
    }

    /** Returns the names of all sequences. */
    SweptNames names() {
        return names;
    }

    /** Returns those that are to be looked at now, of each kind those that have waited longest. */
    List<String> next() {
        return Stream.concat(
                        unknown.stream().limit(LOOKS_AT_ONCE),
                        unsettled.stream().limit(LOOKS_AGAIN_AT_ONCE))
                .toList();
    }

    /** Returns the watch for the state of a sequence. */
    Watch watch(String name) {
        return new StateWatch(name, calls);
    }

    /**
     * Notes that a sequence was looked at.
     *
     * @param settled whether the watch reports every change; if not, it is looked at again, when its turn comes
     */
    void looked(String name, boolean settled) {
        unknown.remove(name);
        unsettled.remove(name);
        if (!settled) {
            unsettled.add(name);
        }
    }
}
