package io.snowkeeper.node.line;

import io.netty.buffer.ByteBuf;
import io.netty.util.concurrent.FastThreadLocal;
import io.snowkeeper.node.line.codec.LineBuffer;
import io.snowkeeper.node.line.codec.PlainRequest;

/**
 * The short way from the bytes of a request to the bytes of its answer, for lines that a {@link PlainRequest} recognises.
 * The input is copied once into an array of the thread, where it is read without a check of each access.
 */
final class PlainLines {

    /** What is looked at together: as much as one read brings. */
    private static final int WINDOW = 64 * 1024;

    private static final FastThreadLocal<PlainLines> OF_THREAD = new FastThreadLocal<>() {
        @Override
        protected PlainLines initialValue() {
            return new PlainLines();
        }
    };

    private final byte[] window = new byte[WINDOW + PlainRequest.ROOM_BEHIND];
    private final PlainRequest request = new PlainRequest();

    private PlainLines() {}

    /** Returns the one whose arrays belong to this thread. */
    static PlainLines ofThread() {
        return OF_THREAD.get();
    }

    /**
     * Answers lines up to the first one that has to go the long way, or until enough is written. Takes those that were
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
