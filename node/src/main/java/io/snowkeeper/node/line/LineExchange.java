package io.snowkeeper.node.line;

import io.netty.buffer.ByteBuf;

/** Answers what comes in, line by line, until the input ends or a line is too long. Not thread-safe. */
final class LineExchange {

    /** What came of an attempt to answer a line. */
    enum Step {
        /** A line was answered; there may be another one. */
        ANSWERED,
        /** There is no whole line. */
        NEEDS_INPUT,
        /** Nothing is answered any more. */
        ENDED
    }

    private final LineSession session;
    private final LineBuffer lines;
    private boolean ended;

    LineExchange(LineSession session, LineBuffer lines) {
        this.session = session;
        this.lines = lines;
    }

    /** Adds input, and releases it. */
    void append(ByteBuf input) {
        if (ended) {
            input.release();
        } else {
            lines.append(input);
        }
    }

    /** Says that nothing more is appended. */
    void endInput() {
        lines.endInput();
    }

    /** Answers the next line, if there is one. Appends at most one answer, which {@link Step#ENDED} may be with, too. */
    Step answerNext(ByteBuf out) {
        if (ended) {
            return Step.ENDED;
        }
        ByteBuf line = lines.nextLine();
        if (line != null) {
            return session.answer(line, out) ? Step.ANSWERED : end();
        }
        if (lines.isTooLong()) {
            session.refuseLongLine(out);
            return end();
        }
        return lines.isAtEnd() ? end() : Step.NEEDS_INPUT;
    }

    /** Returns how many lines were answered. */
    long answered() {
        return session.answers();
    }

    /** Ends, and drops the input that was not answered. */
    Step end() {
        if (!ended) {
            ended = true;
            lines.release();
        }
        return Step.ENDED;
    }
}
