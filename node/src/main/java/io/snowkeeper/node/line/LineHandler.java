package io.snowkeeper.node.line;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.timeout.IdleStateEvent;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers a connection's lines in their order. Answers are written in large pieces and flushed once for all that was read
 * together.
 *
 * <p>While the client does not take its answers, nothing more is read and no line that was read is answered: what a
 * connection costs is bounded by the write buffer's high mark, one answer, one read, and the longest line.
 */
final class LineHandler extends ChannelInboundHandlerAdapter {

    private static final Logger log = LoggerFactory.getLogger(LineHandler.class);

    /** Answers are handed over to the channel in pieces of about this size, so that it can tell when they pile up. */
    private static final int PIECE = 32 * 1024;

    /** How long a client that is being drained must have asked nothing. */
    private static final long QUIET_MILLIS = 100;

    private final LineSession session;
    private final LineBuffer lines;
    private @Nullable ByteBuf answers;
    private boolean inputEnded;
    private boolean finished;
    private boolean draining;

    LineHandler(LineSession session, LineBuffer lines) {
        this.session = session;
        this.lines = lines;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf input = (ByteBuf) message;
        if (finished) {
            input.release();
            return;
        }
        lines.append(input);
        answerLines(ctx);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        flush(ctx);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (ctx.channel().isWritable()) {
            // Not at once: we may be called from our own flush, and would nest ever deeper.
            ctx.executor().execute(() -> resume(ctx));
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event == ChannelInputShutdownEvent.INSTANCE) {
            inputEnded = true;
            answerLines(ctx);
            flush(ctx);
        } else if (event == DrainEvent.NOW) {
            finish(ctx);
        } else if (event == DrainEvent.WHEN_QUIET && !draining) {
            draining = true;
            finishWhenQuiet(ctx);
        } else if (event instanceof IdleStateEvent) {
            log.debug("{} is closed: it was idle", ctx.channel());
            ctx.close();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof IOException) {
            log.debug("{} is closed: {}", ctx.channel(), cause.getMessage());
        } else {
            log.error("{} is closed by a defect", ctx.channel(), cause);
        }
        ctx.close();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        finished = true;
        lines.release();
        ByteBuf unsent = takeAnswers();
        unsent.release();
    }

    private void resume(ChannelHandlerContext ctx) {
        answerLines(ctx);
        flush(ctx);
        if (ctx.channel().isWritable()) {
            ctx.channel().config().setAutoRead(true);
        }
    }

    private void answerLines(ChannelHandlerContext ctx) {
        while (!finished && ctx.channel().isWritable()) {
            ByteBuf line = lines.nextLine();
            if (line != null) {
                answer(ctx, line);
            } else if (lines.isTooLong()) {
                session.refuseLongLine(answers(ctx));
                finish(ctx);
            } else if (inputEnded) {
                answerLastLine(ctx);
                finish(ctx);
            } else {
                return;
            }
        }
        if (!finished) {
            // The client does not take its answers: we read on when it has.
            ctx.channel().config().setAutoRead(false);
            flush(ctx);
        }
    }

    private void answer(ChannelHandlerContext ctx, ByteBuf line) {
        ByteBuf out = answers(ctx);
        if (!session.answer(line, out)) {
            finish(ctx);
        } else if (out.readableBytes() >= PIECE) {
            ctx.write(takeAnswers(), ctx.voidPromise());
        }
    }

    private void answerLastLine(ChannelHandlerContext ctx) {
        ByteBuf line = lines.lastLine();
        if (line != null) {
            session.answer(line, answers(ctx));
        } else if (lines.isTooLong()) {
            session.refuseLongLine(answers(ctx));
        }
    }

    private void finishWhenQuiet(ChannelHandlerContext ctx) {
        long answered = session.answers();
        ctx.executor()
                .schedule(
                        () -> {
                            if (session.answers() == answered && ctx.channel().isWritable()) {
                                finish(ctx);
                            } else if (!finished) {
                                finishWhenQuiet(ctx);
                            }
                        },
                        QUIET_MILLIS,
                        TimeUnit.MILLISECONDS);
    }

    /** Answers nothing more, and closes when all answers have been sent. */
    private void finish(ChannelHandlerContext ctx) {
        if (finished) {
            return;
        }
        finished = true;
        lines.release();
        ctx.writeAndFlush(takeAnswers()).addListener(ChannelFutureListener.CLOSE);
    }

    private void flush(ChannelHandlerContext ctx) {
        if (answers != null) {
            ctx.write(takeAnswers(), ctx.voidPromise());
        }
        ctx.flush();
    }

    private ByteBuf answers(ChannelHandlerContext ctx) {
        if (answers == null) {
            answers = ctx.alloc().ioBuffer();
        }
        return answers;
    }

    private ByteBuf takeAnswers() {
        ByteBuf taken = answers;
        answers = null;
        return taken == null ? Unpooled.EMPTY_BUFFER : taken;
    }
}
