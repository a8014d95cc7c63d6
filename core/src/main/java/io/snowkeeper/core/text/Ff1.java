package io.snowkeeper.core.text;

import java.nio.ByteBuffer;

/**
 * Format-preserving encryption of numbers of {@code digits} digits of base {@code radix}, by one key and one tweak: FF1 of NIST's Special
 * Publication 800-38G (its section 5.1, whose names the comments use). A number is given by its halves, the left one of
 * {@code digits / 2} digits. Thread-safe.
 *
 * @see <a href="https://doi.org/10.6028/NIST.SP.800-38G">SP 800-38G</a>
 */
final class Ff1 {

    private static final int ROUNDS = 10;
    private static final int BLOCK = AesKey.BLOCK;

    /** The two halves of a number. */
    record Halves(long left, long right) {}

    private final AesKey key;

    /** How many numbers of as many digits as the left half, and as the right one, there are. */
    private final long leftNumbers;

    private final long rightNumbers;

    /** {@code b}: the bytes of a half. */
    private final int halfBytes;

    /** {@code d}: the bytes of the pseudo-random function's result that count. */
    private final int usedBytes;

    /**
     * The mask of the last block of {@code P || Q}: the chain of the blocks before it, and the part of it that is the
     * same in each round.
     */
    private final byte[] chained;

    /**
     * @throws IllegalArgumentException if half of the digits are more than 55 bits, or the numbers fewer than the million that the
     *     standard demands
     */
    Ff1(AesKey key, byte[] tweak, int radix, int digits) {
        this.key = key;
        int left = digits / 2;
        int right = digits - left;
        double halfBits = right * Math.log(radix) / Math.log(2);
        if (halfBits > 55 || digits * Math.log10(radix) < 6) {
            throw new IllegalArgumentException(
                    "half of the digits must be at most 55 bits, and all numbers at least a million: radix=%s, digits=%s"
                            .formatted(radix, digits));
        }
        leftNumbers = power(radix, left);
        rightNumbers = power(radix, right);
        halfBytes = (Long.SIZE - Long.numberOfLeadingZeros(rightNumbers - 1) + 7) / 8;
        usedBytes = 4 * ((halfBytes + 3) / 4) + 4;
        chained = chain(tweak, radix, digits, left);
    }

    private static long power(long radix, int exponent) {
        long result = 1;
        for (int i = 0; i < exponent; i++) {
            result *= radix;
        }
        return result;
    }

    /** Goes through all blocks of {@code P || Q} but the last: no round changes them. */
    private byte[] chain(byte[] tweak, int radix, int digits, int left) {
        int length = tweak.length + 1 + halfBytes;
        int blocks = (length + BLOCK - 1) / BLOCK;
        ByteBuffer input = ByteBuffer.allocate(BLOCK * (1 + blocks))
                .put(new byte[] {1, 2, 1, 0})
                .putShort((short) radix)
                .put((byte) ROUNDS)
                .put((byte) left)
                .putInt(digits)
                .putInt(tweak.length)
                .put(tweak);
        byte[] state = new byte[BLOCK];
        for (int block = 0; block < blocks; block++) {
            xor(state, input.array(), block * BLOCK);
            key.encrypt(state);
        }
        xor(state, input.array(), blocks * BLOCK);
        return state;
    }

    private static void xor(byte[] state, byte[] with, int offset) {
        for (int i = 0; i < BLOCK; i++) {
            state[i] ^= with[offset + i];
        }
    }

    Halves encrypt(Halves number) {
        byte[] block = new byte[BLOCK];
        long a = number.left();
        long b = number.right();
        for (int round = 0; round < ROUNDS; round++) {
            long numbers = numbersIn(round);
            long sum = a + pseudoRandom(block, round, b, numbers);
            a = b;
            b = sum < numbers ? sum : sum - numbers;
        }
        return new Halves(a, b);
    }

    Halves decrypt(Halves number) {
        byte[] block = new byte[BLOCK];
        long a = number.left();
        long b = number.right();
        for (int round = ROUNDS - 1; round >= 0; round--) {
            long numbers = numbersIn(round);
            long difference = b - pseudoRandom(block, round, a, numbers);
            b = a;
            a = difference >= 0 ? difference : difference + numbers;
        }
        return new Halves(a, b);
    }

    private long numbersIn(int round) {
        return round % 2 == 0 ? leftNumbers : rightNumbers;
    }

    /** Returns {@code y} modulo the numbers of a half. */
    private long pseudoRandom(byte[] block, int round, long half, long modulus) {
        System.arraycopy(chained, 0, block, 0, BLOCK);
        block[BLOCK - 1 - halfBytes] ^= (byte) round;
        long rest = half;
        for (int i = BLOCK - 1; i >= BLOCK - halfBytes; i--) {
            block[i] ^= (byte) rest;
            rest >>>= 8;
        }
        key.encrypt(block);
        long y = 0;
        for (int i = 0; i < usedBytes; i++) {
            y = (y << 8 | block[i] & 0xff) % modulus;
        }
        return y;
    }
}
