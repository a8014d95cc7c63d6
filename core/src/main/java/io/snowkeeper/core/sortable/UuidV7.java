package io.snowkeeper.core.sortable;

import io.snowkeeper.core.Checks;
import java.security.SecureRandom;
import java.util.UUID;

/**
 * The parts of a UUID of version 7 (RFC 9562, section 5.7) as this fleet makes it: from the first bit, 48 bits of Unix milliseconds, the
 * version, the upper 12 bits of the counter ({@code rand_a}), the variant, and in {@code rand_b} the lower 12 bits of the counter, 24 of
 * the worker id and 26 that look random. Time, counter and worker id are never the same twice, so no two of a fleet are equal. UUIDs of
 * one generator increase, as bytes and as text: this is the RFC's fixed-length counter (section 6.2, method 1) beside its node id
 * (section 6.4).
 *
 * <p>The last bits are a hash of the others with a number that each process draws. They keep others from telling the next UUID from the
 * last one at a glance, and are no secret.
 *
 * @param unixMillis 0 to 2^48 - 1, which is in the year 10889
 * @param counter 0 to 2^24 - 1: which one of its millisecond it is
 * @param workerId 0 to 2^24 - 1
 * @param random 0 to 2^26 - 1
 */
public record UuidV7(long unixMillis, int counter, int workerId, int random) {

    /** The highest worker id that there is room for. */
    public static final int MAX_WORKER_ID = (1 << 24) - 1;

    /** How a generator counts: the worker id is the upper part of the node, whose other bits are 0. */
    static final SortableLayout LAYOUT = new SortableLayout(SortableUnit.MILLISECOND, 6, 3, 7);

    private static final int RANDOM_BITS = 26;
    private static final int HALF_OF_COUNTER = 12;
    private static final int VERSION = 7;
    private static final long VARIANT = 0x8000_0000_0000_0000L;

    /** A key of this process. */
    private static final long KEY = new SecureRandom().nextLong();

    /** @throws IllegalArgumentException if a part is out of its range */
    public UuidV7 {
        Checks.requireWithin("unixMillis", unixMillis, 0, LAYOUT.maxTime());
        Checks.requireWithin("counter", counter, 0, LAYOUT.maxCounter());
        Checks.requireWithin("workerId", workerId, 0, MAX_WORKER_ID);
        Checks.requireWithin("random", random, 0, (1 << RANDOM_BITS) - 1);
    }

    /**
     * Takes a UUID apart. In a UUID from another program, the counter, the worker id and the rest mean nothing.
     *
     * @throws IllegalArgumentException if it is not of version 7 and the RFC's variant
     */
    public static UuidV7 of(UUID uuid) {
        if (!isOne(uuid)) {
            throw new IllegalArgumentException(
                    "must be a UUID of version 7 of RFC 9562: version=%s, variant=%s, uuid=%s"
                            .formatted(uuid.version(), uuid.variant(), uuid));
        }
        long high = uuid.getMostSignificantBits();
        long low = uuid.getLeastSignificantBits();
        int lowHalf = (int) (low >>> 50) & 0xfff;
        return new UuidV7(
                high >>> 16,
                (int) (high & 0xfff) << HALF_OF_COUNTER | lowHalf,
                (int) (low >>> RANDOM_BITS) & MAX_WORKER_ID,
                (int) low & ((1 << RANDOM_BITS) - 1));
    }

    /** Returns whether a UUID is of version 7 and the RFC's variant; it may be one that others have made. */
    public static boolean isOne(UUID uuid) {
        return uuid.version() == VERSION && uuid.variant() == 2;
    }

    /** Returns the UUID. */
    public UUID toUuid() {
        return new UUID(high(unixMillis << 16, counter), low(counter, (long) workerId << RANDOM_BITS | random));
    }

    /** Returns the node of a worker id in {@link #LAYOUT}. */
    static long nodeOf(long workerId) {
        Checks.requireWithin("workerId", workerId, 0, MAX_WORKER_ID);
        return workerId << RANDOM_BITS;
    }

    /** Returns the UUID, as an id of the same 16 bytes, that an id of {@link #LAYOUT} becomes: always the same in this process. */
    static SortableId from(SortableId counted) {
        return new SortableId(highOf(counted.high(), counted.low()), lowOf(counted.high(), counted.low()));
    }

    /** Returns the upper half of {@link #from}. */
    static long highOf(long high, long low) {
        return high(high, counterOf(high, low));
    }

    /** Returns the lower half of {@link #from}. */
    static long lowOf(long high, long low) {
        long node = low & LAYOUT.maxNode();
        return low(
                counterOf(high, low),
                node | mixed(high ^ Long.rotateLeft(low, 32) ^ KEY) >>> (Long.SIZE - RANDOM_BITS));
    }

    private static int counterOf(long high, long low) {
        return (int) (high & 0xffff) << Byte.SIZE | (int) (low >>> 56);
    }

    private static long high(long timeInFront, int counter) {
        return timeInFront & 0xffff_ffff_ffff_0000L | (long) VERSION << HALF_OF_COUNTER | counter >>> HALF_OF_COUNTER;
    }

    private static long low(int counter, long rest) {
        return VARIANT | (counter & 0xfffL) << 50 | rest;
    }

    /** The finalizer of SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014; Stafford's variant 13). */
    private static long mixed(long value) {
        long mix = (value ^ value >>> 30) * 0xbf58476d1ce4e5b9L;
        mix = (mix ^ mix >>> 27) * 0x94d049bb133111ebL;
        return mix ^ mix >>> 31;
    }
}
