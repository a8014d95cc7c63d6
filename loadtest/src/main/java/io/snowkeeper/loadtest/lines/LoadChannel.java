package io.snowkeeper.loadtest.lines;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A non-blocking channel of bytes, plain or with TLS. Not thread-safe. */
interface LoadChannel {

    /** Takes bytes to send, and returns how many. */
    int write(ByteBuffer bytes) throws IOException;

    /** Returns whether all that was taken has been sent; to be called again when the socket takes more. */
    boolean flush() throws IOException;

    /**
     * Reads the available bytes, and returns how many, or -1 at the end. The buffer has to have room for all that can
     * come.
     */
    int read(ByteBuffer bytes) throws IOException;
}
