package io.snowkeeper.core.sortable;

import static java.util.Objects.requireNonNull;

/**
 * How the 16 bytes of a sortable id are shared out: time since 1970, counter, node, from the first byte to the last,
 * each with its highest byte first. So ids compare as unsigned bytes in the order in which one node issued them.
 *
 * @param unit the unit of the time
 * @param timeBytes what is left of the 16, at least 1
 * @param counterBytes 1 to 6
 * @param nodeBytes 1 to 7
 */
public record SortableLayout(SortableUnit unit, int timeBytes, int counterBytes, int nodeBytes) {

    /** The length of an id in bytes. */
    public static final int ID_BYTES = 16;

    /** 6 bytes of seconds, 6 of counter, 4 of node: 281 trillion ids a second. */
    public static final SortableLayout SECOND = new SortableLayout(SortableUnit.SECOND, 6, 6, 4);

    /** 8 bytes of milliseconds, 4 of counter, 4 of node: 4.3 billion ids a millisecond. */
    public static final SortableLayout MILLISECOND = new SortableLayout(SortableUnit.MILLISECOND, 8, 4, 4);

    /** 11 bytes of nanoseconds, 2 of counter, 3 of node: 65,536 ids for each reading of the stopwatch. */
    public static final SortableLayout NANOSECOND = new SortableLayout(SortableUnit.NANOSECOND, 11, 2, 3);

    private static final int MAX_COUNTER_BYTES = 6;
    private static final int MAX_NODE_BYTES = 7;

    /** @throws IllegalArgumentException if a width is out of its range, or the widths do not sum to 16 */
    public SortableLayout {
        requireNonNull(unit, "unit");
        requireWidth("timeBytes", timeBytes, ID_BYTES - 2);
        requireWidth("counterBytes", counterBytes, MAX_COUNTER_BYTES);
        requireWidth("nodeBytes", nodeBytes, MAX_NODE_BYTES);
        if (timeBytes + counterBytes + nodeBytes != ID_BYTES) {
            throw new IllegalArgumentException("widths must sum to 16: %d+%d+%d sum to %d"
                    .formatted(timeBytes, counterBytes, nodeBytes, timeBytes + counterBytes + nodeBytes));
        }
    }

    /** Returns the widths as {@code 8+4+4}. */
    public String widths() {
        return timeBytes + "+" + counterBytes + "+" + nodeBytes;
    }

    /** Returns the highest time in units since 1970: what its bytes or a long can hold. */
    public long maxTime() {
        return maxOf(timeBytes);
    }

    /** Returns the highest counter of a tick; the lowest is 0. */
    public long maxCounter() {
        return maxOf(counterBytes);
    }

    /** Returns the highest node; the lowest is 0. */
    public long maxNode() {
        return maxOf(nodeBytes);
    }

    /**
     * Puts an id together.
     *
     * @param time units since 1970
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

    /** Returns the time of an id, in units since 1970; of more bytes than a long has, the last ones. */
    public long timeOf(SortableId id) {
        return bits(id, tailBits()) & maxTime();
    }

    /** Returns the counter of an id. */
    public long counterOf(SortableId id) {
        return bits(id, nodeBits()) & maxCounter();
    }

    /** Returns the node of an id. */
    public long nodeOf(SortableId id) {
        return id.low() & maxNode();
    }

    long high(long time, long counter) {
        return highOf(time, tailBits()) | highOf(counter, nodeBits());
    }

    long low(long time, long counter, long node) {
        return lowOf(time, tailBits()) | lowOf(counter, nodeBits()) | node;
    }

    int counterBits() {
        return counterBytes * Byte.SIZE;
    }

    private int nodeBits() {
        return nodeBytes * Byte.SIZE;
    }

    private int tailBits() {
        return (counterBytes + nodeBytes) * Byte.SIZE;
    }

    /** The upper half of a value shifted left by 8 to 104 within 128 bits. */
    private static long highOf(long value, int shift) {
        return shift >= Long.SIZE ? value << (shift - Long.SIZE) : value >>> (Long.SIZE - shift);
    }

    /** The lower half of it. */
    private static long lowOf(long value, int shift) {
        return shift >= Long.SIZE ? 0 : value << shift;
    }

    /** The 64 bits of an id that begin at the given one, counted from the lowest. */
    private static long bits(SortableId id, int from) {
        return from >= Long.SIZE
                ? id.high() >>> (from - Long.SIZE)
                : id.high() << (Long.SIZE - from) | id.low() >>> from;
    }

    private static long maxOf(int bytes) {
        return bytes >= Long.BYTES ? Long.MAX_VALUE : (1L << (bytes * Byte.SIZE)) - 1;
    }

    private static void requireWidth(String name, int bytes, int max) {
        if (bytes < 1 || bytes > max) {
            throw new IllegalArgumentException("must be >= 1 && <= %d: %s=%d".formatted(max, name, bytes));
        }
    }

    private static void requirePart(String name, long value, long max) {
        if (value < 0 || value > max) {
            throw new IllegalArgumentException("must be >= 0 && <= %d: %s=%d".formatted(max, name, value));
        }
    }
}
