package io.snowkeeper.node.line;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Keys of eight letters that have one hash in Jackson's table of names, with any seed. */
public final class CollidingKeys {

    private static final int MULTIPLIER = 33;
    private static final int INVERSE = inverseOf(MULTIPLIER);
    private static final int TARGET = 0x5eed_1234;
    private static final String LETTERS =
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.!#$%&()*+;<=>?@[]^{|}~";

    private CollidingKeys() {}

    /** Returns {@code count} of them, always the same ones. */
    public static List<String> keys(int count) {
        List<String> keys = new ArrayList<>();
        for (long i = 0; keys.size() < count; i++) {
            int first = quad(i);
            int mixed = first + (first >>> 15);
            mixed ^= mixed >>> 9;
            int second = INVERSE * (TARGET - mixed);
            String key = text(first) + text(second);
            if (key.chars().allMatch(letter -> LETTERS.indexOf(letter) >= 0)) {
                keys.add(key);
            }
        }
        return keys;
    }

    private static int quad(long number) {
        int quad = 0;
        long rest = number;
        for (int i = 0; i < Integer.BYTES; i++) {
            quad = quad << Byte.SIZE | LETTERS.charAt((int) (rest % LETTERS.length()));
            rest /= LETTERS.length();
        }
        return quad;
    }

    private static String text(int quad) {
        return new String(ByteBuffer.allocate(Integer.BYTES).putInt(quad).array(), StandardCharsets.ISO_8859_1);
    }

    /** Returns the number that makes 1 of an odd one, modulo 2 to the 32nd. */
    private static int inverseOf(int odd) {
        int inverse = odd;
        for (int i = 0; i < 5; i++) {
            inverse *= 2 - odd * inverse;
        }
        return inverse;
    }
}
