package io.snowkeeper.node.line;

import static java.util.Objects.requireNonNull;

import io.netty.buffer.ByteBuf;
import io.snowkeeper.node.security.ClientShare;
import io.snowkeeper.node.service.Answer;
import io.snowkeeper.node.service.ErrorCode;
import io.snowkeeper.node.service.IdSource;
import io.snowkeeper.node.service.PendingAnswer;
import io.snowkeeper.node.service.Reply;
import io.snowkeeper.node.service.Request;
import io.snowkeeper.node.service.RequestKind;
import io.snowkeeper.node.service.RequestRefusedException;
import io.snowkeeper.node.service.RequestTally;
import io.snowkeeper.node.service.Responder;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's exchange: from the bytes of a line to the bytes of its answer. Every line gets exactly one. Not
 * thread-safe.
 */
final class LineSession {

    private static final Logger log = LoggerFactory.getLogger(LineSession.class);

    private static final Answer.Refusal LINE_TOO_LONG = new Answer.Refusal(
            ErrorCode.MALFORMED_REQUEST,
            "line must have at most %d bytes, %s at most %d; the connection is closed"
                    .formatted(LineLimits.MAX_LINE, RequestDecoder.VERIFY_IDS, LineLimits.MAX_LONG_LINE));

    private static final Answer.Refusal DEFECT = new Answer.Refusal(
            ErrorCode.CRASH, "the node failed to answer, which is a defect of it; its log tells more");

    private final Responder responder;
    private final RequestDecoder decoder;
    private @Nullable String name;
    private byte[] start;
    private long answers;

    private @Nullable ClientShare client;
    /** Whether the next request was allowed already, by an attempt to answer it that came to nothing. */
    private boolean allowed;

    private final RequestTally tally;
    private RequestKind kind = RequestKind.UNKNOWN;
    private long counted;
    private long timed;

    // Of the request whose answer was begun last.
    private @Nullable String dest;
    private @Nullable Long inReplyTo;
    private @Nullable PendingAnswer pending;
    private @Nullable Answer arrived;
    private @Nullable LongAnswer rest;

    /** How far the answer to a line has come. */
    enum Progress {
        /** It is written; there may be another line. */
        ANSWERED,
        /** A piece of it is written; {@link #proceed} writes more. */
        PARTLY,
        /** It is not there yet; {@link #proceed} writes it after {@link #advance} or {@link #await}. */
        PENDING,
        /** It is written, and no further line may be answered. */
        ENDED
    }

    /** @param name the name that answers carry until an init gives another one, null if there is none */
    LineSession(Responder responder, RequestDecoder decoder, @Nullable String name) {
        this(responder, decoder, name, new RequestTally());
    }

    /** @param tally where the answers are counted; of the thread that uses this */
    LineSession(Responder responder, RequestDecoder decoder, @Nullable String name, RequestTally tally) {
        this.tally = tally;
        this.responder = responder;
        this.decoder = decoder;
        this.name = name;
        this.start = AnswerWriter.startOf(name);
    }

    /** Sets what the client has of the port, null if that is not limited. */
    void limitBy(@Nullable ClientShare share) {
        client = share;
    }

    /**
     * Answers a line, however long that takes.
     *
     * @param line at most {@link LineLimits#MAX_LONG_LINE} bytes, without its end
     * @param out where the answer is appended
     * @return whether the exchange goes on; if not, no further line may be answered
     */
    boolean answer(ByteBuf line, ByteBuf out) {
        Progress progress = begin(line, out);
        while (isBusy()) {
            await();
            progress = proceed(out);
        }
        return progress != Progress.ENDED;
    }

    /**
     * Begins to answer a line that is read already, and never waits. A generate leaves nothing behind that would have to be
     * collected as garbage.
     *
     * @return whether it has begun; if not, nothing was done, and the line has to be begun by its bytes
     */
    boolean begin(PlainRequest request, ByteBuf out) {
        if (isBusy()) {
            return false;
        }
        return client == null ? beginAllowed(request, out) : beginIfAllowed(request, out, client);
    }

    /** What is refused here is refused in words when it is begun by its bytes. */
    private boolean beginIfAllowed(PlainRequest request, ByteBuf out, ClientShare by) {
        if (!allowed && !by.take()) {
            return false;
        }
        boolean begun = beginAllowed(request, out);
        allowed = !begun;
        return begun;
    }

    private boolean beginAllowed(PlainRequest request, ByteBuf out) {
        return request.isBatch() ? beginBatch(request, out) : answerGenerate(request, out);
    }

    private boolean answerGenerate(PlainRequest request, ByteBuf out) {
        long id = responder.tryGenerate();
        if (id == IdSource.NONE) {
            return false;
        }
        AnswerWriter.writeGenerated(out, start, request, id, answers++);
        return true;
    }

