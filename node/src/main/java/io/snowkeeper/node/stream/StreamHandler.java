package io.snowkeeper.node.stream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.util.concurrent.FastThreadLocal;
import io.netty.util.concurrent.Ticker;
import io.snowkeeper.coordinator.log.DefectLog;
import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.node.net.Backlog;
import io.snowkeeper.node.net.ConnectionRegistry;
import io.snowkeeper.node.net.InputDeadline;
import io.snowkeeper.node.net.InputShare;
import io.snowkeeper.node.net.MemoryExhaustion;
import io.snowkeeper.node.net.TickWaiters;
import io.snowkeeper.node.net.Turns;
import io.snowkeeper.node.net.connection.AgeEvent;
import io.snowkeeper.node.service.message.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers a connection's requests in their order. Answers are written in large pieces and flushed once for all that was
 * read together.
 *
 * <p>While the client does not take its answers, nothing more is read and no request that was read is answered: the
 * cost of a connection is bounded by the write buffer's high mark, a piece of an answer, one read, and the longest
 * request; that of all of them, by the node's {@link Backlog}. A request has to come in time.
 *
 * <p>After a millisecond, of all connections of the loop together, others have their {@link Turns turn}, however much
 * was sent together; nothing more is read meanwhile.
 *
 * <p>An answer that is not there yet holds up those behind it. The event loop goes on with other connections meanwhile.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A failure in a channel comes to exceptionCaught, or closes the channel.
public final class StreamHandler extends ChannelInboundHandlerAdapter {

    private static final Logger log = LoggerFactory.getLogger(StreamHandler.class);

    private static final DefectLog defects = new DefectLog(log);

    /** Where the answers of a loop are written before they are handed over to a channel. */
    private static final FastThreadLocal<ByteBuf> SCRATCH = new FastThreadLocal<>() {
        @Override
        protected ByteBuf initialValue() {
            return Unpooled.buffer(2 * StreamSession.PIECE);
        }
    };

    /** How long a client that is being drained must have asked nothing. */
    private static final long QUIET_MILLIS = 100;

    /** From a request's first byte to its last. */
    public static final Duration MAX_TIME = Duration.ofSeconds(10);

    /** The most bytes read from a client whose next answer is pending. */
    private static final int READ_AHEAD = 64 * 1024;

    /** The clock is read after this many steps, and after each piece of answers: a look costs as much as an id. */
    private static final int STEPS_UNWATCHED = 8;

    /** Not a number of any request. */
    private static final long TRANSACTION = -1;

    private final StreamSession session;
    private final InputShare input;
    private final InputDeadline deadline =
            new InputDeadline(MAX_TIME.toNanos(), ctx -> attempt(ctx, () -> refuseLateRequest(ctx)));
    private boolean waiting;
    private boolean yielding;

    /** Whether a request was answered since the loop came to read from this connection. */
    private boolean served;

    private long waitingSince;
    private boolean finished;
    private boolean stopping;
    private boolean ageing;
    private boolean readsNoMore;

    /** @param backlog the bytes that all clients leave with the node */
    public StreamHandler(StreamSession session, Backlog backlog) {
        this.session = session;
        this.input = new InputShare(backlog);
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        session.limitTo(ConnectionRegistry.clientOf(ctx.channel()));
        ctx.fireChannelActive();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        boolean wanted = ctx.channel().config().isAutoRead();
        session.append((ByteBuf) message);
        if (wanted || finished || input.hold(session.held())) {
            answerRequests(ctx);
        } else if (session.isBusy()) {
            // From a client that has ended its side all is read that it has sent, wanted or not.
            finish(ctx);
        } else {
            refuse(ctx, noRoom());
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        served = false;
        ctx.flush();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (ctx.channel().isWritable()) {
            // Not at once: we may be within our own flush, and other connections shall have their turn.
            yieldTurn(ctx);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event == ChannelInputShutdownEvent.INSTANCE) {
            session.endInput();
            answerRequests(ctx);
            ctx.flush();
        } else if (event == DrainEvent.NOW) {
            stopping = true;
            finish(ctx);
        } else if (event == DrainEvent.WHEN_QUIET && !stopping) {
            stopping = true;
            if (!ageing) {
                finishWhenQuiet(ctx);
            }
        } else if (event == AgeEvent.REACHED && !stopping) {
            ageing = true;
            finishWhenQuiet(ctx);
        } else if (event == AgeEvent.OVERDUE) {
            finishWithWhatWasRead(ctx);
        } else if (event instanceof IdleStateEvent && !awaitsUs(ctx)) {
            log.debug("{} is closed: it was idle", ctx.channel());
            ctx.close();
        }
    }

    /** Returns whether the client waits for an answer, and has taken those before it. */
    private boolean awaitsUs(ChannelHandlerContext ctx) {
        ChannelOutboundBuffer untaken = ctx.channel().unsafe().outboundBuffer();
        return session.isBusy() && (untaken == null || untaken.totalPendingWriteBytes() == 0);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof IOException) {
            log.debug("{} is closed: {}", ctx.channel(), cause.toString());
        } else if (!MemoryExhaustion.isOfBuffers(ctx.channel(), cause)) {
            defects.failed("%s is closed by a defect".formatted(ctx.channel()), cause);
        }
        // The client is taken leave of for a moment, in which nothing may be done for it that it would not hear of.
        abandon();
        ctx.close();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        abandon();
    }

