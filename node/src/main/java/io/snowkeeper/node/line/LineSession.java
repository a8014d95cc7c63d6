package io.snowkeeper.node.line;

import static java.util.Objects.requireNonNull;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.node.line.codec.AnswerWriter;
import io.snowkeeper.node.line.codec.ChunkedAnswer;
import io.snowkeeper.node.line.codec.Envelope;
import io.snowkeeper.node.line.codec.FastPathRequest;
import io.snowkeeper.node.line.codec.LineLimits;
import io.snowkeeper.node.line.codec.LineReader;
import io.snowkeeper.node.line.codec.RequestDecoder;
import io.snowkeeper.node.security.ClientQuota;
import io.snowkeeper.node.service.RequestCounters;
import io.snowkeeper.node.service.Responder;
import io.snowkeeper.node.service.id.IdSource;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.PendingAnswer;
import io.snowkeeper.node.service.message.Reply;
import io.snowkeeper.node.service.message.Request;
import io.snowkeeper.node.service.message.RequestRefusedException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's exchange: from the bytes of a line to the bytes of its answer. Every line gets exactly one. Not
 * thread-safe.
 */
public final class LineSession {

    private static final Logger log = LoggerFactory.getLogger(LineSession.class);

    private static final Answer.Refusal LINE_TOO_LONG = new Answer.Refusal(
            ErrorCode.MALFORMED_REQUEST,
            "line must have at most %d bytes, %s at most %d; the connection is closed"
                    .formatted(LineLimits.MAX_LINE, RequestDecoder.VERIFY_IDS, LineLimits.MAX_LONG_LINE));

    private static final Answer.Refusal TOO_MANY_LONG_LINES = Answer.Refusal.forNow(
            UnavailableReason.OVERLOADED,
            "too many lines of more than %d bytes wait to be read, ask another node, or again in a second"
                    .formatted(LineLimits.MAX_LINE));

    private final Responder responder;
    private final RequestDecoder decoder;
    private final Executor longLines;
    private @Nullable String name;
    private byte[] start;
    private long answers;

    private @Nullable ClientQuota client;
    /** Whether the next request was allowed already, by an attempt to answer it that came to nothing. */
    private boolean allowed;

    private final RequestCounters tally;
    private Request.Kind kind = Request.Kind.UNKNOWN;
    private long counted;
    private long timed;

    // Of the request whose answer was begun last.
    private @Nullable String dest;
    private @Nullable Long inReplyTo;
    private @Nullable CompletableFuture<ReadLine> reading;
    private @Nullable PendingAnswer pending;
    private @Nullable Answer arrived;
    private @Nullable ChunkedAnswer rest;

    /** A line that was read, and what is answered. */
    private record ReadLine(Envelope envelope, Request.Kind kind, Reply reply) {}

    /** The progress of the answer to a line. */
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
    public LineSession(Responder responder, RequestDecoder decoder, @Nullable String name) {
        this(responder, decoder, name, new RequestCounters());
    }

    /** @param tally where the answers are counted; of the thread that uses this */
    public LineSession(Responder responder, RequestDecoder decoder, @Nullable String name, RequestCounters tally) {
        this(responder, decoder, name, tally, Runnable::run);
    }

    /** @param longLines runs what is done about a line of more than {@link LineLimits#MAX_LINE}; may reject it */
    public LineSession(
            Responder responder,
            RequestDecoder decoder,
            @Nullable String name,
            RequestCounters tally,
            Executor longLines) {
        this.tally = tally;
        this.longLines = longLines;
        this.responder = responder;
        this.decoder = decoder;
        this.name = name;
        this.start = AnswerWriter.startOf(name);
    }

