package io.snowkeeper.node.redis.codec;

import io.netty.buffer.ByteBuf;
import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.core.text.SortableIdFormat;
import io.snowkeeper.node.stream.ChunkedOutput;
import java.util.Iterator;

/** An array of sortable ids on its way out. */
final class SortableIdArray implements ChunkedOutput {

    /** Each has 33 bytes. */
    private static final int IDS_PER_PIECE = 1000;

    private final Iterator<SortableId> ids;
    private final SortableIdFormat format;

    SortableIdArray(SortableIdsMessage message) {
        this.ids = message.ids().iterator();
        this.format = message.format();
    }

    @Override
    public boolean writePiece(ByteBuf out) {
        for (int i = 0; i < IDS_PER_PIECE && ids.hasNext(); i++) {
            AnswerWriter.writeText(out, format.format(ids.next()));
        }
        return !ids.hasNext();
    }
}
