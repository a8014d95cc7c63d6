package io.snowkeeper.core.sortable;

import static io.snowkeeper.core.Checks.requireWithin;

/**
 * The layout of the 16 bytes of a sortable id: time since 1970, counter, node, from the first byte to the last, each
 * with its highest byte first. So ids compare as unsigned bytes in the order in which one node issued them.
 *
 * <p>Times, counters and nodes are unsigned longs. If a part has more than 8 bytes, the first ones are 0.
 *
 * @param tickNanos the unit of the time in nanoseconds, 1 to 1,000,000,000: one counter runs per tick
 * @param timeBytes the rest of the 16, at least 1
 * @param counterBytes 0 to 14; 0 for one id per tick
 * @param nodeBytes 1 to 15
 */
public record SortableLayout(long tickNanos, int timeBytes, int counterBytes, int nodeBytes) {

    /** The length of an id in bytes. */
    public static final int ID_BYTES = 16;

    /** 6 bytes of seconds, 6 of counter, 4 of node: 281 trillion ids a second. */
    public static final SortableLayout SECOND = new SortableLayout(SortableUnit.SECOND, 6, 6, 4);

    /** 8 bytes of milliseconds, 4 of counter, 4 of node: 4.3 billion ids a millisecond. */
    public static final SortableLayout MILLISECOND = new SortableLayout(SortableUnit.MILLISECOND, 8, 4, 4);

    /** 8 bytes of microseconds, 4 of counter, 4 of node: 4.3 billion ids a microsecond. */
    public static final SortableLayout MICROSECOND = new SortableLayout(SortableUnit.MICROSECOND, 8, 4, 4);

    /** 11 bytes of nanoseconds, 2 of counter, 3 of node: 65,536 ids for each reading of the stopwatch. */
    public static final SortableLayout NANOSECOND = new SortableLayout(SortableUnit.NANOSECOND, 11, 2, 3);

    /** @throws IllegalArgumentException if the unit or a width is out of its range, or the widths do not sum to 16 */
    public SortableLayout {
        new TickLength(tickNanos);
        requireWithin("timeBytes", timeBytes, 1, ID_BYTES - 1);
        requireWithin("counterBytes", counterBytes, 0, ID_BYTES - 2);
        requireWithin("nodeBytes", nodeBytes, 1, ID_BYTES - 1);
        if (timeBytes + counterBytes + nodeBytes != ID_BYTES) {
            throw new IllegalArgumentException("widths must sum to 16: %s+%s+%s sum to %s"
                    .formatted(timeBytes, counterBytes, nodeBytes, timeBytes + counterBytes + nodeBytes));
        }
    }

    /**
     * Makes a layout that counts in a unit with a name.
     *
     * @throws IllegalArgumentException if a width is out of its range, or the widths do not sum to 16
     */
    public SortableLayout(SortableUnit unit, int timeBytes, int counterBytes, int nodeBytes) {
        this(unit.nanos(), timeBytes, counterBytes, nodeBytes);
    }

    /** Returns the widths as {@code 8+4+4}. */
    public String widths() {
        return timeBytes + "+" + counterBytes + "+" + nodeBytes;
    }

    /** Returns the highest time in ticks since 1970, unsigned: the capacity of its bytes or of a long. */
    public long maxTime() {
        return maxOf(timeBytes);
    }

    /** Returns the highest counter of a tick, unsigned: the capacity of its bytes or of a long. The lowest is 0. */
    public long maxCounter() {
        return maxOf(counterBytes);
    }

    /** Returns the highest node, unsigned: the capacity of its bytes or of a long. The lowest is 0. */
    public long maxNode() {
        return maxOf(nodeBytes);
    }

    /**
     * Puts an id together.
     *
     * @param time ticks since 1970
     * @throws IllegalArgumentException if a part does not fit into its bytes
     */
    public SortableId compose(long time, long counter, long node) {
        requireParts(time, counter, node);
        return new SortableId(high(time, counter), low(time, counter, node));
    }

    void requireParts(long time, long counter, long node) {
        requirePart("time", time, maxTime());
        requirePart("counter", counter, maxCounter());
        requirePart("node", node, maxNode());
    }

    static void requirePart(String name, long value, long max) {
        if (Long.compareUnsigned(value, max) > 0) {
            throw new IllegalArgumentException(
                    "must be >= 0 && <= %s: %s=%s".formatted(Long.toUnsignedString(max), name, value));
        }
    }

    /**
     * Returns the time of an id, in ticks since 1970.
     *
     * @throws IllegalArgumentException if the time has more than 8 bytes, and the id more in them than a long can hold: no
     *     id of this layout has
     */
    public long timeOf(SortableId id) {
        return part("time", id, counterBytes + nodeBytes, timeBytes);
    }

    /**
     * Returns the counter of an id.
     *
     * @throws IllegalArgumentException as {@link #timeOf} does, for the counter
     */
    public long counterOf(SortableId id) {
        return part("counter", id, nodeBytes, counterBytes);
    }

    /**
     * Returns the node of an id.
     *
     * @throws IllegalArgumentException as {@link #timeOf} does, for the node
     */
    public long nodeOf(SortableId id) {
        return part("node", id, 0, nodeBytes);
    }

    long high(long time, long counter) {
        return highOf(time, tailBits()) | highOf(counter, nodeBits());
    }

    long low(long time, long counter, long node) {
        return lowOf(time, tailBits()) | lowOf(counter, nodeBits()) | node;
    }

    TickLength ticks() {
        return new TickLength(tickNanos);
    }

    private int nodeBits() {
        return nodeBytes * Byte.SIZE;
    }

    private int tailBits() {
        return (counterBytes + nodeBytes) * Byte.SIZE;
    }

    /** The upper half of a value shifted left by 8 to 120 within 128 bits. */
    private static long highOf(long value, int shift) {
        return shift >= Long.SIZE ? value << (shift - Long.SIZE) : value >>> (Long.SIZE - shift);
    }

    /** The lower half of it. */
    private static long lowOf(long value, int shift) {
        return shift >= Long.SIZE ? 0 : value << shift;
    }

    /** Returns the part of some bytes that has others after it. */
    private static long part(String name, SortableId id, int bytesAfter, int bytes) {
        SortableId rest = shiftedRight(id, bytesAfter * Byte.SIZE);
        long surplus = rest.high() & maxOf(Math.max(bytes - Long.BYTES, 0));
        if (surplus != 0) {
            throw new IllegalArgumentException("the first %s of the %s bytes of the %s must be 0: id=%s"
                    .formatted(bytes - Long.BYTES, bytes, name, id));
        }
        return rest.low() & maxOf(bytes);
    }

    private static SortableId shiftedRight(SortableId id, int bits) {
        if (bits == 0) {
            return id;
        }
        return bits >= Long.SIZE
                ? new SortableId(0, id.high() >>> (bits - Long.SIZE))
                : new SortableId(id.high() >>> bits, id.high() << (Long.SIZE - bits) | id.low() >>> bits);
    }

    private static long maxOf(int bytes) {
        return bytes >= Long.BYTES ? -1 : (1L << (bytes * Byte.SIZE)) - 1;
    }
}
