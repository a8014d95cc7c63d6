package io.snowkeeper.node.line;

import io.netty.buffer.ByteBuf;
import io.netty.util.concurrent.FastThreadLocal;
import io.snowkeeper.node.line.codec.FastPathRequest;
import io.snowkeeper.node.line.codec.LineBuffer;

/**
 * The fast path from the bytes of a request to the bytes of its answer, for lines that a {@link FastPathRequest} recognises.
 * The input is copied once into an array of the thread, where it is read without a check of each access.
 */
final class FastPath {

    /** The most input looked at together: as much as one read brings. */
    private static final int WINDOW = 64 * 1024;

    private static final FastThreadLocal<FastPath> OF_THREAD = new FastThreadLocal<>() {
        @Override
        protected FastPath initialValue() {
            return new FastPath();
        }
    };

    private final byte[] window = new byte[WINDOW + FastPathRequest.ROOM_BEHIND];
    private final FastPathRequest request = new FastPathRequest();

    private FastPath() {}

    /** Returns the one whose arrays belong to this thread. */
    static FastPath ofThread() {
        return OF_THREAD.get();
    }

    /**
     * Answers lines up to the first one that has to go the slow path, or until enough is written. Takes those that were
     * answered from the input.
     *
     * @param enough how many bytes of answers
     * @return whether any line was answered
     */
    boolean answer(LineBuffer lines, LineSession session, ByteBuf out, int enough) {
        int length = lines.peek(window, WINDOW);
        int at = 0;
        while (at < length
                && out.readableBytes() < enough
                && request.read(window, at, length)
                && session.begin(request, out)) {
            at = request.end();
        }
        lines.skip(at);
        return at > 0;
    }
}
