package io.snowkeeper.node.redis;

import io.netty.buffer.ByteBuf;
import io.netty.util.concurrent.FastThreadLocal;
import io.snowkeeper.node.redis.codec.FastCommand;
import io.snowkeeper.node.stream.InputBytes;

/**
 * The fast path from the bytes of a command to the bytes of its answer, for what a {@link FastCommand} recognises. The input is
 * copied once into an array of the thread, where it is read without a check of each access.
 */
final class FastPath {

    /**
     * What is looked at first, which is all that most reads bring. Who sends what goes the slow path has no more copied for each
     * of it, however much comes behind.
     */
    private static final int FIRST_WINDOW = 2 * 1024;

    /** What is looked at together at the most: as much as one read brings. */
    private static final int WINDOW = 64 * 1024;

    private static final int GROWTH = 4;

    private static final FastThreadLocal<FastPath> OF_THREAD = new FastThreadLocal<>() {
        @Override
        protected FastPath initialValue() {
            return new FastPath();
        }
    };

    private final byte[] window = new byte[WINDOW + FastCommand.ROOM_BEHIND];
    private final FastCommand command = new FastCommand();

    private FastPath() {}

    /** Returns the one whose arrays belong to this thread. */
    static FastPath ofThread() {
        return OF_THREAD.get();
    }

    /**
     * Answers commands up to the first one that has to go the slow path, or until enough is written. Takes those that were
     * answered from the input.
     *
     * @param enough how many bytes of answers
     * @return whether any command was answered
     */
    boolean answer(InputBytes input, RespSession session, ByteBuf out, int enough) {
        boolean any = false;
        int size = FIRST_WINDOW;
        while (true) {
            int taken = answer(input.peek(window, size), session, out, enough);
            input.bytes().skipBytes(taken);
            any = any || taken > 0;
            if (taken <= size - FastCommand.MAX_LENGTH || out.readableBytes() >= enough) {
                return any;
            }
            // What comes next may go on behind the window.
            size = Math.min(WINDOW, GROWTH * size);
        }
    }

    /** Answers what is in the window, and returns how much of it was taken. */
    private int answer(int length, RespSession session, ByteBuf out, int enough) {
        int at = 0;
        while (at < length
                && out.readableBytes() < enough
                && command.read(window, at, length)
                && session.begin(command, out)) {
            at = command.end();
        }
        return at;
    }
}
