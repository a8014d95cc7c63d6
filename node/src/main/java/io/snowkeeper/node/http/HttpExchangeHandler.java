package io.snowkeeper.node.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.PrematureChannelClosureException;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers a connection's requests one after the other. While one is being answered nothing more is read, so that a client
 * cannot pile up work. A {@link Problem} that comes instead of a request is answered in its turn, and ends the connection.
 */
@SuppressWarnings("FutureReturnValueIgnored") // What fails in a channel comes to exceptionCaught, or it is closed.
final class HttpExchangeHandler extends ChannelInboundHandlerAdapter {

    private static final Logger log = LoggerFactory.getLogger(HttpExchangeHandler.class);

    private static final String UNKNOWN = "UNKNOWN";

    private static final Set<HttpMethod> USUAL_METHODS = Set.of(
            HttpMethod.GET,
            HttpMethod.HEAD,
            HttpMethod.POST,
            HttpMethod.PUT,
            HttpMethod.PATCH,
            HttpMethod.DELETE,
            HttpMethod.OPTIONS);

    private static final Problem CUT_SHORT =
            Problem.malformed("the request ends before it is complete; the connection is closed");

    private final RequestReader reader;
    private final RequestDeadline deadline;
    private final HttpObserver observer;
    private final Deque<Object> queue = new ArrayDeque<>();

    private CompletableFuture<Void> gone = new CompletableFuture<>();
    private boolean answering;
    private boolean inputEnded;
    private boolean stopping;
    private boolean closed;

    HttpExchangeHandler(RequestReader reader, RequestDeadline deadline, HttpObserver observer) {
        this.reader = reader;
        this.deadline = deadline;
        this.observer = observer;
    }

    /** What is to be known of a request when it is answered. */
    private record Asked(String method, HttpVersion version, boolean keepAlive, long startedAt) {

        static Asked of(FullHttpRequest request) {
            String method =
                    USUAL_METHODS.contains(request.method()) ? request.method().name() : UNKNOWN;
            boolean goesOn =
                    HttpUtil.isKeepAlive(request) && request.decoderResult().isSuccess();
            return new Asked(method, request.protocolVersion(), goesOn, System.nanoTime());
        }

        static Asked nothing() {
            return new Asked(UNKNOWN, HttpVersion.HTTP_1_1, false, System.nanoTime());
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        deadline.requestEnded();
        if (closed) {
            ReferenceCountUtil.release(message);
            return;
        }
        queue.add(message);
        proceed(ctx);
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
        } else if (event == HttpConnections.Stop.WHEN_ANSWERED) {
            stopping = true;
            proceed(ctx);
        } else if (event instanceof IdleStateEvent && !answering) {
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
        if (cause instanceof IOException || cause instanceof PrematureChannelClosureException) {
            log.debug("{} is closed: {}", ctx.channel(), cause.toString());
        } else {
            log.error("{} is closed by a defect: {}", ctx.channel(), cause.toString(), cause);
        }
        ctx.close();
    }

    /** Answers what is queued, up to the first request whose answer takes its time. */
    private void proceed(ChannelHandlerContext ctx) {
        if (answering) {
            return;
        }
        Object next = queue.poll();
        while (next != null && !closed) {
            answering = true;
            ctx.channel().config().setAutoRead(false);
            begin(ctx, next);
            next = answering ? null : queue.poll();
        }
        if (!answering && !closed) {
            if (inputEnded || stopping) {
                close(ctx);
            } else {
                ctx.channel().config().setAutoRead(true);
            }
        }
    }

    private void begin(ChannelHandlerContext ctx, Object message) {
        if (message instanceof Problem problem) {
            write(ctx, Asked.nothing(), UNKNOWN, problem.answer());
            return;
        }
        FullHttpRequest request = (FullHttpRequest) message;
        try {
            Asked asked = Asked.of(request);
            RequestReader.Routed routed;
            try {
                RequestRate.requireAllowed(ctx.channel(), request.uri());
                gone = new CompletableFuture<>();
                routed = reader.read(request, ctx.channel().remoteAddress(), gone, ctx.executor());
            } catch (RuntimeException e) {
                write(ctx, asked, UNKNOWN, problemOf(e).answer());
                return;
            }
            answer(ctx, asked, routed);
        } finally {
            request.release();
        }
    }

    private void answer(ChannelHandlerContext ctx, Asked asked, RequestReader.Routed routed) {
        String route = routed.route().template();
        CompletableFuture<HttpAnswer> stage;
        try {
            stage = routed.route().action().answer(routed.call()).toCompletableFuture();
        } catch (RuntimeException e) {
            write(ctx, asked, route, problemOf(e).answer());
            return;
        }
        if (stage.isDone()) {
            write(ctx, asked, route, answerOf(stage));
            return;
        }
        stage.whenComplete((answer, failure) -> ctx.executor().execute(() -> {
            if (!closed) {
                write(ctx, asked, route, answerOf(stage));
                proceed(ctx);
            }
        }));
    }

    private static HttpAnswer answerOf(CompletableFuture<HttpAnswer> done) {
        try {
            return done.join();
        } catch (RuntimeException e) {
            return problemOf(e).answer();
        }
    }

    private static Problem problemOf(RuntimeException failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof ProblemException told) {
            return told.problem();
        }
        log.error("A request could not be answered; this is a defect", cause);
        return Problem.defect();
    }

    private void write(ChannelHandlerContext ctx, Asked asked, String route, HttpAnswer answer) {
        answering = false;
        observer.answered(asked.method(), route, answer.status(), System.nanoTime() - asked.startedAt());
        boolean goesOn = asked.keepAlive() && !stopping;
        ctx.writeAndFlush(ResponseWriter.response(answer, asked.version(), goesOn));
        if (!goesOn) {
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
