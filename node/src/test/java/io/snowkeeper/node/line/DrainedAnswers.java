package io.snowkeeper.node.line;

import io.netty.buffer.ByteBuf;

/** Has a session answer what it was given, however long that takes. */
final class DrainedAnswers {

    private DrainedAnswers() {}

    /** Answers all lines that came in. */
    static void write(LineSession session, ByteBuf out) {
        LineSession.Step step = session.answerNext(out);
        while (step == LineSession.Step.ANSWERED || step == LineSession.Step.PENDING) {
            step = next(session, out);
        }
    }

    /**
     * Answers one line, which is read by the parser.
     *
     * @return whether the session goes on
     */
    static boolean write(LineSession session, ByteBuf line, ByteBuf out) {
        LineSession.Step step = session.begin(line, out);
        while (session.isBusy()) {
            step = next(session, out);
        }
        return step != LineSession.Step.ENDED;
    }

    private static LineSession.Step next(LineSession session, ByteBuf out) {
        while (!session.advance()) {
            Thread.onSpinWait();
        }
        return session.answerNext(out);
    }
}
