package io.snowkeeper.node.line;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import ch.qos.logback.classic.Level;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.timeout.IdleStateEvent;
import io.snowkeeper.node.line.codec.LineLimits;
import io.snowkeeper.node.line.codec.RequestDecoder;
import io.snowkeeper.node.net.Backlog;
import io.snowkeeper.node.net.connection.AgeEvent;
import io.snowkeeper.node.service.RequestCounters;
import io.snowkeeper.node.service.Responder;
import io.snowkeeper.node.service.message.IdFormat;
import io.snowkeeper.node.service.message.SequenceAnswer;
import io.snowkeeper.node.stream.DrainEvent;
import io.snowkeeper.node.stream.StreamHandler;
import io.snowkeeper.testkit.log.LogCapture;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineHandlerTest {

    private static final String TIME_INFO = "{\"body\":{\"type\":\"time_info\"}}\n";

    private static final String VERIFY = "{\"src\":\"c1\",\"body\":{\"type\":\"verify_ids\",\"msg_id\":7,\"ids\":[1";
    private static final String LONG_VERIFY = VERIFY + ",2".repeat(40_000) + "]}}\n";
    private static final int MANY = 512 * 1024;

    private final Outlet outlet = new Outlet();
    private final Backlog backlog = new Backlog(MANY);
    private final Deque<Runnable> longLines = new ArrayDeque<>();
    private final EmbeddedChannel channel = new EmbeddedChannel(outlet, handler());

    /** So that no turn is over before all is answered. */
    @BeforeEach
    void freezeTime() {
        channel.freezeTime();
    }

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

    @ParameterizedTest
    @ValueSource(
            strings = {"{\"src\":\"c1\",\"body\":{\"type\":\"generate\",\"msg_id\":7,\"x\":\"", "[1,", "xxxxxxxxxxx"})
    void aLineThatIsNotKnownToNeedMoreEndsAt64KiB(String beginning) {
        channel.writeInbound(bytes(beginning + "x".repeat(LineLimits.MAX_LINE + 2 - beginning.length())));

        assertThat(sent()).contains("\"code\": 12, \"text\": \"line must have at most 65536 bytes, ");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aWholeLineThatIsTooLongIsNotRead() {
        channel.writeInbound(bytes("{\"body\":{\"type\":\"generate\",\"x\":\"" + "x".repeat(70_000) + "\"}}\n"));

        assertThat(sent()).contains("\"code\": 12, \"text\": \"line must have at most 65536 bytes, ");
        assertThat(longLines).isEmpty();
    }

    @Test
    void aLongLineIsReadByAnotherThreadAndAnsweredInItsTurn() {
        channel.writeInbound(bytes(TIME_INFO + LONG_VERIFY + TIME_INFO));
        assertThat(sent()).contains("time_info_ok").doesNotContain("verify_ids_ok");
        longLines.remove().run();
        channel.runPendingTasks();

        assertThat(sent())
                .startsWith(
                        "{\"src\": \"n1\", \"dest\": \"c1\", \"body\": {\"type\": \"verify_ids_ok\", \"count\": 40001,")
                .containsSubsequence("\"in_reply_to\": 7, \"msg_id\": 1}}\n", "time_info_ok", "\"msg_id\": 2}}\n");
    }

    @Test
    void aLongLineThatNobodyReadsIsRefusedAndTheConnectionGoesOn() {
        EmbeddedChannel busy = new EmbeddedChannel(handler(TestNode.waiting("n1"), backlog, task -> {
            throw new RejectedExecutionException();
        }));
        busy.writeInbound(bytes(LONG_VERIFY + TIME_INFO));

        assertThat(sent(busy).lines())
                .satisfiesExactly(
                        line -> assertThat(line)
                                .contains("\"code\": 11, \"text\": \"too many lines of more than 65536 bytes wait to be"
                                        + " read, ask another node, or again in a second\", \"reason\":"
                                        + " \"overloaded\""),
                        line -> assertThat(line).contains("time_info_ok"));
        assertThat(busy.isOpen()).isTrue();
    }

    @Test
    void aLongLineOfAConnectionThatIsGoneIsNotRead() {
        channel.writeInbound(bytes(LONG_VERIFY));
        channel.close();
        try (LogCapture log = LogCapture.start()) {
            longLines.remove().run();
            channel.runPendingTasks();

            assertThat(log.linesFrom(Level.DEBUG)).isEmpty();
        }
    }

    @Test
    void whatIsUnfinishedCountsAmongWhatClientsLeave() {
        channel.writeInbound(bytes(VERIFY + ",2".repeat(20_000)));
        assertThat(backlog.inputBytes()).isBetween(40_000L, 70_000L);
        channel.writeInbound(bytes("]}}\n"));

        assertThat(backlog.inputBytes()).isZero();
    }

    @Test
    void aConnectionThatEndsLeavesNothing() {
        channel.writeInbound(bytes(VERIFY + ",2".repeat(20_000)));
        channel.close();

        assertThat(backlog.inputBytes()).isZero();
    }

    @Test
    void whenNoRoomIsLeftALineThatWantsMoreIsRefusedAndItsConnectionClosed() {
        backlog.add(MANY);
        channel.writeInbound(bytes(TIME_INFO + VERIFY + ",2".repeat(20_000)));

        assertThat(sent())
                .contains("time_info_ok")
                .endsWith(
                        "{\"src\": \"n1\", \"dest\": null, \"body\": {\"type\": \"error\", \"code\": 11, \"text\": \"the node keeps no more of this line: unfinished lines and unread answers have reached its limit; the connection is closed, ask another node, or again in a second\","
                                + " \"reason\": \"overloaded\", \"in_reply_to\": null, \"msg_id\": 1}}\n");
        assertThat(channel.isOpen()).isFalse();
        assertThat(backlog.inputBytes()).isZero();
    }

    @Test
    void whenNoRoomIsLeftShortLinesAreAnsweredInPiecesToo() {
        backlog.add(MANY);
        for (String piece : TIME_INFO.split("")) {
            channel.writeInbound(bytes(piece));
        }
        channel.writeInbound(bytes(TIME_INFO.repeat(1000) + TIME_INFO.substring(0, 9)));

        assertThat(sent().lines().count()).isEqualTo(1001);
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void whenNoRoomIsLeftAClientThatWaitsForAnAnswerIsNotReadMeanwhile() {
        backlog.add(MANY);
        channel.writeInbound(bytes("{\"body\":{\"type\":\"verify_ids\",\"ids\":[" + "1,".repeat(40_000) + "1]}}\n"
                + TIME_INFO.repeat(500)));
        assertThat(channel.config().isAutoRead()).isFalse();
        longLines.remove().run();
        channel.runPendingTasks();

        assertThat(sent().lines().count()).isEqualTo(501);
        assertThat(channel.config().isAutoRead()).isTrue();
    }

    @Test
    void aLineThatDoesNotComeInTimeIsToldSoAndItsConnectionClosed() {
        channel.writeInbound(bytes(TIME_INFO + "{"));
        pass(9_999);
        channel.writeInbound(bytes("\"body\":"));
        assertThat(channel.isOpen()).isTrue();
        pass(1);

        assertThat(sent())
                .endsWith("{\"src\": \"n1\", \"dest\": null, \"body\": {\"type\": \"error\", \"code\": 12, \"text\":"
                        + " \"line must be sent within 10 s of its first byte; the connection is closed\","
                        + " \"in_reply_to\": null, \"msg_id\": 1}}\n");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void eachLineHasItsOwnTime() {
        for (int i = 0; i < 20; i++) {
            channel.writeInbound(bytes(TIME_INFO.substring(0, 9)));
            pass(6_000);
            channel.writeInbound(bytes(TIME_INFO.substring(9) + TIME_INFO.substring(0, 5)));
            pass(6_000);
            channel.writeInbound(bytes(TIME_INFO.substring(5)));
        }

        assertThat(sent().lines().count()).isEqualTo(40);
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void aClientThatSendsNothingHasBegunNoLine() {
        channel.writeInbound(bytes(TIME_INFO));
        pass(60_000);

        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void aLineHasNoTimeWhileTheNodeIsAtFault() {
        channel.writeInbound(bytes(LONG_VERIFY + TIME_INFO.substring(0, 9)));
        pass(60_000);
        longLines.remove().run();
        channel.runPendingTasks();
        pass(6_000);
        channel.writeInbound(bytes(TIME_INFO.substring(9)));

        assertThat(sent()).contains("verify_ids_ok").contains("time_info_ok");
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void aConnectionThatIsGoneIsNotKeptUntilItsLinesTimeHasPassed() {
        channel.writeInbound(bytes("{"));
        channel.close();

        assertThat(channel.runScheduledPendingTasks())
                .as("nanoseconds until the next task, -1 if there is none")
                .isEqualTo(-1);
    }

    @Test
    void aDrainedConnectionIsClosedWhenNothingWasAskedForAMoment() {
        channel.pipeline().fireUserEventTriggered(DrainEvent.WHEN_QUIET);
        channel.advanceTimeBy(60, TimeUnit.MILLISECONDS);
        channel.writeInbound(bytes(TIME_INFO));
        channel.advanceTimeBy(60, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
        assertThat(channel.isOpen()).isTrue();
        channel.advanceTimeBy(100, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();

        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aDrainedConnectionIsToldLastThatNothingElseWasBegun() {
        channel.writeInbound(bytes(TIME_INFO + "{\"body\""));
        channel.pipeline().fireUserEventTriggered(DrainEvent.NOW);

        assertThat(sent().lines())
                .hasSize(2)
                .last()
                .isEqualTo("{\"src\": \"n1\", \"dest\": null, \"body\": {\"type\": \"error\", \"code\": 11,"
                        + " \"text\": \"draining: node n1 is being stopped, ask another one\", \"reason\": \"draining\","
                        + " \"begun\": false, \"in_reply_to\": null, \"msg_id\": 1}}");
    }

    @Test
    void aConnectionThatHasToEndNowSendsItsAnswersFirst() {
        outlet.open = false;
        channel.writeInbound(bytes(TIME_INFO));
        channel.pipeline().fireUserEventTriggered(DrainEvent.NOW);
        assertThat(channel.isOpen()).isTrue();
        outlet.open = true;
        channel.flush();

        assertThat(sent().lines())
                .satisfiesExactly(
                        answer -> assertThat(answer).contains("time_info_ok"),
                        end -> assertThat(end).contains("\"begun\": false, \"in_reply_to\": null"));
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void anOldConnectionIsAnsweredUntilItHasAskedNothingForAMoment() {
        channel.pipeline().fireUserEventTriggered(AgeEvent.REACHED);
        channel.advanceTimeBy(60, TimeUnit.MILLISECONDS);
        channel.writeInbound(bytes(TIME_INFO));
        pass(60);
        assertThat(channel.isOpen()).isTrue();
        pass(100);

        assertThat(channel.isOpen()).isFalse();
        assertThat(sent()).contains("time_info_ok").endsWith("\"msg_id\": 0}}\n");
    }

    @Test
    void anOldConnectionIsNotQuietWhileALineComes() {
        channel.pipeline().fireUserEventTriggered(AgeEvent.REACHED);
        channel.writeInbound(bytes(TIME_INFO.substring(0, 9)));
        pass(500);
        channel.writeInbound(bytes(TIME_INFO.substring(9)));

        assertThat(sent()).contains("time_info_ok");
    }

    @Test
    void anOldConnectionThatIsNeverQuietHasAllAnsweredThatWasReadAsAWhole() {
        outlet.open = false;
        channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(1024, 2048));
        channel.writeInbound(bytes(
                "{\"body\":{\"type\":\"generate_batch\",\"count\":1000}}\n".repeat(50) + TIME_INFO.substring(0, 9)));
        channel.pipeline().fireUserEventTriggered(AgeEvent.REACHED);
        channel.pipeline().fireUserEventTriggered(AgeEvent.OVERDUE);
        assertThat(channel.isOpen()).isTrue();
        outlet.open = true;
        channel.flush();
        channel.runPendingTasks();

        assertThat(sent().lines()).hasSize(50).allMatch(line -> line.contains("generate_batch_ok"));
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void anOldConnectionAwaitsTheAnswerThatIsUnderWayAndThoseBehindIt() {
        channel.writeInbound(bytes(LONG_VERIFY + TIME_INFO));
        channel.pipeline().fireUserEventTriggered(AgeEvent.REACHED);
        channel.pipeline().fireUserEventTriggered(AgeEvent.OVERDUE);
        assertThat(channel.isOpen()).isTrue();
        longLines.remove().run();
        channel.runPendingTasks();

        assertThat(sent()).containsSubsequence("verify_ids_ok", "time_info_ok");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void anOldConnectionReadsNoFurtherOnceItIsOverdue() {
        channel.writeInbound(bytes(LONG_VERIFY));
        channel.pipeline().fireUserEventTriggered(AgeEvent.OVERDUE);

        assertThat(channel.config().isAutoRead()).isFalse();
    }

    @Test
    void anIdleConnectionIsClosed() {
        channel.pipeline().fireUserEventTriggered(IdleStateEvent.ALL_IDLE_STATE_EVENT);

        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aClientThatAwaitsAnAnswerIsNotIdle() {
        channel.writeInbound(bytes(LONG_VERIFY));
        channel.pipeline().fireUserEventTriggered(IdleStateEvent.ALL_IDLE_STATE_EVENT);
        longLines.remove().run();
        channel.runPendingTasks();

        assertThat(sent()).contains("verify_ids_ok");
        assertThat(channel.isOpen()).isTrue();
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
        // A grant without numbers is a defect that shows in the middle of the line.
        EmbeddedChannel failing =
                new EmbeddedChannel(handler(request -> new SequenceAnswer.Granted(null, IdFormat.NUMBER)));
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

    private void pass(long millis) {
        channel.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
        // Tasks that wait for a look at the sockets.
        channel.runPendingTasks();
        channel.advanceTimeBy(1, TimeUnit.NANOSECONDS);
        channel.runScheduledPendingTasks();
    }

    private StreamHandler handler() {
        return handler(TestNode.waiting("n1"));
    }

    private StreamHandler handler(Responder responder) {
        return handler(responder, backlog, longLines::add);
    }

    private static StreamHandler handler(Responder responder, Backlog backlog, Executor longLines) {
        LineSession session = new LineSession(
                responder,
                new RequestDecoder(TestNode.MAX_BATCH),
                "n1",
                new RequestCounters(),
                UnpooledByteBufAllocator.DEFAULT,
                longLines);
        return new StreamHandler(session, backlog);
    }

    private String sent() {
        return sent(channel);
    }

    private static String sent(EmbeddedChannel channel) {
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
