package io.snowkeeper.node;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Changes bytes as a fuzzer does: some are flipped, cut out, repeated, or replaced by inputs that parsers stumble over,
 * and crossed with those from before. The same seed and the same bytes, the same changes.
 */
public final class MutatedBytes {

    private final Random random;
    private final List<byte[]> stumblingBlocks;
    private byte[] former = {};

    /** @param stumblingBlocks inputs that parsers of these bytes stumble over */
    public MutatedBytes(long seed, List<byte[]> stumblingBlocks) {
        this.random = new Random(seed);
        this.stumblingBlocks = stumblingBlocks;
    }

    /**
     * Returns the seeds of a run: {@code -Dsnowkeeper.fuzz.seeds=100000} goes on for hours; {@code -Dsnowkeeper.fuzz.first} is the
     * one to begin with.
     */
    public static LongStream seeds() {
        long first = Long.getLong("snowkeeper.fuzz.first", 20261121);
        return LongStream.range(first, first + Long.getLong("snowkeeper.fuzz.seeds", 40));
    }

    /** Returns bytes as they were made, or changed up to three times. */
    public byte[] of(byte[] right) {
        byte[] bytes = right;
        for (int times = random.nextInt(4); times > 0; times--) {
            bytes = spoil(bytes);
        }
        former = bytes;
        return bytes;
    }

    private byte[] spoil(byte[] bytes) {
        int from = random.nextInt(bytes.length + 1);
        int to = from + random.nextInt(bytes.length + 1 - from);
        byte[] block = stumblingBlocks.get(random.nextInt(stumblingBlocks.size()));
        byte[] none = {};
        return switch (random.nextInt(6)) {
            case 0 -> join(bytes, from, block, bytes, from);
            case 1 -> join(bytes, from, block, bytes, to);
            case 2 -> join(bytes, from, none, bytes, to);
            case 3 -> join(bytes, to, none, bytes, from);
            case 4 -> join(bytes, from, none, former, random.nextInt(former.length + 1));
            default -> flip(bytes);
        };
    }

    private byte[] flip(byte[] bytes) {
        byte[] flipped = bytes.clone();
        if (flipped.length > 0) {
            flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return flipped;
    }

    private static byte[] join(byte[] head, int to, byte[] middle, byte[] tail, int from) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        joined.write(head, 0, to);
        joined.writeBytes(middle);
        joined.write(tail, from, tail.length - from);
        return joined.toByteArray();
    }

    /** Returns stumbling blocks that are text. */
    public static List<byte[]> utf8(String... texts) {
        return Stream.of(texts).map(text -> text.getBytes(UTF_8)).toList();
    }
}
