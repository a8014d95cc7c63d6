package io.snowkeeper.core.sortable;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Longs in byte arrays, the highest byte first. */
final class BigEndian {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private BigEndian() {}

    static long readLong(byte[] source, int offset) {
        return (long) LONGS.get(source, offset);
    }

    static void writeLong(byte[] target, int offset, long value) {
        LONGS.set(target, offset, value);
    }
}
