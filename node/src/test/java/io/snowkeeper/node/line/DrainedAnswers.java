package io.snowkeeper.node.line;

import io.netty.buffer.ByteBuf;
import io.snowkeeper.node.stream.StreamSession;

/** Makes a session answer its requests, however long that takes. */
final class DrainedAnswers {

    private DrainedAnswers() {}

    /** Answers all lines that came in. */
    static void write(LineSession session, ByteBuf out) {
        StreamSession.Step step = session.answerNext(out);
        while (step == StreamSession.Step.ANSWERED || step == StreamSession.Step.PENDING) {
            step = next(session, out);
        }
    }

    /**
     * Answers one line, which is read by the parser.
     *
     * @return whether the session goes on
     */
    static boolean write(LineSession session, ByteBuf line, ByteBuf out) {
        StreamSession.Step step = session.begin(line, out);
        while (session.isBusy()) {
            step = next(session, out);
        }
        return step != StreamSession.Step.ENDED;
    }

    private static StreamSession.Step next(LineSession session, ByteBuf out) {
        while (!session.advance()) {
            Thread.onSpinWait();
        }
        return session.answerNext(out);
    }
}
