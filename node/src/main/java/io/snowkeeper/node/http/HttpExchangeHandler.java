package io.snowkeeper.node.http;

import static java.util.Objects.requireNonNull;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.PrematureChannelClosureException;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Ticker;
import io.snowkeeper.coordinator.log.DefectLog;
import io.snowkeeper.node.access.AccessControl;
import io.snowkeeper.node.access.ClientAccess;
import io.snowkeeper.node.http.routing.Call;
import io.snowkeeper.node.http.routing.HttpAnswer;
import io.snowkeeper.node.http.routing.Problem;
import io.snowkeeper.node.http.routing.ProblemException;
import io.snowkeeper.node.http.routing.Route;
import io.snowkeeper.node.net.ConnectionRegistry;
import io.snowkeeper.node.net.MemoryExhaustion;
import io.snowkeeper.node.net.Turns;
import io.snowkeeper.node.net.connection.AgeEvent;
import io.snowkeeper.node.security.Peer;
import io.snowkeeper.node.service.message.RequestRefusedException;
import io.snowkeeper.node.tls.handshake.CertificateNames;
import io.snowkeeper.node.tls.handshake.Subject;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers a connection's requests one after the other. While one is being answered, or the client does not take its
 * answers, nothing more is read or answered: the cost of a connection is bounded by the write buffer's high mark, one
 * answer, and one read. A {@link Problem} that comes instead of a request is answered in its turn, and ends the
 * connection.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A failure in a channel comes to exceptionCaught, or closes the channel.
final class HttpExchangeHandler extends ChannelInboundHandlerAdapter {

    private static final Logger log = LoggerFactory.getLogger(HttpExchangeHandler.class);

    private static final DefectLog defects = new DefectLog(log);

    private static final Problem CUT_SHORT =
            Problem.malformed("the request ends before it is complete; the connection is closed");

    private final RequestReader reader;
    private final AccessControl control;
    private final RequestDeadline deadline;
    private final HttpObserver observer;
    private final Deque<Object> queue = new ArrayDeque<>();

    private CompletableFuture<Void> gone = new CompletableFuture<>();
    private @Nullable Subject subject;
    private @Nullable ClientAccess access;
    private boolean answering;
    private boolean yielding;

    /** Whether a request was answered since the loop came to read from this connection. */
    private boolean served;

    private boolean inputEnded;

    /** Whether further input cannot be understood. */
    private boolean inputBroken;

    private boolean stopping;

    /** Whether it ends with the next answer. */
    private boolean old;

    private boolean closed;

