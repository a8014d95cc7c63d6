package io.snowkeeper.node.stream;

import io.netty.buffer.ByteBuf;

/** The input of a session that was not taken yet. Not thread-safe. */
public interface SessionInput {

    /** Adds input, and releases it. */
    void append(ByteBuf more);

    /** Returns how many bytes were not taken yet. */
    int size();

    /** Returns how many bytes of memory that takes. */
    int capacity();

    /** Releases unused memory. */
    void trim();

    /** Drops all of it. */
    void release();
}
