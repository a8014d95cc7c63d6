package io.snowkeeper.node.service;

import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.core.sortable.SortableLayout;
import java.util.AbstractList;
import java.util.Objects;
import java.util.RandomAccess;

/** Sortable ids as the bytes that they are: half of what they take as objects, since an answer may wait for its client for long. */
final class PackedSortableIds extends AbstractList<SortableId> implements RandomAccess {

    private final byte[] bytes;

    /** @param bytes not copied, and ours from now on */
    PackedSortableIds(byte[] bytes) {
        this.bytes = bytes;
    }

    @Override
    public SortableId get(int index) {
        return SortableId.fromBytes(bytes, Objects.checkIndex(index, size()) * SortableLayout.ID_BYTES);
    }

    @Override
    public int size() {
        return bytes.length / SortableLayout.ID_BYTES;
    }
}
