package io.snowkeeper.node.line;

import io.netty.buffer.ByteBuf;
import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.core.text.SortableIdFormat;
import java.util.List;

/** A list of sortable ids on its way out. */
final class SortableIdList implements LongList {

    private final List<SortableId> ids;
    private final SortableIdFormat format;
    private int written;

    SortableIdList(List<SortableId> ids, SortableIdFormat format) {
        this.ids = ids;
        this.format = format;
    }

    @Override
    public boolean write(ByteBuf out, int maxElements) {
        int end = Math.min(ids.size(), written + maxElements);
        for (; written < end; written++) {
            JsonWriter.raw(out, written == 0 ? "\"" : ", \"");
            JsonWriter.raw(out, format.format(ids.get(written)));
            out.writeByte('"');
        }
        return written == ids.size();
    }
}
