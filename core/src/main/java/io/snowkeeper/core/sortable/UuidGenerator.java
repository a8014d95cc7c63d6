package io.snowkeeper.core.sortable;

import io.snowkeeper.core.IdUnavailableException;
import io.snowkeeper.core.MonotonicClock;
import io.snowkeeper.core.Reservation;
import java.util.Objects;
import java.util.UUID;

/**
 * A generator of UUIDs of version 7 for one worker id; {@link UuidV7} describes their bits. They strictly increase as
 * unsigned bytes and as text, over all threads; {@link UUID#compareTo} compares signed numbers. 16.7 million fit into a
 * millisecond; one more waits for the next.
 *
 * <p>Thread-safe and lock-free.
 */
public final class UuidGenerator {

    private final SortableGenerator ids;

    /**
     * Makes a generator for a worker id that is fixed by configuration. The caller sees to it that no other generator has the same
     * worker id, and that after a restart the clock reads more than before it.
     *
     * @param workerId 0 to {@link UuidV7#MAX_WORKER_ID}
     * @throws IllegalArgumentException if the worker id is out of its range
     */
    public UuidGenerator(long workerId) {
        this(workerId, new MonotonicClock(), Reservation.unlimited());
    }

    /**
     * Makes a generator for a worker id that is leased.
     *
     * @param workerId 0 to {@link UuidV7#MAX_WORKER_ID}
     * @param clock where the time is read
     * @param reservation the milliseconds that may be used: those above its floor, up to its limit
     * @throws IllegalArgumentException if the worker id is out of its range
     */
    public UuidGenerator(long workerId, MonotonicClock clock, Reservation reservation) {
        ids = SortableKind.UUID_V7.generator(workerId, clock, reservation);
    }

    /**
     * Issues one UUID.
     *
     * @throws IdUnavailableException as {@link MonotonicSequencer#next} does
     */
    public UUID next() {
        return UuidV7.from(ids.next()).toUuid();
    }

    /**
     * Issues one UUID into an array. Nothing is allocated.
     *
     * @param offset the index of its first byte
     * @throws IndexOutOfBoundsException if there are not 16 bytes from the offset on
     * @throws IdUnavailableException as {@link #next()} does
     */
    public void next(byte[] target, int offset) {
        ids.next(target, offset);
        finish(target, offset);
    }

    /**
     * Issues increasing UUIDs into an array, one after another. All or nothing: if an exception is thrown, the written
     * bytes must not be used; drawn ids are never issued again. Nothing is allocated.
     *
     * @param offset the index of the first byte of the first one
     * @param count how many, at least 0
     * @throws IndexOutOfBoundsException if there are not 16 bytes for each from the offset on
     * @throws IdUnavailableException as {@link #next()} does
     */
    public void next(byte[] target, int offset, int count) {
        Objects.checkFromIndexSize(offset, (long) count * SortableLayout.ID_BYTES, target.length);
        ids.next(target, offset, count);
        for (int i = 0; i < count; i++) {
            finish(target, offset + i * SortableLayout.ID_BYTES);
        }
    }

    private static void finish(byte[] target, int offset) {
        long high = BigEndian.readLong(target, offset);
        long low = BigEndian.readLong(target, offset + Long.BYTES);
        BigEndian.writeLong(target, offset, UuidV7.highOf(high, low));
        BigEndian.writeLong(target, offset + Long.BYTES, UuidV7.lowOf(high, low));
    }

    /** Returns the Unix millisecond of the last UUID; if nothing was issued, one that lies before. */
    public long lastMillis() {
        return ids.lastMillis();
    }

    /**
     * Ends the generator for good. When this returns, no thread can take another UUID from it. Closing again changes nothing.
     *
     * @return the same as {@link #lastMillis}
     */
    public long close() {
        return ids.close();
    }
}