    private void abandon() {
        finished = true;
        session.abandon();
        input.hold(0);
        deadline.cancel();
    }

    /** Continues when others had their turn. */
    private void yieldTurn(ChannelHandlerContext ctx) {
        if (!yielding) {
            yielding = true;
            Turns.of(ctx.executor())
                    .add(() -> attempt(ctx, () -> {
                        yielding = false;
                        return resume(ctx);
                    }));
        }
    }

    private boolean resume(ChannelHandlerContext ctx) {
        if (finished) {
            return true;
        }
        answerRequests(ctx);
        ctx.flush();
        if (!finished && !readsNoMore && !session.hasEnded() && ctx.channel().isWritable() && wantsInput()) {
            ctx.channel().config().setAutoRead(true);
        }
        return true;
    }

    /** Returns whether there is less than the read-ahead, or the rest of a request is awaited, however long it is. */
    private boolean wantsInput() {
        return !yielding && (!session.isBusy() || session.unanswered() < READ_AHEAD);
    }

    /**
     * Answers all requests that can be answered now, and hands the answers to the channel in pieces, so that it notices
     * when they pile up.
     */
    private void answerRequests(ChannelHandlerContext ctx) {
        if (finished) {
            return;
        }
        Turns turns = Turns.of(ctx.executor());
        long left = turns.left();
        if (yielding || (served && left <= 0)) {
            // It may read still, where its turn was asked for by a client that took answers.
            ctx.channel().config().setAutoRead(false);
            input.hold(session.held());
            yieldTurn(ctx);
            return;
        }
        served = true;
        // Not empty if writing an answer has failed: no client may get the written part.
        ByteBuf out = SCRATCH.get().clear();
        Ticker clock = ctx.executor().ticker();
        // Once for all requests that were read together, not for each.
        long began = clock.nanoTime();
        long started = waitingSince == 0 ? began : waitingSince;
        waitingSince = 0;
        StreamSession.Step step = StreamSession.Step.ANSWERED;
        int steps = 0;
        boolean turnIsOver = false;
        while (step == StreamSession.Step.ANSWERED
                && !turnIsOver
                && ctx.channel().isWritable()) {
            step = session.answerNext(out);
            boolean isPiece = out.readableBytes() >= StreamSession.PIECE;
            if (isPiece) {
                write(ctx, out);
            }
            turnIsOver = (isPiece || left <= 0 || ++steps % STEPS_UNWATCHED == 0) && clock.nanoTime() - began >= left;
        }
        write(ctx, out);
        long ended = clock.nanoTime();
        turns.took(ended - began);
        session.countAnswered(ended - started);
        boolean goesOn = step == StreamSession.Step.ANSWERED && turnIsOver;
        if (goesOn || step == StreamSession.Step.PENDING) {
            waitingSince = started;
        }
        boolean hasRoom = input.hold(session.held());
        boolean owes = step == StreamSession.Step.NEEDS_INPUT && (session.unanswered() > 0 || leavesTransaction());
        // A transaction's time runs on while others have their turn.
        if (!owes && !(goesOn && leavesTransaction() && !session.isBusy())) {
            deadline.stop();
        }
        switch (step) {
            case ANSWERED -> {
                ctx.channel().config().setAutoRead(false);
                // If the client does not take its answers, we go on when it has.
                if (goesOn) {
                    yieldTurn(ctx);
                }
            }
            case PENDING -> awaitAnswer(ctx, hasRoom);
            case ENDED -> takeLeave(ctx);
            case NEEDS_INPUT -> {
                if (readsNoMore) {
                    takeLeave(ctx);
                } else {
                    awaitRequest(ctx, hasRoom, owes);
                }
            }
        }
    }

    private void awaitRequest(ChannelHandlerContext ctx, boolean hasRoom, boolean owes) {
        if (!hasRoom) {
            refuse(ctx, noRoom());
        } else if (owes) {
            // The whole of a transaction is awaited, not its next request.
            deadline.awaits(ctx, leavesTransaction() ? TRANSACTION : session.answered());
        }
    }

