package io.snowkeeper.node.line;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.snowkeeper.coordinator.WorkerLease;
import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.Reservation;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.embedded.id.LeasedIdSource;
import io.snowkeeper.embedded.id.SortableIds;
import io.snowkeeper.node.line.codec.RequestDecoder;
import io.snowkeeper.node.net.Backlog;
import io.snowkeeper.node.net.LingeringClose;
import io.snowkeeper.node.service.NodeService;
import io.snowkeeper.node.service.Responder;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.IdFormat;
import io.snowkeeper.node.service.message.NodeStatus;
import io.snowkeeper.node.service.message.PendingAnswer;
import io.snowkeeper.node.service.message.Request;
import io.snowkeeper.node.service.message.RequestRefusedException;
import io.snowkeeper.node.service.message.StagedAnswer;
import io.snowkeeper.node.stream.DrainEvent;
import io.snowkeeper.node.stream.StreamHandler;
import io.snowkeeper.testkit.log.LogCapture;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A connection while an answer is pending. */
class PendingAnswerTest {

    private static final String GENERATE = "{\"body\":{\"type\":\"generate\"}}\n";
    private static final String TIME_INFO = "{\"body\":{\"type\":\"time_info\"}}\n";
    private static final int IDS_OF_A_TICK = 4096;

    private final AtomicLong now = new AtomicLong(Layout.DEFAULT.epochMillis() + 1000);

    /** For how long the clock has stood still. */
    private final AtomicLong stoodNanos = new AtomicLong();

    private final CompletableFuture<Answer> stage = new CompletableFuture<>();
    private final LeasedIdSource ids =
            new LeasedIdSource(Layout.DEFAULT, now::get, Duration.ofMillis(10), Optional::empty, this::nanoTime);
    private final NodeService node = new NodeService("n1", ids, now::get, () -> NodeStatus.alone("n1"));

    private SortableIds sortable = new SortableIds(now::get, this::nanoTime, Optional::empty);

    private EmbeddedChannel channel = channel(node);

    private long nanoTime() {
        return TimeUnit.MILLISECONDS.toNanos(now.get()) + stoodNanos.get();
    }

    PendingAnswerTest() {
        ids.granted(new WorkerLease(1, 0, Reservation.unlimited()));
    }

    @Test
    void aBatchOfMoreThanATickIsAnsweredWhenTheTicksHaveCome() {
        send(batch(2 * IDS_OF_A_TICK + 1));
        assertThat(sent()).isEmpty();
        tick();
        assertThat(sent()).isEmpty();
        tick();

        assertThat(sent()).contains("], \"max_sequence\": 4095, ").endsWith("\"msg_id\": 0}}\n");
    }

    @Test
    void linesBehindItWaitForTheirTurn() {
        send(batch(IDS_OF_A_TICK + 1) + TIME_INFO);
        assertThat(sent()).isEmpty();
        tick();

        assertThat(sent().lines())
                .satisfiesExactly(
                        line -> assertThat(line).contains("generate_batch_ok"),
                        line -> assertThat(line).contains("time_info_ok"));
    }

    @Test
    void otherConnectionsGoOnMeanwhile() {
        send(batch(IDS_OF_A_TICK + 1));
        EmbeddedChannel other = channel(node);
        other.writeInbound(bytes(TIME_INFO));

        assertThat(sent(other)).contains("time_info_ok");
    }

    @Test
    void whatWasAnsweredBeforeIsSentAtOnce() {
        send(TIME_INFO + batch(IDS_OF_A_TICK + 1));

        assertThat(sent()).contains("time_info_ok").doesNotContain("generate_batch_ok");
    }

    @Test
    void anIdThatATickDoesNotHoldIsGivenInTheNextOne() {
        send(batch(IDS_OF_A_TICK) + GENERATE);
        sent();
        tick();

        assertThat(sent()).contains("\"id\": " + Layout.DEFAULT.compose(1001, 1, 0) + ",");
    }

    @Test
    void aLeaseThatIsLostMeanwhileRefusesAllOfTheBatch() {
        send(batch(IDS_OF_A_TICK + 1));
        ids.lost(new WorkerLease(1, 0, Reservation.unlimited()), "taken");
        tick();

        assertThat(sent())
                .isEqualTo("{\"src\": \"n1\", \"dest\": null, \"body\": {\"type\": \"error\", \"code\": 11,"
                        + " \"text\": \"no worker id: worker id 1 was lost: taken\","
                        + " \"reason\": \"no-worker-id\", \"in_reply_to\": null, \"msg_id\": 0}}\n");
    }

    @Test
    void whoWaitsForTheNextSecondHoldsUpNobodyWhoWaitsForTheNextMillisecond() {
        // The second in which the lease begins belongs to its former owner.
        channel = channel(withSortable(new Reservation(now.get(), Long.MAX_VALUE)));
        send(sortable("second"));
        EmbeddedChannel other = channel(node);
        other.writeInbound(bytes(batch(IDS_OF_A_TICK + 1)));
        tick();
        other.advanceTimeBy(1, TimeUnit.MILLISECONDS);
        other.runPendingTasks();
        assertThat(sent(other)).contains("generate_batch_ok");
        assertThat(sent()).isEmpty();
        now.addAndGet(999);
        look();

        assertThat(sent()).contains("generate_sortable_ok");
    }

