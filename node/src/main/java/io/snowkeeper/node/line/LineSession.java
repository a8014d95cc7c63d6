package io.snowkeeper.node.line;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.embedded.id.IdSource;
import io.snowkeeper.node.access.ClientAccess;
import io.snowkeeper.node.line.codec.AnswerWriter;
import io.snowkeeper.node.line.codec.Envelope;
import io.snowkeeper.node.line.codec.FastPathRequest;
import io.snowkeeper.node.line.codec.LineBuffer;
import io.snowkeeper.node.line.codec.LineLimits;
import io.snowkeeper.node.line.codec.LineReader;
import io.snowkeeper.node.line.codec.RequestDecoder;
import io.snowkeeper.node.service.RequestCounters;
import io.snowkeeper.node.service.Responder;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.Reply;
import io.snowkeeper.node.service.message.Request;
import io.snowkeeper.node.service.message.StagedAnswer;
import io.snowkeeper.node.stream.AnsweringSession;
import io.snowkeeper.node.stream.AwaitedReply;
import io.snowkeeper.node.stream.ForeignProtocol;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One client's exchange, from the bytes that come in to the bytes of the answers: line by line, until the input ends or a line
 * is too long. Every line gets exactly one answer. Never waits. Not thread-safe.
 */
public final class LineSession extends AnsweringSession {

    private static final Answer.Refusal LINE_TOO_LONG = new Answer.Refusal(
            ErrorCode.MALFORMED_REQUEST,
            "line must have at most %s bytes, %s at most %s; the connection is closed"
                    .formatted(LineLimits.MAX_LINE, RequestDecoder.VERIFY_IDS, LineLimits.MAX_LONG_LINE));

    private static final Answer.Refusal TOO_MANY_LONG_LINES = Answer.Refusal.forNow(
            UnavailableReason.OVERLOADED,
            "too many lines of more than %s bytes wait to be read, ask another node, or again in a second"
                    .formatted(LineLimits.MAX_LINE));

    private static final Answer.Refusal WRONG_TOKEN = new Answer.Refusal(ErrorCode.PRECONDITION_FAILED, "wrong token");

    private static final String SPOKEN = "the line protocol, one JSON object a line";

    private final Responder responder;
    private final RequestDecoder decoder;
    private final ClientAccess access;
    private final LineBuffer lines;
    private final Executor longLines;
    private @Nullable String name;
    private byte[] start;

    // The source of the request whose answer was begun last.
    private @Nullable String dest;
    private @Nullable Long inReplyTo;
    private Request.Kind kind = Request.Kind.UNKNOWN;

    /**
     * Makes the session of a client that is alone, and counted nowhere.
     *
     * @param name the name that answers carry until an init gives another one, null if there is none
     */
    public LineSession(Responder responder, RequestDecoder decoder, @Nullable String name) {
        this(responder, decoder, name, new RequestCounters(), UnpooledByteBufAllocator.DEFAULT, Runnable::run);
    }

    /**
     * @param name the name in answers until an init gives another one, null if there is none
     * @param tally where the answers are counted; of the thread that uses this
     * @param allocator the source of input buffers
     * @param longLines runs the work for a line of more than {@link LineLimits#MAX_LINE}; may reject it
     */
    public LineSession(
            Responder responder,
            RequestDecoder decoder,
            @Nullable String name,
            RequestCounters tally,
            ByteBufAllocator allocator,
            Executor longLines) {
        this(responder, decoder, name, tally, LineBuffer.ofRequests(allocator), longLines);
    }

    private LineSession(
            Responder responder,
            RequestDecoder decoder,
            @Nullable String name,
            RequestCounters tally,
            LineBuffer lines,
            Executor longLines) {
        super(lines, tally);
        this.responder = responder;
        this.decoder = decoder;
        this.access = decoder.access();
        this.name = name;
        this.start = AnswerWriter.startOf(name);
        this.lines = lines;
        this.longLines = longLines;
    }

    @Override
    public String unit() {
        return "line";
    }

    @Override
    public void endInput() {
        lines.endInput();
    }

    @Override
    public Step answerNext(ByteBuf out) {
        if (isBusy()) {
            return proceed(out);
        }
        if (hasEnded()) {
            return Step.ENDED;
        }
        refresh(access);
        // The fast path takes only requests for ids without a token of their own.
        if (access.mayTakeIds() && FastPath.ofThread().answer(lines, this, out, PIECE)) {
            return afterAnswers(lines.isAtEnd());
        }
        ByteBuf line = lines.nextLine();
        ForeignProtocol foreign = count.answers() > 0 ? null : ForeignProtocol.of(line, lines.nextTwo());
        if (foreign != null && foreign != ForeignProtocol.LINE) {
            return refuse(out, foreign.refusal(SPOKEN));
        }
        if (line != null) {
            return begin(line, out);
        }
        if (lines.isTooLong()) {
            return refuse(out, LINE_TOO_LONG);
        }
        return lines.isAtEnd() ? end() : Step.NEEDS_INPUT;
    }

