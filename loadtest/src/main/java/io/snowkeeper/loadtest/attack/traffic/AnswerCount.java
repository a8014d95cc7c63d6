package io.snowkeeper.loadtest.attack.traffic;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;

/** A counter of HTTP/1.1 answers by how each begins, in bytes that come in any pieces. Not thread-safe. */
final class AnswerCount {

    private static final byte[] BEGIN = "HTTP/1.1 ".getBytes(US_ASCII);

    private int matched;
    private long answers;

    /** Takes a piece, and leaves its reader index where it is. */
    void add(ByteBuf bytes) {
        for (int i = bytes.readerIndex(); i < bytes.writerIndex(); i++) {
            byte next = bytes.getByte(i);
            if (next == BEGIN[matched]) {
                matched++;
            } else {
                matched = next == BEGIN[0] ? 1 : 0;
            }
            if (matched == BEGIN.length) {
                matched = 0;
                answers++;
            }
        }
    }

    /** Returns how many have begun. */
    long answers() {
        return answers;
    }
}
