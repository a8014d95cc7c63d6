package io.snowkeeper.node.line.codec;

import io.netty.buffer.ByteBuf;
import io.snowkeeper.node.stream.ChunkedOutput;

/**
 * The rest of an answer with many ids that is still to be written: those, then the end of the line. Not thread-safe.
 */
public final class ChunkedAnswer implements ChunkedOutput {

    /** About 21 KB, or 36 KB of sortable ones. */
    private static final int IDS_PER_PIECE = 1000;

    private final ChunkedList ids;
    private final byte[] end;

    ChunkedAnswer(ChunkedList ids, byte[] end) {
        this.ids = ids;
        this.end = end;
    }

    @Override
    public boolean writePiece(ByteBuf out) {
        if (!ids.write(out, IDS_PER_PIECE)) {
            return false;
        }
        out.writeBytes(end);
        return true;
    }
}