    /**
     * Begins to answer a line that is read already. A generate leaves nothing behind that would have to be collected as
     * garbage.
     *
     * @return whether it has begun; if not, nothing was done, and the line has to be begun by its bytes
     */
    boolean begin(FastPathRequest request, ByteBuf out) {
        if (isBusy()) {
            return false;
        }
        if (!quota.attempt()) {
            return false;
        }
        boolean begun = beginAllowed(request, out);
        if (begun) {
            quota.attempted();
        }
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
        AnswerWriter.writeGenerated(out, start, request, id, count.next());
        return true;
    }

    private boolean beginBatch(FastPathRequest request, ByteBuf out) {
        if (!decoder.allowsBatchOf(request.count())) {
            return false;
        }
        dest = request.src();
        inReplyTo = request.msgId();
        kind = Request.Kind.GENERATE_BATCH;
        access.show(null);
        take(replyTo(new Request.GenerateBatch((int) request.count(), request.format())), out);
        return true;
    }

    /**
     * Begins to answer a line by its bytes. Not to be called while it {@link #isBusy}.
     *
     * @param line at most {@link LineLimits#MAX_LONG_LINE} bytes, without its end
     */
    Step begin(ByteBuf line, ByteBuf out) {
        boolean now = quota.take();
        int length = line.readableBytes();
        if (!now && length > LineLimits.MAX_LINE_BEYOND_RATE) {
            return take(unread(quota.tooMany()), out);
        }
        return length > LineLimits.MAX_LINE
                ? beginLong(ByteBufUtil.getBytes(line), out)
                : take(replyTo(line, now), out);
    }

    /** No such line has an answer that is waited for, other than for it to be read. */
    private Step beginLong(byte[] line, ByteBuf out) {
        try {
            return take(
                    new StagedAnswer(CompletableFuture.supplyAsync(
                            () -> (Answer) replyTo(Unpooled.wrappedBuffer(line), true), longLines)),
                    out);
        } catch (RejectedExecutionException e) {
            return take(unread(TOO_MANY_LONG_LINES), out);
        }
    }

    /** Reads a line, notes whose it is, and begins to answer it. */
    private Reply replyTo(ByteBuf line, boolean now) {
        Envelope envelope = of(Envelope.UNREADABLE);
        try {
            envelope = of(LineReader.read(line));
            Request request = decoder.decode(envelope);
            kind = request.kind();
            return isTooLong(line, envelope)
                    ? LINE_TOO_LONG
                    : mayAsk(request, now) ? replyTo(request) : quota.tooMany();
        } catch (RuntimeException e) {
            return isTooLong(line, envelope) ? LINE_TOO_LONG : AwaitedReply.failure(e);
        }
    }

    /**
     * Returns whether a request may be made. A used-up quota of the connection's subject does not keep a client from
     * presenting another token.
     */
    private boolean mayAsk(Request request, boolean now) {
        if (!now && !quota.isRefusedBySubject()) {
            return false;
        }
        return request instanceof Request.Auth auth ? now || access.takeToLogin(auth.token()) : access.takeByToken(now);
    }

    private Answer unread(Answer answer) {
        of(Envelope.UNREADABLE);
        return answer;
    }

    private Envelope of(Envelope envelope) {
        dest = envelope.src();
        inReplyTo = envelope.msgId();
        kind = Request.Kind.UNKNOWN;
        return envelope;
    }

    private Reply replyTo(Request request) {
        if (request instanceof Request.Auth auth) {
            return login(auth);
        }
        try {
            Reply reply = access.begin(request, responder);
            if (request instanceof Request.Init init) {
                name = init.nodeId();
                start = AnswerWriter.startOf(name);
            }
            return reply;
        } catch (RuntimeException e) {
            return AwaitedReply.failure(e);
        }
    }

    private Answer login(Request.Auth auth) {
        if (access.login(auth.token()) == ClientAccess.Login.WRONG) {
            return WRONG_TOKEN;
        }
        quota.limitTo(access.quota());
        return new Answer.Authenticated(access.subject());
    }

    @Override
    protected Step write(Answer answer, ByteBuf out) {
        count.note(kind, answer);
        follow(AnswerWriter.write(out, name, dest, answer, inReplyTo, count.next()));
        return answer == LINE_TOO_LONG ? end() : Step.ANSWERED;
    }

    @Override
    public Step refuse(ByteBuf out, Answer.Refusal refusal) {
        count.note(Request.Kind.UNKNOWN, refusal);
        AnswerWriter.write(out, name, null, refusal, null, count.next());
        return end();
    }

    /** The line is counted as no answer: it answers no request. */
    @Override
    public void announceStop(ByteBuf out) {
        AnswerWriter.write(out, name, null, Answer.Refusal.draining(name), null, count.answers());
    }

    private static boolean isTooLong(ByteBuf line, Envelope envelope) {
        return line.readableBytes() > LineLimits.MAX_LINE && !envelope.isOfType(RequestDecoder.VERIFY_IDS);
    }
}
