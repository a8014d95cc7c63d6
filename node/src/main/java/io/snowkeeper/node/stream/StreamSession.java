package io.snowkeeper.node.stream;

import io.netty.buffer.ByteBuf;
import io.snowkeeper.node.security.ClientQuota;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.PendingAnswer;
import org.jspecify.annotations.Nullable;

/**
 * One client's exchange, from the bytes that come in to the bytes of the answers: request by request, in their order. Never
 * waits. Not thread-safe.
 */
public interface StreamSession {

    /** As many bytes of answers as are worth a write of their own. */
    int PIECE = 32 * 1024;

    /** The outcome of an attempt to answer a request. */
    enum Step {
        /** Requests were answered, or a piece of an answer was written; there may be more to do. */
        ANSWERED,
        /** The answer is not there yet; it is to be written after {@link #advance}. */
        PENDING,
        /** There is no whole request. */
        NEEDS_INPUT,
        /** Nothing is answered any more. */
        ENDED
    }

    /** Returns the protocol's word for a request: {@code line}. */
    String unit();

    /** Sets the client's quota, null for none. To be called before anything is answered. */
    void limitTo(@Nullable ClientQuota share);

    /** Adds input, and releases it. */
    void append(ByteBuf input);

    /** Ends the input. */
    void endInput();

    /**
     * Continues with the answer that was begun, or answers the next requests, if there are any. Appends about
     * {@link #PIECE} at the most, which may be with {@link Step#ENDED}, too.
     *
     * @param out a buffer with an array
     */
    Step answerNext(ByteBuf out);

    /** Returns whether an answer has begun and is not written to its end. */
    boolean isBusy();

    /**
     * Returns whether the client has begun a transaction, which it has to end by a request of its own: until then, its
     * input is kept.
     */
    boolean isInTransaction();

    /** Returns the answer that is pending. */
    PendingAnswer pending();

    /** Takes up the answer that is pending. Returns whether that brought it any further. */
    boolean advance();

    /** Writes, where the protocol has words for it, that the node is being stopped and begins no further request. */
    default void announceStop(ByteBuf out) {
        // A protocol whose every line answers a request has none.
    }

    /** Answers an incomplete request, and ends. */
    Step refuse(ByteBuf out, Answer.Refusal refusal);

    /** Ends, and drops the input that was not answered. An answer that has begun can still be written. */
    Step end();

    /** Ends, and drops the pending answer: the client is gone. */
    void abandon();

    /** Returns whether no further request is answered. */
    boolean hasEnded();

    /** Returns how many bytes wait to be answered. */
    int unanswered();

    /** Returns how many bytes of memory the input takes, after releasing unused ones. */
    int held();

    /** Returns how many requests were answered. */
    long answered();

    /**
     * Counts the answers since this was called last.
     *
     * @param nanos how long that took
     */
    void countAnswered(long nanos);
}