    /** @param control the rights of clients */
    HttpExchangeHandler(RequestReader reader, AccessControl control, RequestDeadline deadline, HttpObserver observer) {
        this.reader = reader;
        this.control = control;
        this.deadline = deadline;
        this.observer = observer;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        Subject client = new Subject(ctx.channel());
        subject = client;
        access = control.connected(
                Peer.at(ConnectionRegistry.addressOf(ctx.channel())), new CertificateNames(ctx.channel()), client);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        deadline.requestEnded();
        if (closed || inputBroken) {
            ReferenceCountUtil.release(message);
            return;
        }
        queue.add(message);
        proceed(ctx);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        served = false;
        ctx.fireChannelReadComplete();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (ctx.channel().isWritable()) {
            // Not at once: we may be within our own flush.
            yieldTurn(ctx);
        }
        ctx.fireChannelWritabilityChanged();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event == ChannelInputShutdownEvent.INSTANCE) {
            inputEnded = true;
            if (deadline.isRunning()) {
                deadline.requestEnded();
                queue.add(CUT_SHORT);
            }
            proceed(ctx);
        } else if (event == AgeEvent.REACHED) {
            old = true;
        } else if (event == AgeEvent.OVERDUE) {
            endIfQuiet(ctx);
        } else if (event == HttpConnections.Stop.WHEN_ANSWERED) {
            stopping = true;
            proceed(ctx);
        } else if (event instanceof IdleStateEvent && !awaitsUs(ctx)) {
            log.debug("{} is closed: it was idle", ctx.channel());
            ctx.close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        closed = true;
        gone.complete(null);
        dropQueue();
        ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof DecoderException && !closed && (answering || !queue.isEmpty())) {
            // The earlier requests are answered.
            deadline.requestEnded();
            inputBroken = true;
            inputEnded = true;
            proceed(ctx);
            return;
        }
        if (isOfClient(cause)) {
            log.debug("{} is closed: {}", ctx.channel(), cause.toString());
        } else if (!MemoryExhaustion.isOfBuffers(ctx.channel(), cause)) {
            defects.failed("%s is closed by a defect: %s".formatted(ctx.channel(), cause), cause);
        }
        // The client is taken leave of for a moment, in which nothing may be done for it that it would not hear of.
        closed = true;
        dropQueue();
        ctx.close();
    }

    /** Bad or missing input of a client is not a defect of ours. */
    private static boolean isOfClient(Throwable cause) {
        return cause instanceof IOException
                || cause instanceof DecoderException
                || cause instanceof PrematureChannelClosureException;
    }

    /** Returns how many requests were read and not begun to be answered. */
    int queued() {
        return queue.size();
    }

    /** Returns whether it is for us to go on: an answer takes its time, and the client has taken all before it. */
    private boolean awaitsUs(ChannelHandlerContext ctx) {
        ChannelOutboundBuffer untaken = ctx.channel().unsafe().outboundBuffer();
        return answering && (untaken == null || untaken.totalPendingWriteBytes() == 0);
    }

    /** Answers queued requests, up to the first one with a pending answer, or as long as answers are taken. */
    private void proceed(ChannelHandlerContext ctx) {
        Ticker clock = ctx.executor().ticker();
        Turns turns = Turns.of(ctx.executor());
        while (mayAnswer(ctx) && !queue.isEmpty()) {
            if (served && turns.left() <= 0) {
                yieldTurn(ctx);
            } else {
                served = true;
                answering = true;
                long began = clock.nanoTime();
                begin(ctx, queue.remove());
                turns.took(clock.nanoTime() - began);
            }
        }
        if (closed) {
            return;
        }
        if (!answering && (stopping || (inputEnded && queue.isEmpty()))) {
            close(ctx);
        } else {
            ctx.channel().config().setAutoRead(!inputBroken && mayAnswer(ctx));
        }
    }

    private boolean mayAnswer(ChannelHandlerContext ctx) {
        return !answering && !yielding && !closed && ctx.channel().isWritable();
    }

    /** Continues when others had their turn. */
    private void yieldTurn(ChannelHandlerContext ctx) {
        if (!yielding) {
            yielding = true;
            Turns.of(ctx.executor())
                    .add(() -> attempt(ctx, () -> {
                        yielding = false;
                        proceed(ctx);
                    }));
        }
    }

    /** Runs a task of ours on the loop. As in a handler's method, a failure in it closes the connection. */
    private void attempt(ChannelHandlerContext ctx, Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            exceptionCaught(ctx, e);
        } finally {
            served = false;
        }
    }

    private void begin(ChannelHandlerContext ctx, Object message) {
        if (message instanceof Problem problem) {
            write(ctx, Asked.nothing(), Asked.UNKNOWN, answerTo(problem));
            return;
        }
        FullHttpRequest request = (FullHttpRequest) message;
        try {
            Asked asked = Asked.of(request);
            Call call;
            try {
                RequestRate.requireAllowed(ctx.channel(), request.uri());
                gone = new CompletableFuture<>();
                call = reader.read(request, requireNonNull(subject), requireNonNull(access), gone, ctx.executor());
            } catch (RuntimeException e) {
                write(ctx, asked, Asked.UNKNOWN, answerTo(problemOf(e)));
                return;
            }
            answer(ctx, asked, call);
        } finally {
            request.release();
        }
    }

    private void answer(ChannelHandlerContext ctx, Asked asked, Call call) {
        Route route = call.match().route();
        CompletableFuture<HttpAnswer> stage;
        try {
            stage = route.action().answer(call).toCompletableFuture();
        } catch (RuntimeException e) {
            write(ctx, asked, route.template(), answerTo(problemOf(e)));
            return;
        }
        if (stage.isDone()) {
            write(ctx, asked, route.template(), answerOf(stage));
            return;
        }
        stage.whenComplete((answer, failure) -> ctx.executor()
                .execute(() -> attempt(ctx, () -> {
                    if (!closed) {
                        write(ctx, asked, route.template(), answerOf(stage));
                        proceed(ctx);
                    }
                })));
    }

    private HttpAnswer answerOf(CompletableFuture<HttpAnswer> done) {
        try {
            return done.join();
        } catch (RuntimeException e) {
            return answerTo(problemOf(e));
        }
    }

    private HttpAnswer answerTo(Problem problem) {
        problem.reason().ifPresent(observer::refused);
        return problem.answer();
    }

    private static Problem problemOf(RuntimeException failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof ProblemException told) {
            return told.problem();
        }
        if (cause instanceof RequestRefusedException refused) {
            return Problem.of(refused.answer());
        }
        if (cause instanceof OutOfMemoryError exhausted) {
            throw exhausted;
        }
        defects.failed("A request could not be answered; this is a defect", cause);
        return Problem.defect();
    }

    private void write(ChannelHandlerContext ctx, Asked asked, String route, HttpAnswer answer) {
        answering = false;
        observer.answered(asked.method(), route, answer.status(), System.nanoTime() - asked.startedAt());
        boolean goesOn = asked.keepAlive() && !stopping && !old;
        ctx.writeAndFlush(ResponseWriter.response(answer, asked.version(), goesOn))
                .addListener(written -> {
                    Throwable failure = written.cause();
                    if (failure != null) {
                        // No later answer may take the place of this one.
                        closed = true;
                        exceptionCaught(ctx, failure);
                    }
                });
        if (!goesOn) {
            close(ctx);
        }
    }

    /** Ends if there is no request; otherwise the last answer ends it. */
    private void endIfQuiet(ChannelHandlerContext ctx) {
        // While the client takes no answers, or others have their turn, there may be requests that were read and not
        // looked at.
        boolean looksOn = ctx.channel().isWritable() && !yielding;
        if (looksOn && !closed && !answering && queue.isEmpty() && !deadline.isRunning()) {
            close(ctx);
        }
    }

    /** Closes when all that was written has been sent. */
    private void close(ChannelHandlerContext ctx) {
        closed = true;
        dropQueue();
        ctx.channel().config().setAutoRead(false);
        ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }

    private void dropQueue() {
        queue.forEach(ReferenceCountUtil::release);
        queue.clear();
    }
}
