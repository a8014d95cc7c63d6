package io.snowkeeper.node.line;

import io.netty.buffer.ByteBuf;
import io.snowkeeper.node.line.codec.LineBuffer;
import io.snowkeeper.node.security.ClientQuota;
import io.snowkeeper.node.service.message.Answer;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The exchange of a connection: answers what comes in, line by line, until the input ends or a line is too long. Not
 * thread-safe.
 */
public final class LineExchange {

    /** As many bytes of answers as are worth a write of their own. */
    static final int PIECE = 32 * 1024;

    /** The result of an attempt to answer a line. */
    public enum Step {
        /** Lines were answered, or a piece of an answer was written; there may be more to do. */
        ANSWERED,
        /** The answer is not there yet. */
        PENDING,
        /** There is no whole line. */
        NEEDS_INPUT,
        /** Nothing is answered any more. */
        ENDED
    }

    private final LineSession session;
    private final LineBuffer lines;
    private boolean ended;

    public LineExchange(LineSession session, LineBuffer lines) {
        this.session = session;
        this.lines = lines;
    }

    /** Sets the client's quota, null for none. To be called before anything is answered. */
    void limitTo(@Nullable ClientQuota client) {
        session.limitTo(client);
    }

    /** Adds input, and releases it. */
    public void append(ByteBuf input) {
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

    /**
     * Goes on with the answer that was begun, or answers the next lines, if there are any. Never waits. Appends about
     * {@link #PIECE} at the most, which may be with {@link Step#ENDED}, too.
     *
     * @param out a buffer with an array
     */
    public Step answerNext(ByteBuf out) {
        if (session.isBusy()) {
            return stepOf(session.proceed(out));
        }
        if (ended) {
            return Step.ENDED;
        }
        if (FastPath.ofThread().answer(lines, session, out, PIECE)) {
            return Step.ANSWERED;
        }
        ByteBuf line = lines.nextLine();
        ForeignProtocol foreign = session.answers() > 0 ? null : ForeignProtocol.of(line, lines);
        if (foreign != null) {
            session.refuse(out, foreign.refusal());
            return end();
        }
        if (line != null) {
            return stepOf(session.begin(line, out));
        }
        if (lines.isTooLong()) {
            session.refuseLongLine(out);
            return end();
        }
        return lines.isAtEnd() ? end() : Step.NEEDS_INPUT;
    }

    private Step stepOf(LineSession.Progress progress) {
        return switch (progress) {
            case ANSWERED, PARTLY -> Step.ANSWERED;
            case PENDING -> Step.PENDING;
            case ENDED -> end();
        };
    }

    /** Takes up the answer that is pending. Returns whether that brought it any further. */
    boolean advance() {
        return session.advance();
    }

    /** Counts what was answered since this was called last, and how long that took. */
    public void countAnswered(long nanos) {
        session.countAnswered(nanos);
    }

    /** Waits for the answer that is pending. */
    void await() {
        session.await();
    }

    /** Drops the pending answer: the client is gone. */
    void abandon() {
        session.abandon();
    }

    /** Returns what the pending answer waits for; empty if that is only the next tick. */
    Optional<CompletionStage<?>> awaited() {
        return session.awaited();
    }

    /** Returns whether an answer has begun and is not written to its end. */
    boolean isBusy() {
        return session.isBusy();
    }

    /** Returns whether no further line is answered. */
    boolean hasEnded() {
        return ended;
    }

    /** Returns how many bytes wait to be answered. */
    int unanswered() {
        return lines.size();
    }

    /** Returns how many bytes of memory the input takes, after what nothing needs was given back. */
    int held() {
        if (ended) {
            return 0;
        }
        lines.trim();
        return lines.capacity();
    }

    /** Answers what is no whole line yet, and ends. */
    void refuse(ByteBuf out, Answer.Refusal refusal) {
        session.refuse(out, refusal);
        end();
    }

    /** Returns how many lines were answered. */
    long answered() {
        return session.answers();
    }

    /** Ends, and drops the input that was not answered. An answer that has begun can still be written. */
    Step end() {
        if (!ended) {
            ended = true;
            lines.release();
        }
        return Step.ENDED;
    }
}
