package io.snowkeeper.node.line.codec;

import io.netty.buffer.ByteBuf;
import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.core.text.SortableIdFormat;
import java.util.Iterator;
import java.util.List;

/** A list of sortable ids on its way out. */
final class SortableIdList implements ChunkedList {

    private final Iterator<SortableId> ids;
    private final SortableIdFormat format;
    private boolean begun;

    SortableIdList(List<SortableId> ids, SortableIdFormat format) {
        this.ids = ids.iterator();
        this.format = format;
    }

    @Override
    public boolean write(ByteBuf out, int maxElements) {
        for (int i = 0; i < maxElements && ids.hasNext(); i++) {
            JsonWriter.raw(out, begun ? ", \"" : "\"");
            JsonWriter.raw(out, format.format(ids.next()));
            out.writeByte('"');
            begun = true;
        }
        return !ids.hasNext();
    }
}
