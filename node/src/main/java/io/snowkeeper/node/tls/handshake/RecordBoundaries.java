package io.snowkeeper.node.tls.handshake;

import io.netty.buffer.ByteBuf;

/** The boundaries of a client's TLS records, by the lengths in their headers (RFC 8446, 5.1). */
final class RecordBoundaries {

    private static final int HEADER = 5;

    /** Where the header has the length, in two bytes. */
    private static final int LENGTH_AT = 3;

    /** How many bytes have come of the record that is not whole. */
    private int begun;

    /** The length of the content, as far as it has come. */
    private int length;

    private long number;

    /**
     * Takes in a client's bytes.
     *
     * @return how many bytes have come of a record that is not whole; 0 if all are
     */
    int pass(ByteBuf bytes) {
        int at = bytes.readerIndex();
        while (at < bytes.writerIndex()) {
            if (begun < HEADER) {
                header(bytes.getUnsignedByte(at));
                at++;
            } else {
                int more = Math.min(HEADER + length - begun, bytes.writerIndex() - at);
                begun += more;
                at += more;
            }
            if (begun >= HEADER && begun == HEADER + length) {
                begun = 0;
                length = 0;
                number++;
            }
        }
        return begun();
    }

    /** Returns how many bytes have come of the record that is not whole. */
    int begun() {
        return begun;
    }

    /** Returns which record it is. */
    long number() {
        return number;
    }

    private void header(int value) {
        if (begun >= LENGTH_AT) {
            length = length << Byte.SIZE | value;
        }
        begun++;
    }
}
