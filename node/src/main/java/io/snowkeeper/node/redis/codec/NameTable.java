package io.snowkeeper.node.redis.codec;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The names that were read last, so that one that comes again makes no text. Not thread-safe. */
final class NameTable {

    /** A power of two. */
    private static final int SIZE = 256;

    private static final int FACTOR = 31;

    private final byte[][] bytes = new byte[SIZE][];
    private final @Nullable String[] names = new @Nullable String[SIZE];

    /** Returns the text of bytes, each of them a character. */
    String of(byte[] input, int from, int length) {
        int hash = length;
        for (int i = from; i < from + length; i++) {
            hash = FACTOR * hash + input[i];
        }
        int place = (hash ^ hash >>> 16) & (SIZE - 1);
        byte[] known = bytes[place];
        String name = names[place];
        if (name != null && known.length == length && Arrays.equals(known, 0, length, input, from, from + length)) {
            return name;
        }
        String read = new String(input, from, length, StandardCharsets.ISO_8859_1);
        bytes[place] = Arrays.copyOfRange(input, from, from + length);
        names[place] = read;
        return read;
    }
}