    private boolean beginBatch(PlainRequest request, ByteBuf out) {
        if (!decoder.allowsBatchOf(request.count())) {
            return false;
        }
        dest = request.src();
        inReplyTo = request.msgId();
        kind = RequestKind.GENERATE_BATCH;
        take(replyTo(new Request.GenerateBatch((int) request.count(), request.format())), out);
        return true;
    }

    /** Begins to answer a line, and never waits. Not to be called while it {@link #isBusy}. */
    Progress begin(ByteBuf line, ByteBuf out) {
        Envelope envelope = Envelope.UNREADABLE;
        kind = RequestKind.UNKNOWN;
        boolean now = allowed || client == null || client.take();
        allowed = false;
        Reply reply;
        try {
            envelope = LineReader.read(line);
            Request request = decoder.decode(envelope);
            kind = RequestKind.of(request);
            reply = isTooLong(line, envelope) ? LINE_TOO_LONG : now ? replyTo(request) : tooMany();
        } catch (RuntimeException e) {
            reply = isTooLong(line, envelope) ? LINE_TOO_LONG : failure(e);
        }
        dest = envelope.src();
        inReplyTo = envelope.msgId();
        return take(reply, out);
    }

    /** Goes on with the answer that was begun, and never waits. */
    Progress proceed(ByteBuf out) {
        if (rest != null) {
            if (!rest.writePiece(out)) {
                return Progress.PARTLY;
            }
            rest = null;
            return Progress.ANSWERED;
        }
        if (arrived == null) {
            return Progress.PENDING;
        }
        Answer answer = arrived;
        arrived = null;
        pending = null;
        return write(answer, out);
    }

    /** Returns whether an answer has begun and is not written to its end. */
    boolean isBusy() {
        return pending != null || rest != null;
    }

    /** Takes up the answer that is pending. Returns whether that brought it any further. */
    boolean advance() {
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

    /** Waits for the answer that is pending, if there is one. */
    void await() {
        if (pending == null) {
            return;
        }
        try {
            arrived = pending.await();
        } catch (RuntimeException e) {
            arrived = failure(e);
        }
    }

    /** Says that nobody takes the answer that is pending. */
    void abandon() {
        if (pending != null) {
            pending.abandon();
        }
    }

    /** Returns what the pending answer waits for; empty if that is only the next tick. */
    Optional<CompletionStage<?>> awaited() {
        return pending == null ? Optional.empty() : pending.awaited();
    }

    /** Answers a line that was not read to its end, for its length. Nothing may be answered after it. */
    void refuseLongLine(ByteBuf out) {
        refuse(out, LINE_TOO_LONG);
    }

    /** Answers something other than a line. */
    void refuse(ByteBuf out, Answer.Refusal refusal) {
        count(RequestKind.UNKNOWN, refusal);
        AnswerWriter.write(out, name, null, refusal, null, answers++);
    }

    /**
     * Counts what was answered since this was called last. Nothing is counted for each plain generate: they are what is left
     * of all answers.
     *
     * @param nanos how long that took
     */
    void countAnswered(long nanos) {
        if (answers > counted) {
            tally.generated(answers - counted);
            counted = answers;
        }
        if (answers > timed) {
            tally.took(nanos, answers - timed);
            timed = answers;
        }
    }

    private void count(RequestKind of, Answer answer) {
        tally.answered(of, answer);
        counted++;
    }

    /** Returns how many answers were made. */
    long answers() {
        return answers;
    }

    private Reply replyTo(Request request) {
        try {
            Reply reply = responder.begin(request);
            if (request instanceof Request.Init init) {
                nameBy(init.nodeId());
            }
            return reply;
        } catch (RuntimeException e) {
            return failure(e);
        }
    }

    private Answer tooMany() {
        return new Answer.Refusal(
                ErrorCode.TEMPORARILY_UNAVAILABLE, requireNonNull(client).refuse());
    }

    private void nameBy(@Nullable String newName) {
        name = newName;
        start = AnswerWriter.startOf(newName);
    }

    private Progress take(Reply reply, ByteBuf out) {
        if (reply instanceof PendingAnswer later) {
            pending = later;
            return Progress.PENDING;
        }
        return write((Answer) reply, out);
    }

    private Progress write(Answer answer, ByteBuf out) {
        count(kind, answer);
        rest = AnswerWriter.write(out, name, dest, answer, inReplyTo, answers++);
        if (rest != null) {
            return Progress.PARTLY;
        }
        return answer == LINE_TOO_LONG ? Progress.ENDED : Progress.ANSWERED;
    }

    private static Answer failure(RuntimeException cause) {
        if (cause instanceof RequestRefusedException refused) {
            return refused.answer();
        }
        log.error("A request could not be answered; this is a defect", cause);
        return DEFECT;
    }

    private static boolean isTooLong(ByteBuf line, Envelope envelope) {
        return line.readableBytes() > LineLimits.MAX_LINE && !envelope.isOfType(RequestDecoder.VERIFY_IDS);
    }
}