    @Test
    void aClockThatStandsStillForASecondRefusesWhoWaitsForItsNextTick() {
        send(batch(IDS_OF_A_TICK + 1));
        assertRefusedByStall();
    }

    @Test
    void aClockThatStandsStillForASecondRefusesWhoWaitsForTheNextOne() {
        channel = channel(withSortable(new Reservation(now.get(), Long.MAX_VALUE)));
        send(sortable("second"));
        assertRefusedByStall();
        assertThat(sortable.refusal().orElseThrow().reason()).isEqualTo(UnavailableReason.CLOCK_STALLED);
    }

    private void assertRefusedByStall() {
        look();
        assertThat(sent()).isEmpty();
        stoodNanos.addAndGet(TimeUnit.SECONDS.toNanos(1) + 1);
        look();

        assertThat(sent()).contains("\"code\": 11", "clock stands still", "\"reason\": \"clock-stalled\"");
    }

    @Test
    void aLeaseThatIsLostMeanwhileRefusesWhoWaitsForTheNextSecond() {
        channel = channel(withSortable(new Reservation(now.get(), Long.MAX_VALUE)));
        send(sortable("second"));
        sortable.lost(new WorkerLease(1, 0, Reservation.unlimited()), "taken");
        look();

        assertThat(sent()).contains("\"code\": 11, \"text\": \"no worker id: none is held now\"");
    }

    @Test
    void aLeaseThatIsReplacedMeanwhileGivesAllOfTheIds() {
        channel = channel(withSortable(Reservation.unlimited()));
        send(sortable("nanosecond\",\"count\":\"100000").replace("\"100000\"", "100000"));
        assertThat(sent()).isEmpty();
        sortable.granted(new WorkerLease(2, 0, Reservation.unlimited()));
        tick();
        tick();

        String ids = sent();
        assertThat(ids).contains("generate_sortable_ok");
        assertThat(Pattern.compile("0002\"").matcher(ids).results()).hasSize(100_000);
        assertThat(Pattern.compile("0001\"").matcher(ids).results()).isEmpty();
    }

    @Test
    void aClockThatCatchesUpWithinTheAllowedTimeIsWaitedFor() {
        send(GENERATE);
        sent();
        now.addAndGet(-5);
        send(GENERATE);
        look();
        assertThat(sent()).isEmpty();
        now.addAndGet(6);
        look();

        assertThat(sent()).contains("generate_ok");
    }

