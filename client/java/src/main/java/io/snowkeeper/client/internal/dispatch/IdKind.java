package io.snowkeeper.client.internal.dispatch;

import io.snowkeeper.client.internal.connection.MonotonicCheck;
import io.snowkeeper.client.internal.wire.Answer;
import io.snowkeeper.client.internal.wire.InvalidAnswerException;
import io.snowkeeper.core.UnavailableReason;
import java.util.Optional;

/** A kind of ids: how they are asked for, and how an answer has them. A request is for ids of one kind. */
public interface IdKind {

    /**
     * Returns the request's line.
     *
     * @param src the client's name
     * @param msgId the request's number
     * @param count how many ids, at least 1
     */
    String line(String src, long msgId, int count);

    /** Returns whether a refusal for that reason is about these ids alone, so that the server may give others. By default not. */
    default boolean isRefusedAlone(Optional<UnavailableReason> reason) {
        return false;
    }

    /** Returns the additional time that a server may take for them, in nanoseconds. By default 0. */
    default long waitNanos() {
        return 0;
    }

    /** Returns how many longs an id has. */
    int width();

    /**
     * Returns the longs of the ids of an answer, one id after the other.
     *
     * @param rising the check for the ids of the connection
     * @throws InvalidAnswerException if it does not have {@code count} ids, or they do not rise
     */
    long[] read(Answer answer, int count, MonotonicCheck rising);
}
