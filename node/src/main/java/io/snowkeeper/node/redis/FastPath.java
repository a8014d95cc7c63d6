package io.snowkeeper.node.redis;

import io.netty.buffer.ByteBuf;
import io.netty.util.concurrent.FastThreadLocal;
import io.snowkeeper.node.redis.codec.FastCommand;
import io.snowkeeper.node.stream.InputBytes;

/**
 * The fast path from the bytes of a command to the bytes of its answer, for commands that {@link FastCommand}
 * recognises. The input is copied once into an array of the thread, where it is read without a check of each access.
 */
final class FastPath {

    /**
     * The size of the first look, which covers most reads. For a command of the slow path no more is copied, however
     * much input follows.
     */
    private static final int FIRST_WINDOW = 2 * 1024;

    /** The most input looked at together: as much as one read brings. */
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
            // The next command may extend behind the window.
            size = Math.min(WINDOW, GROWTH * size);
        }
    }

    /** Answers the commands in the window, and returns how many bytes were taken. */
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