    @Test
    void aClientThatHasEndedItsSideGetsItsAnswerBeforeTheEnd() {
        send(batch(IDS_OF_A_TICK + 1));
        channel.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
        assertThat(channel.isOpen()).isTrue();
        tick();

        assertThat(sent()).contains("generate_batch_ok");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aConnectionThatHasToEndNowGetsTheAnswerThatWasBegunAndNoOther() {
        send(batch(IDS_OF_A_TICK + 1) + TIME_INFO);
        channel.pipeline().fireUserEventTriggered(DrainEvent.NOW);
        assertThat(channel.isOpen()).isTrue();
        tick();

        assertThat(sent().lines())
                .satisfiesExactly(
                        answer -> assertThat(answer).contains("generate_batch_ok"),
                        end -> assertThat(end).contains("\"begun\": false, \"in_reply_to\": null"));
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aClientThatSendsOnIsNotReadWithoutEnd() {
        send(batch(IDS_OF_A_TICK + 1));
        send(TIME_INFO.repeat(3000));

        assertThat(channel.config().isAutoRead()).isFalse();
        tick();
        assertThat(sent().lines().count()).isEqualTo(3001);
        assertThat(channel.config().isAutoRead()).isTrue();
    }

    @Test
    void anAnswerThatAnotherThreadWillHaveIsSentWhenItIsThere() {
        channel = channel(later());
        send(GENERATE + TIME_INFO);
        assertThat(sent()).isEmpty();
        stage.complete(new Answer.Initialized());
        channel.runPendingTasks();

        assertThat(sent()).contains("init_ok").endsWith("\"msg_id\": 1}}\n");
    }

    @Test
    void anAnswerThatFailsByARefusalIsARefusal() {
        channel = channel(later());
        send(GENERATE);
        stage.completeExceptionally(new RequestRefusedException(ErrorCode.PRECONDITION_FAILED, "used up"));
        channel.runPendingTasks();

        assertThat(sent()).contains("\"code\": 22, \"text\": \"used up\"");
    }

    @Test
    void anAnswerThatFailsOtherwiseIsADefect() {
        channel = channel(later());
        send(GENERATE);
        stage.completeExceptionally(new IllegalStateException("inner secret"));
        try (LogCapture log = LogCapture.start()) {
            channel.runPendingTasks();

            assertThat(log.stackTraces()).isEqualTo(1);
        }
        assertThat(sent()).contains("\"code\": 13");
    }

    @Test
    void anAnswerThatComesAfterTheEndOfTheConnectionIsDropped() {
        channel = channel(later());
        send(GENERATE);
        channel.close();
        stage.complete(new Answer.Initialized());
        channel.runPendingTasks();

        assertThat(sent()).isEmpty();
    }

    @Test
    void theRestOfALongLineBehindItIsReadWhenItIsThere() {
        channel = channel(later());
        String line = verify(200_000);
        send(GENERATE + line.substring(0, 100_000));
        assertThat(channel.config().isAutoRead()).isFalse();
        stage.complete(new Answer.Initialized());
        channel.runPendingTasks();
        assertThat(channel.config().isAutoRead()).isTrue();
        send(line.substring(100_000));

        assertThat(sent()).contains("init_ok", "verify_ids_ok");
    }

    @Test
    void nothingMoreIsAnsweredToAConnectionThatHasFailed() {
        channel = channel(later());
        send(GENERATE + TIME_INFO);
        channel.pipeline().addFirst(new LingeringClose());
        try (LogCapture log = LogCapture.start()) {
            channel.pipeline().fireExceptionCaught(new IllegalStateException("a defect"));
            assertThat(log.stackTraces()).isEqualTo(1);
        }
        stage.complete(new Answer.Initialized());
        channel.runPendingTasks();

        assertThat(sent()).isEmpty();
    }

    @Test
    void aConnectionWhoseAnswerFailsWhenItsTickHasComeIsClosed() {
        channel = channel(failing());
        send(GENERATE);
        try (LogCapture log = LogCapture.start()) {
            look();

            assertThat(log.stackTraces()).isEqualTo(1);
        }
        assertThat(channel.isOpen()).isFalse();
        assertThat(sent()).isEmpty();
    }

    @Test
    void aConnectionWhoseAnswerOfAnotherThreadCannotBeWrittenIsClosed() {
        channel = channel(later());
        send(GENERATE);
        stage.complete(unwritable());
        try (LogCapture log = LogCapture.start()) {
            channel.runPendingTasks();

            assertThat(log.stackTraces()).isEqualTo(1);
        }
        assertThat(channel.isOpen()).isFalse();
        assertThat(sent()).isEmpty();
    }

    /** A batch without ids is a defect that shows in the middle of the line. */
    private static Answer unwritable() {
        return new Answer.GeneratedBatch(null, 0, IdFormat.NUMBER);
    }

    /** Waits for the next tick with every answer, and fails then. */
    private Responder failing() {
        return request -> new PendingAnswer() {
            @Override
            public boolean advance() {
                throw new OutOfMemoryError("no room for the ids");
            }

            @Override
            public Answer answer() {
                return null;
            }
        };
    }

    /** Has the answers to generate later, and the others at once. */
    private Responder later() {
        return request -> request instanceof Request.Generate ? new StagedAnswer(stage) : node.begin(request);
    }

    /** Returns a node whose sortable ids follow the same time, under a lease that has begun. */
    private NodeService withSortable(Reservation reservation) {
        sortable.granted(new WorkerLease(1, 0, reservation));
        return node.withSortableIds(sortable);
    }

    private static String sortable(String unit) {
        return "{\"body\":{\"type\":\"generate_sortable\",\"unit\":\"" + unit + "\"}}\n";
    }

    private static String batch(int count) {
        return "{\"body\":{\"type\":\"generate_batch\",\"count\":" + count + "}}\n";
    }

    /** Returns a line of {@code length} bytes. */
    private static String verify(int length) {
        String begin = "{\"body\":{\"type\":\"verify_ids\",\"ids\":[1";
        String end = "]}}\n";
        return begin + ",1".repeat((length - begin.length() - end.length()) / 2) + end;
    }

    private static EmbeddedChannel channel(Responder responder) {
        LineSession session = new LineSession(responder, new RequestDecoder(TestNode.MAX_BATCH), "n1");
        EmbeddedChannel channel = new EmbeddedChannel(new StreamHandler(session, new Backlog()));
        channel.freezeTime();
        return channel;
    }

    private void send(String lines) {
        channel.writeInbound(bytes(lines));
    }

    private void tick() {
        now.incrementAndGet();
        look();
    }

    private void look() {
        channel.advanceTimeBy(1, TimeUnit.MILLISECONDS);
        channel.runPendingTasks();
    }

    private String sent() {
        return sent(channel);
    }

    private static String sent(EmbeddedChannel from) {
        StringBuilder sent = new StringBuilder();
        for (ByteBuf piece = from.readOutbound(); piece != null; piece = from.readOutbound()) {
            sent.append(piece.toString(US_ASCII));
            piece.release();
        }
        return sent.toString();
    }

    private static ByteBuf bytes(String text) {
        return Unpooled.copiedBuffer(text, US_ASCII);
    }
}
