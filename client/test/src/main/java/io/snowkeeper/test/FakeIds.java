package io.snowkeeper.test;

import io.snowkeeper.core.Checks;
import io.snowkeeper.core.api.Ids;
import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.core.sortable.SortableUnit;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;

/**
 * Ids that count: each is one more than the one before, of any kind, so that a test knows them. {@link #faults} has
 * calls fail. Thread-safe.
 */
public final class FakeIds implements Ids {

    private final AtomicLong last;
    private final Faults faults = new Faults();

    /** Begins at 1. */
    public FakeIds() {
        this(1);
    }

    /**
     * Begins at a number.
     *
     * @param first at least 1
     * @throws IllegalArgumentException if it is less
     */
    public FakeIds(long first) {
        Checks.requireAtLeast("first", first, 1);
        this.last = new AtomicLong(first - 1);
    }

    /** Returns the faults of the next calls. */
    public Faults faults() {
        return faults;
    }

    @Override
    public long next() {
        return take(1);
    }

    /** Continues after the other id if that is not below the next number. */
    @Override
    public long nextAfter(long after) {
        Checks.requireAtLeast("after", after, 0);
        return take(1, after);
    }

    @Override
    public long[] next(int count) {
        return several(count).toArray();
    }

    /** Returns an id whose first 8 bytes are 0, and the others the number. */
    @Override
    public SortableId nextSortable(SortableUnit unit) {
        return new SortableId(0, take(1));
    }

    @Override
    public List<SortableId> nextSortable(SortableUnit unit, int count) {
        return several(count).mapToObj(number -> new SortableId(0, number)).toList();
    }

    /** Returns a UUID of version 7 whose time is 0, and whose last 62 bits are the number. */
    @Override
    public UUID nextUuid() {
        return uuid(take(1));
    }

    @Override
    public List<UUID> nextUuids(int count) {
        return several(count).mapToObj(FakeIds::uuid).toList();
    }

    private static UUID uuid(long number) {
        return new UUID(0x7000, Long.MIN_VALUE | number);
    }

    private LongStream several(int count) {
        Checks.requireWithin("count", count, 1, MAX_BATCH);
        long first = take(count);
        return LongStream.range(first, first + count);
    }

    private long take(int count) {
        return take(count, 0);
    }

    /** Returns the first of {@code count} ids above another one. */
    private long take(int count, long after) {
        boolean lost = faults.meet();
        long first = Math.max(last.getAndUpdate(before -> Math.max(before, after) + count), after) + 1;
        if (lost) {
            throw Faults.lost();
        }
        return first;
    }
}
