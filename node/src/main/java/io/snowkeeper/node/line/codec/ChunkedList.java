package io.snowkeeper.node.line.codec;

import io.netty.buffer.ByteBuf;

/** A list in an answer that is written piece by piece, with a comma and a space between its elements. Not thread-safe. */
interface ChunkedList {

    /**
     * Appends some of the elements that are left.
     *
     * @param out a buffer with an array
     * @return whether none is left then
     */
    boolean write(ByteBuf out, int maxElements);
}
