package io.snowkeeper.loadtest.uniqueness;

import java.util.Arrays;

/** Sorted numbers, each written as its distance from the one before, 7 bits a byte. */
final class PackedIds {

    private static final int MAX_BYTES_EACH = 10;

    private final byte[] bytes;
    private final int count;

    private PackedIds(byte[] bytes, int count) {
        this.bytes = bytes;
        this.count = count;
    }

    /** @param sorted in ascending order as far as {@code count} */
    static PackedIds of(long[] sorted, int count) {
        byte[] bytes = new byte[2 * count + MAX_BYTES_EACH];
        int end = 0;
        long before = 0;
        for (int i = 0; i < count; i++) {
            if (bytes.length - end < MAX_BYTES_EACH) {
                bytes = Arrays.copyOf(bytes, bytes.length + bytes.length / 2 + MAX_BYTES_EACH);
            }
            // The distance may not fit into a signed long; without a sign it does.
            long distance = sorted[i] - before;
            while ((distance & ~0x7FL) != 0) {
                bytes[end++] = (byte) ((distance & 0x7F) | 0x80);
                distance >>>= 7;
            }
            bytes[end++] = (byte) distance;
            before = sorted[i];
        }
        return new PackedIds(Arrays.copyOf(bytes, end), count);
    }

    int bytes() {
        return bytes.length;
    }

    Cursor cursor() {
        return new Cursor();
    }

    /** A cursor over the numbers in ascending order. */
    final class Cursor {

        private int next;
        private int taken;
        private long value;

        /** Returns whether there was one more; it is the {@link #value} from now on. */
        boolean advance() {
            if (taken == count) {
                return false;
            }
            long distance = 0;
            int shift = 0;
            byte part;
            do {
                part = bytes[next++];
                distance |= (part & 0x7FL) << shift;
                shift += 7;
            } while (part < 0);
            value += distance;
            taken++;
            return true;
        }

        long value() {
            return value;
        }
    }
}
