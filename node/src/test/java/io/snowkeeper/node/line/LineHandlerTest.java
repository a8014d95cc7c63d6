package io.snowkeeper.node.line;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import ch.qos.logback.classic.Level;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.timeout.IdleStateEvent;
import io.snowkeeper.node.service.Answer;
import io.snowkeeper.node.service.IdFormat;
import io.snowkeeper.node.service.IdRuns;
import io.snowkeeper.node.service.Responder;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LineHandlerTest {

    private static final String TIME_INFO = "{\"body\":{\"type\":\"time_info\"}}\n";

    private final Outlet outlet = new Outlet();
    private final EmbeddedChannel channel = new EmbeddedChannel(outlet, handler());

    @AfterEach
    void releaseAll() {
        channel.finishAndReleaseAll();
    }

    @Test
    void linesThatCameTogetherAreAnsweredInOrderByOneWriteAndOneFlush() {
        channel.writeInbound(bytes(TIME_INFO.repeat(3)));

        assertThat(outlet.writes).isEqualTo(1);
        assertThat(outlet.flushes).isEqualTo(1);
        assertThat(sent()).containsSubsequence("\"msg_id\": 0}}\n", "\"msg_id\": 1}}\n", "\"msg_id\": 2}}\n");
    }

    @Test
    void aLineMayComeInPieces() {
        for (String piece : TIME_INFO.split("")) {
            assertThat(channel.outboundMessages()).isEmpty();
            channel.writeInbound(bytes(piece));
        }

        assertThat(sent()).endsWith("\"msg_id\": 0}}\n");
    }

    @Test
    void whileAnswersAreNotTakenNothingIsReadNorAnswered() {
        outlet.open = false;
        channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(1024, 2048));
        channel.writeInbound(bytes("{\"body\":{\"type\":\"generate_batch\",\"count\":10000}}\n".repeat(20)));

        assertThat(channel.config().isAutoRead()).isFalse();
        assertThat(channel.unsafe().outboundBuffer().totalPendingWriteBytes()).isLessThan(300_000);
    }

    @Test
    void allIsAnsweredWhenAnswersAreTakenAgain() {
        outlet.open = false;
        channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(1024, 2048));
        channel.writeInbound(bytes("{\"body\":{\"type\":\"generate_batch\",\"count\":10000}}\n".repeat(20)));
        outlet.open = true;
        channel.flush();
        channel.runPendingTasks();

        assertThat(sent().lines().count()).isEqualTo(20);
        assertThat(channel.config().isAutoRead()).isTrue();
    }

    @Test
    void aClientThatTakesEachAnswerAtOnceGetsAllOfThem() {
        channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(1024, 2048));
        channel.writeInbound(bytes("{\"body\":{\"type\":\"generate_batch\",\"count\":2000}}\n".repeat(3000)));
        channel.runPendingTasks();

        assertThat(sent().lines().count()).isEqualTo(3000);
    }

    @Test
    void aLineWithoutAnEndIsAnsweredWhenTheClientEndsItsSide() {
        channel.writeInbound(bytes(TIME_INFO.strip()));
        channel.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);

        assertThat(sent()).contains("\"type\": \"time_info_ok\"");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void theClientsEndIsNotATooEarlyEndOfItsAnswers() {
        outlet.open = false;
        channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(1024, 2048));
        channel.writeInbound(bytes("{\"body\":{\"type\":\"generate_batch\",\"count\":1000}}\n".repeat(5)));
        channel.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
        assertThat(channel.isOpen()).isTrue();
        outlet.open = true;
        channel.flush();
        channel.runPendingTasks();

        assertThat(sent().lines().count()).isEqualTo(5);
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aLineThatIsTooLongIsAnsweredInItsTurnAndEndsTheConnection() {
        channel.writeInbound(bytes(TIME_INFO + "x".repeat(LineLimits.MAX_LONG_LINE + 2)));

        assertThat(sent())
                .endsWith("\"msg_id\": 0}}\n{\"src\": \"n1\", \"dest\": null, \"body\": {\"type\": \"error\","
                        + " \"code\": 12, \"text\": \"line must have at most 65536 bytes, verify_ids at most 1048576;"
                        + " the connection is closed\", \"in_reply_to\": null, \"msg_id\": 1}}\n");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void nothingIsAnsweredAfterALineThatIsTooLong() {
        channel.writeInbound(bytes("x".repeat(70 * 1024) + "\n" + TIME_INFO));

        assertThat(sent().lines().count()).isEqualTo(1);
    }

    @Test
    void aDrainedConnectionIsClosedWhenNothingWasAskedForAMoment() {
        channel.freezeTime();
        channel.pipeline().fireUserEventTriggered(DrainEvent.WHEN_QUIET);
        channel.advanceTimeBy(60, TimeUnit.MILLISECONDS);
        channel.writeInbound(bytes(TIME_INFO));
        channel.advanceTimeBy(60, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
        assertThat(channel.isOpen()).isTrue();
        channel.advanceTimeBy(100, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();

        assertThat(channel.isOpen()).isFalse();
        assertThat(sent()).endsWith("\"msg_id\": 0}}\n");
    }

    @Test
    void aConnectionThatHasToEndNowSendsItsAnswersFirst() {
        outlet.open = false;
        channel.writeInbound(bytes(TIME_INFO));
        channel.pipeline().fireUserEventTriggered(DrainEvent.NOW);
        assertThat(channel.isOpen()).isTrue();
        outlet.open = true;
        channel.flush();

        assertThat(sent().lines().count()).isEqualTo(1);
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void anIdleConnectionIsClosed() {
        channel.pipeline().fireUserEventTriggered(IdleStateEvent.ALL_IDLE_STATE_EVENT);

        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aConnectionThatFailsIsClosedWithoutAStackTrace() {
        try (LogCapture log = LogCapture.start()) {
            channel.pipeline().fireExceptionCaught(new IOException("Connection reset by peer"));

            assertThat(log.linesFrom(Level.DEBUG))
                    .singleElement(STRING)
                    .endsWith(" is closed: java.io.IOException: Connection reset by peer");
            assertThat(log.stackTraces()).isZero();
        }
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void whatWasWrittenOfAnAnswerThatFailsGoesToNobody() {
        // A batch without ids is a defect that shows in the middle of the line.
        EmbeddedChannel failing =
                new EmbeddedChannel(handler(request -> new Answer.GeneratedBatch((IdRuns) null, 0, IdFormat.NUMBER)));
        failing.writeInbound(bytes(TIME_INFO));
        channel.writeInbound(bytes(TIME_INFO));

        assertThat(failing.isOpen()).isFalse();
        assertThat(sent()).startsWith("{\"src\": \"n1\", \"dest\": null, \"body\": {\"type\": \"time_info_ok\"");
    }

    @Test
    void aClosedConnectionKeepsNoInput() {
        ByteBuf input = bytes("{\"body\":");
        channel.writeInbound(input);
        channel.close();

        assertThat(input.refCnt()).isZero();
    }

    private static LineHandler handler() {
        return handler(TestNode.waiting("n1"));
    }

    private static LineHandler handler(Responder responder) {
        LineSession session = new LineSession(responder, new RequestDecoder(TestNode.MAX_BATCH), "n1");
        return new LineHandler(
                new LineExchange(session, new LineBuffer(Unpooled.EMPTY_BUFFER.alloc(), LineLimits.MAX_LONG_LINE)));
    }

    private String sent() {
        StringBuilder sent = new StringBuilder();
        for (Object message = channel.readOutbound(); message != null; message = channel.readOutbound()) {
            ByteBuf piece = (ByteBuf) message;
            sent.append(piece.toString(US_ASCII));
            piece.release();
        }
        return sent.toString();
    }

    private static ByteBuf bytes(String text) {
        return Unpooled.copiedBuffer(text, US_ASCII);
    }

    /** Counts, and while it is closed lets nothing out. */
    private static final class Outlet extends ChannelOutboundHandlerAdapter {
        private boolean open = true;
        private int writes;
        private int flushes;

        @Override
        public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
            writes++;
            ctx.write(message, promise);
        }

        @Override
        public void flush(ChannelHandlerContext ctx) {
            flushes++;
            if (open) {
                ctx.flush();
            }
        }
    }
}