    /** Returns whether a transaction is open that takes more memory than each client may leave with the node. */
    private boolean leavesTransaction() {
        return session.isInTransaction() && InputShare.isMuch(session.held());
    }

    private boolean refuseLateRequest(ChannelHandlerContext ctx) {
        if (!finished) {
            log.debug("{} is closed: its {} did not come in time", ctx.channel(), session.unit());
            refuse(ctx, late());
        }
        return true;
    }

    private Answer.Refusal noRoom() {
        return Answer.Refusal.forNow(
                UnavailableReason.OVERLOADED,
                ("the node keeps no more of this %1$s: unfinished %1$ss and unread answers have reached its limit; the connection is closed, ask another node, or again in a second")
                        .formatted(session.unit()));
    }

    private Answer.Refusal late() {
        return new Answer.Refusal(
                ErrorCode.MALFORMED_REQUEST,
                "%s must be sent within %s s of its first byte; the connection is closed"
                        .formatted(session.unit(), MAX_TIME.toSeconds()));
    }

    private void refuse(ChannelHandlerContext ctx, Answer.Refusal refusal) {
        ByteBuf out = SCRATCH.get().clear();
        session.refuse(out, refusal);
        session.countAnswered(0);
        write(ctx, out);
        close(ctx);
    }

    private void awaitAnswer(ChannelHandlerContext ctx, boolean hasRoom) {
        if (!hasRoom || session.unanswered() >= READ_AHEAD) {
            ctx.channel().config().setAutoRead(false);
        }
        if (waiting) {
            return;
        }
        waiting = true;
        TickWaiters.of(ctx.executor()).add(session.pending(), () -> attempt(ctx, () -> takeUp(ctx)));
    }

    /** Continues after a wait. Returns false if there is nothing to go on with yet. */
    private boolean takeUp(ChannelHandlerContext ctx) {
        if (!finished && !session.advance()) {
            return false;
        }
        waiting = false;
        return resume(ctx);
    }

    /** Runs a task of ours on the loop. As in a handler's method, a failure in it closes the connection. */
    private boolean attempt(ChannelHandlerContext ctx, BooleanSupplier task) {
        try {
            return task.getAsBoolean();
        } catch (Throwable e) {
            exceptionCaught(ctx, e);
            return true;
        } finally {
            served = false;
        }
    }

    private void finishWhenQuiet(ChannelHandlerContext ctx) {
        long answered = session.answered();
        ctx.executor()
                .schedule(
                        () -> {
                            if (session.answered() == answered && isQuiet(ctx)) {
                                finish(ctx);
                            } else if (!finished) {
                                finishWhenQuiet(ctx);
                            }
                        },
                        QUIET_MILLIS,
                        TimeUnit.MILLISECONDS);
    }

    /** A request that comes slowly is answered before the end, unless nothing is answered any more. */
    private boolean isQuiet(ChannelHandlerContext ctx) {
        return !yielding
                && !session.isBusy()
                && !session.isInTransaction()
                && ctx.channel().isWritable()
                && (session.unanswered() == 0 || !ageing);
    }

    /** Reads no further, answers each request that came as a whole, and closes when all answers have been sent. */
    private void finishWithWhatWasRead(ChannelHandlerContext ctx) {
        if (finished) {
            return;
        }
        readsNoMore = true;
        ctx.channel().config().setAutoRead(false);
        answerRequests(ctx);
        ctx.flush();
    }

    /** Answers no further request, and closes when all answers have been sent. One that has begun is sent to its end. */
    private void finish(ChannelHandlerContext ctx) {
        if (finished) {
            return;
        }
        session.end();
        ctx.channel().config().setAutoRead(false);
        if (!session.isBusy()) {
            takeLeave(ctx);
        }
    }

    /** Closes. A client may have sent a request that it cannot know to be unread, unless the node says so. */
    private void takeLeave(ChannelHandlerContext ctx) {
        if (stopping) {
            ByteBuf out = SCRATCH.get().clear();
            session.announceStop(out);
            write(ctx, out);
        }
        close(ctx);
    }

    private void close(ChannelHandlerContext ctx) {
        finished = true;
        session.end();
        input.hold(0);
        ctx.channel().config().setAutoRead(false);
        ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }

    private static void write(ChannelHandlerContext ctx, ByteBuf out) {
        if (out.isReadable()) {
            ctx.write(ctx.alloc().directBuffer(out.readableBytes()).writeBytes(out), ctx.voidPromise());
            out.clear();
        }
    }
}
