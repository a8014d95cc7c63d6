package io.snowkeeper.node.stream;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.log.DefectLog;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.PendingAnswer;
import io.snowkeeper.node.service.message.Reply;
import io.snowkeeper.node.service.message.RequestRefusedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** The reply to the request that a session answers, as far as it is there. Not thread-safe. */
public final class AwaitedReply {

    private static final DefectLog defects = new DefectLog(LoggerFactory.getLogger(AwaitedReply.class));

    private @Nullable PendingAnswer pending;
    private @Nullable Answer arrived;

    /** Takes a reply; returns the answer if it is one, null if it is awaited from now on. */
    public @Nullable Answer take(Reply reply) {
        if (reply instanceof PendingAnswer later) {
            pending = later;
            return null;
        }
        return (Answer) reply;
    }

    /** Returns whether an answer is awaited, or has arrived and was not taken. */
    public boolean isPending() {
        return pending != null;
    }

    /** Returns the answer that is awaited. */
    public PendingAnswer pending() {
        return requireNonNull(pending);
    }

    /** Asks for the answer again. Returns whether that brought it any further. */
    public boolean advance() {
        if (pending == null) {
            return true;
        }
        try {
            boolean further = pending.advance();
            arrived = pending.answer();
            return further;
        } catch (RuntimeException e) {
            arrived = failure(e);
            return true;
        }
    }

    /** Returns the answer if it has arrived, and forgets it. */
    public @Nullable Answer poll() {
        Answer answer = arrived;
        if (answer != null) {
            arrived = null;
            pending = null;
        }
        return answer;
    }

    /** Abandons it: the client has gone. */
    public void abandon() {
        if (pending != null) {
            pending.abandon();
        }
    }

    /** Returns the answer to a request that has failed. */
    public static Answer failure(RuntimeException cause) {
        if (cause instanceof RequestRefusedException refused) {
            return refused.answer();
        }
        defects.failed("A request could not be answered; this is a defect", cause);
        return Answer.Refusal.INTERNAL_ERROR;
    }
}
