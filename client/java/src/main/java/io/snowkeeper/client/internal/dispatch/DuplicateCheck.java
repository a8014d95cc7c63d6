package io.snowkeeper.client.internal.dispatch;

import io.snowkeeper.client.internal.wire.InvalidAnswerException;
import java.util.Arrays;

/**
 * A check against ids that come twice, from any servers over any connections: it knows the last one of each of some
 * thousand answers. No id of a fleet comes twice, from any node, before or after a restart; so if one of these comes
 * again, a server is not honest, or two nodes were given the same worker id by hand. Order cannot be checked over
 * several connections: behind one address there may be many nodes, and a later answer may be lower. Not thread-safe.
 */
final class DuplicateCheck {

    /** 32 KiB for each of an id's longs. */
    static final int SIZE = 4_096;

    /** No id has it. */
    private static final long NONE = -1;

    /** 2^64 divided by the golden ratio: multiplying by it spreads values over the upper bits. */
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private static final int SHIFT = Long.SIZE - Integer.numberOfTrailingZeros(SIZE);

    private final int width;

    /** Each id at the place that its hash says, where the latest one stays. */
    private final long[] seen;

    /** @param width how many longs an id has */
    DuplicateCheck(int width) {
        this.width = width;
        this.seen = new long[width * SIZE];
        Arrays.fill(seen, NONE);
    }

    /**
     * Takes the ids of an answer.
     *
     * @param longs the longs of the ids, one id after the other
     * @throws InvalidAnswerException if one was seen before
     */
    void requireNew(long[] longs) {
        for (int at = 0; at < longs.length; at += width) {
            int place = place(longs, at);
            if (Arrays.equals(seen, place, place + width, longs, at, at + width)) {
                throw new InvalidAnswerException(
                        "no id may come twice, and id %s of the answer was given out before".formatted(1 + at / width));
            }
        }
        int last = longs.length - width;
        if (last >= 0) {
            System.arraycopy(longs, last, seen, place(longs, last), width);
        }
    }

    private int place(long[] longs, int at) {
        long hash = 0;
        for (int i = at; i < at + width; i++) {
            hash = (hash ^ longs[i]) * SPREAD;
        }
        return width * (int) (hash >>> SHIFT);
    }
}
