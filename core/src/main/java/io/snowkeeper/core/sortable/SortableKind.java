package io.snowkeeper.core.sortable;

import io.snowkeeper.core.MonotonicClock;
import io.snowkeeper.core.Reservation;

/** The kinds of ids of 16 bytes that each member of a fleet hands out. */
public enum SortableKind {
    /** {@link SortableLayout#SECOND}. */
    SECOND(SortableLayout.SECOND),
    /** {@link SortableLayout#MILLISECOND}. */
    MILLISECOND(SortableLayout.MILLISECOND),
    /** {@link SortableLayout#MICROSECOND}. */
    MICROSECOND(SortableLayout.MICROSECOND),
    /** {@link SortableLayout#NANOSECOND}. */
    NANOSECOND(SortableLayout.NANOSECOND),
    /** UUIDs of version 7, by {@link UuidV7}. */
    UUID_V7(UuidV7.LAYOUT);

    private final SortableLayout layout;

    SortableKind(SortableLayout layout) {
        this.layout = layout;
    }

    /** Returns the kind whose time is counted in a unit. */
    public static SortableKind of(SortableUnit unit) {
        return switch (unit) {
            case SECOND -> SECOND;
            case MILLISECOND -> MILLISECOND;
            case MICROSECOND -> MICROSECOND;
            case NANOSECOND -> NANOSECOND;
        };
    }

    /** Returns how ids of this kind are counted; UUIDs get their version and variant afterwards, by {@link #finish}. */
    public SortableLayout layout() {
        return layout;
    }

    /**
     * Returns a generator of the counted ids for {@link #finish}.
     *
     * @throws IllegalArgumentException if there is no room for the worker id
     */
    public SortableGenerator generator(long workerId, MonotonicClock clock, Reservation reservation) {
        return new SortableGenerator(layout, this == UUID_V7 ? UuidV7.nodeOf(workerId) : workerId, clock, reservation);
    }

    /** Returns the id to hand out for a counted one. */
    public SortableId finish(SortableId counted) {
        return this == UUID_V7 ? UuidV7.from(counted) : counted;
    }
}
