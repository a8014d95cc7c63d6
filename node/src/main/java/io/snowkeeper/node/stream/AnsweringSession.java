package io.snowkeeper.node.stream;

import io.netty.buffer.ByteBuf;
import io.snowkeeper.node.access.ClientAccess;
import io.snowkeeper.node.security.ClientQuota;
import io.snowkeeper.node.service.RequestCounters;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.PendingAnswer;
import io.snowkeeper.node.service.message.Reply;
import org.jspecify.annotations.Nullable;

/**
 * A session as all protocols have it: one answer is begun after the other, awaited, and written in pieces; input is kept until
 * the end. How requests are found and answers are written is the protocol's. Not thread-safe.
 */
public abstract class AnsweringSession implements StreamSession {

    protected final RequestQuota quota = new RequestQuota();
    protected final AnswerCount count;
    private final SessionInput input;
    private final AwaitedReply awaited = new AwaitedReply();
    private @Nullable ChunkedOutput rest;
    private boolean ended;

    /** @param tally where the answers are counted; of the thread that uses this */
    protected AnsweringSession(SessionInput input, RequestCounters tally) {
        this.input = input;
        this.count = new AnswerCount(tally);
    }

    /** Updates the rights and the quota to those that the client has now. Where there is no policy, it does nothing. */
    protected final void refresh(ClientAccess access) {
        if (access.refresh()) {
            quota.limitTo(access.quota());
        }
    }

    /** Writes the answer to the request that was begun last. */
    protected abstract Step write(Answer answer, ByteBuf out);

    /** Writes the answer if the reply is one, and awaits it otherwise. */
    protected final Step take(Reply reply, ByteBuf out) {
        Answer answer = awaited.take(reply);
        return answer == null ? Step.PENDING : write(answer, out);
    }

    /** Sets the rest of the answer that is still to be written, null for none. */
    protected final void follow(@Nullable ChunkedOutput more) {
        rest = more;
    }

    /**
     * Returns the step after answers that were made at once: usually those were all, and need not be looked for again.
     */
    protected final Step afterAnswers(boolean inputEnded) {
        return isBusy() || input.size() > 0 || inputEnded ? Step.ANSWERED : Step.NEEDS_INPUT;
    }

    /** Continues with the answer under way. */
    protected final Step proceed(ByteBuf out) {
        if (rest != null) {
            rest = rest.writePiece(out) ? null : rest;
            return Step.ANSWERED;
        }
        Answer answer = awaited.poll();
        return answer == null ? Step.PENDING : write(answer, out);
    }

    @Override
    public final void limitTo(@Nullable ClientQuota share) {
        quota.limitTo(share);
    }

    @Override
    public final void append(ByteBuf more) {
        if (ended) {
            more.release();
        } else {
            input.append(more);
        }
    }

    @Override
    public boolean isInTransaction() {
        return false;
    }

    @Override
    public boolean isBusy() {
        return awaited.isPending() || rest != null;
    }

    @Override
    public final PendingAnswer pending() {
        return awaited.pending();
    }

    @Override
    public final boolean advance() {
        return awaited.advance();
    }

    @Override
    public final Step end() {
        if (!ended) {
            ended = true;
            input.release();
        }
        return Step.ENDED;
    }

    @Override
    public final void abandon() {
        end();
        awaited.abandon();
    }

    @Override
    public final boolean hasEnded() {
        return ended;
    }

    @Override
    public final int unanswered() {
        return input.size();
    }

    @Override
    public int held() {
        if (ended) {
            return 0;
        }
        input.trim();
        return input.capacity();
    }

    @Override
    public final long answered() {
        return count.answers();
    }

    @Override
    public void countAnswered(long nanos) {
        count.close(nanos);
    }
}