    /** Sets the client's quota, null for none. */
    void limitTo(@Nullable ClientQuota share) {
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
    boolean begin(FastPathRequest request, ByteBuf out) {
        if (isBusy()) {
            return false;
        }
        return client == null ? beginAllowed(request, out) : beginIfAllowed(request, out, client);
    }

    /** What is refused here is refused in words when it is begun by its bytes. */
    private boolean beginIfAllowed(FastPathRequest request, ByteBuf out, ClientQuota by) {
        if (!allowed && !by.take()) {
            return false;
        }
        boolean begun = beginAllowed(request, out);
        allowed = !begun;
        return begun;
    }

    private boolean beginAllowed(FastPathRequest request, ByteBuf out) {
        return request.isBatch() ? beginBatch(request, out) : answerGenerate(request, out);
    }

    private boolean answerGenerate(FastPathRequest request, ByteBuf out) {
        long id = responder.tryGenerate();
        if (id == IdSource.NONE) {
            return false;
        }
        AnswerWriter.writeGenerated(out, start, request, id, answers++);
        return true;
    }

    private boolean beginBatch(FastPathRequest request, ByteBuf out) {
        if (!decoder.allowsBatchOf(request.count())) {
            return false;
        }
        dest = request.src();
        inReplyTo = request.msgId();
        kind = Request.Kind.GENERATE_BATCH;
        take(replyTo(new Request.GenerateBatch((int) request.count(), request.format())), out);
        return true;
    }

    /** Begins to answer a line, and never waits. Not to be called while it {@link #isBusy}. */
    Progress begin(ByteBuf line, ByteBuf out) {
        boolean now = allowed || client == null || client.take();
        allowed = false;
        int length = line.readableBytes();
        if (!now && length > LineLimits.MAX_LINE_BEYOND_RATE) {
            return take(unread(tooMany()), out);
        }
        return length > LineLimits.MAX_LINE ? beginLong(ByteBufUtil.getBytes(line), out) : take(read(line, now), out);
    }

    private Progress beginLong(byte[] line, ByteBuf out) {
        try {
            reading = CompletableFuture.supplyAsync(() -> read(Unpooled.wrappedBuffer(line), true), longLines);
        } catch (RejectedExecutionException e) {
            return take(unread(TOO_MANY_LONG_LINES), out);
        }
        return reading.isDone() ? take(takeRead(), out) : Progress.PENDING;
    }

    /** Returns what the other thread has read, which is there. */
    private ReadLine takeRead() {
        CompletableFuture<ReadLine> read = requireNonNull(reading);
        reading = null;
        try {
            return read.join();
        } catch (CompletionException e) {
            log.error("A long line could not be read; this is a defect", e.getCause());
            return unread(Answer.Refusal.INTERNAL_ERROR);
        }
    }

    private ReadLine read(ByteBuf line, boolean now) {
        Envelope envelope = Envelope.UNREADABLE;
        Request.Kind of = Request.Kind.UNKNOWN;
        Reply reply;
        try {
            envelope = LineReader.read(line);
            Request request = decoder.decode(envelope);
            of = request.kind();
            reply = isTooLong(line, envelope) ? LINE_TOO_LONG : now ? replyTo(request) : tooMany();
        } catch (RuntimeException e) {
            reply = isTooLong(line, envelope) ? LINE_TOO_LONG : failure(e);
        }
        return new ReadLine(envelope, of, reply);
    }

    private static ReadLine unread(Answer answer) {
        return new ReadLine(Envelope.UNREADABLE, Request.Kind.UNKNOWN, answer);
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
        return reading != null || pending != null || arrived != null || rest != null;
    }

    /** Takes up the answer that is pending. Returns whether that brought it any further. */
    boolean advance() {
        if (reading != null) {
            if (!reading.isDone()) {
                return false;
            }
            takeReply(takeRead());
        }
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
        if (reading != null) {
            takeReply(takeRead());
        }
        if (pending == null) {
            return;
        }
        try {
            arrived = pending.await();
        } catch (RuntimeException e) {
            arrived = failure(e);
        }
    }

    /** Drops the pending answer: the client is gone. */
    void abandon() {
        if (reading != null) {
            reading.cancel(false);
        }
        if (pending != null) {
            pending.abandon();
        }
    }

    /** Returns what the pending answer waits for; empty if that is only the next tick. */
    Optional<CompletionStage<?>> awaited() {
        if (reading != null) {
            return Optional.of(reading);
        }
        return pending == null ? Optional.empty() : pending.awaited();
    }

    /** Answers a line that was not read to its end, for its length. Nothing may be answered after it. */
    void refuseLongLine(ByteBuf out) {
        refuse(out, LINE_TOO_LONG);
    }

    /** Answers something other than a line. */
    void refuse(ByteBuf out, Answer.Refusal refusal) {
        count(Request.Kind.UNKNOWN, refusal);
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

    private void count(Request.Kind of, Answer answer) {
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
        return Answer.Refusal.forNow(
                UnavailableReason.TOO_MANY_REQUESTS, requireNonNull(client).refuse());
    }

    private void nameBy(@Nullable String newName) {
        name = newName;
        start = AnswerWriter.startOf(newName);
    }

    private void of(ReadLine line) {
        dest = line.envelope().src();
        inReplyTo = line.envelope().msgId();
        kind = line.kind();
    }

    private void takeReply(ReadLine line) {
        of(line);
        if (line.reply() instanceof PendingAnswer later) {
            pending = later;
        } else {
            arrived = (Answer) line.reply();
        }
    }

    private Progress take(ReadLine line, ByteBuf out) {
        of(line);
        return take(line.reply(), out);
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
        return Answer.Refusal.INTERNAL_ERROR;
    }

    private static boolean isTooLong(ByteBuf line, Envelope envelope) {
        return line.readableBytes() > LineLimits.MAX_LINE && !envelope.isOfType(RequestDecoder.VERIFY_IDS);
    }
}
