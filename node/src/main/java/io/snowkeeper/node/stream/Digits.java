package io.snowkeeper.node.stream;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** A writer of numbers as decimal digits, eight at a time: each byte of a long is a digit. */
public final class Digits {

    /** How many bytes from its start a number may touch. Bytes behind the number are not preserved. */
    public static final int ROOM = 24;

    /** The number of values of eight digits. */
    public static final long EIGHT_DIGITS = 100_000_000;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long ASCII_ZEROS = 0x3030303030303030L;

    private Digits() {}

    /**
     * Writes a number without leading zeros.
     *
     * @param value 0 or more
     * @return the index after it
     */
    public static int write(byte[] to, int at, long value) {
        if (value < EIGHT_DIGITS) {
            return writeFirst(to, at, value);
        }
        long rest = value / EIGHT_DIGITS;
        int last = write(to, at, rest);
        return writeEight(to, last, value - rest * EIGHT_DIGITS);
    }

    /** Writes a number below 100,000,000 with its leading zeros. Returns the index after it. */
    public static int writeEight(byte[] to, int at, long value) {
        LONGS.set(to, at, digits(value) | ASCII_ZEROS);
        return at + Long.BYTES;
    }

    /** Copies the digits of a number, as many as there can be before the last eight, and some bytes behind them. */
    public static void copy(byte[] digits, byte[] to, int at) {
        LONGS.set(to, at, (long) LONGS.get(digits, 0));
        LONGS.set(to, at + Long.BYTES, (long) LONGS.get(digits, Long.BYTES));
    }

    private static int writeFirst(byte[] to, int at, long value) {
        long digits = digits(value);
        // The lowest byte is the first digit. The last one is written even if it is a zero.
        int leadingZeros = Math.min(Long.numberOfTrailingZeros(digits) / Byte.SIZE, Long.BYTES - 1);
        LONGS.set(to, at, (digits | ASCII_ZEROS) >>> (leadingZeros * Byte.SIZE));
        return at + Long.BYTES - leadingZeros;
    }

    /**
     * Returns the eight digits of a number, the first one in the lowest byte. Splits it into two numbers of four digits,
     * both of them into two of two digits, those into digits: each step for all parts at once. A division is a
     * multiplication and a shift, exact for numbers of that size.
     */
    private static long digits(long value) {
        long first = value / 10_000;
        long fours = first | (value - first * 10_000) << 32;
        long hundreds = ((fours * 10_486) >>> 20) & 0x0000_007f_0000_007fL;
        long twos = hundreds | (fours - hundreds * 100) << 16;
        long tens = ((twos * 103) >>> 10) & 0x000f_000f_000f_000fL;
        return tens | (twos - tens * 10) << 8;
    }
}
