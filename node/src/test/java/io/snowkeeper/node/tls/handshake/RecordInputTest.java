package io.snowkeeper.node.tls.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.snowkeeper.node.net.Backlog;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RecordInputTest {

    private static final int LIMIT = 200_000;

    private final Backlog backlog = new Backlog(LIMIT);
    private final Queue<Runnable> steps = new ArrayDeque<>();
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final LoopSteps loopSteps = new LoopSteps(channel.eventLoop(), steps::add);

    RecordInputTest() {
        channel.freezeTime();
        channel.pipeline().addLast(new RecordInput(loopSteps, backlog));
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
        assertThat(backlog.inputBytes()).isZero();
    }

    @Test
    void wholeRecordsArePassedOnAsTheyCome() {
        ByteBuf records = Unpooled.wrappedBuffer(RecordBoundariesTest.record(10_000), RecordBoundariesTest.record(5));
        channel.writeInbound(records);

        assertThat(channel.<ByteBuf>readInbound()).isSameAs(records);
        assertThat(backlog.inputBytes()).isZero();
    }

    @Test
    void theBeginningOfARecordIsKeptInABufferOfItsOwnSize() {
        ByteBuf read = PooledByteBufAllocator.DEFAULT.directBuffer(1 << 16);
        read.writeBytes(RecordBoundariesTest.record(30_000)).writeBytes(RecordBoundariesTest.record(100), 0, 7);
        ByteBuf before = read.copy();
        channel.writeInbound(read);
        ByteBuf whole = channel.readInbound();
        ByteBuf beginning = channel.readInbound();

        assertThat(beginning.readableBytes()).isEqualTo(7);
        assertThat(beginning.capacity()).isLessThan(1_000);
        assertThat(Unpooled.wrappedBuffer(whole, beginning)).isEqualTo(before);
    }

    @Test
    void theBeginningOfARecordCountsAmongWhatClientsLeave() {
        channel.writeInbound(RecordBoundariesTest.record(16_000).slice(0, 9_000));
        assertThat(backlog.inputBytes()).isEqualTo(9_000);
        channel.writeInbound(RecordBoundariesTest.record(16_000).slice(9_000, 7_005));

        assertThat(backlog.inputBytes()).isZero();
    }

    @Test
    void whereThereIsNoRoomForMoreTheConnectionIsClosed() {
        backlog.add(LIMIT);
        channel.writeInbound(RecordBoundariesTest.record(16_000).slice(0, 9_000));

        assertThat(channel.isOpen()).isFalse();
        backlog.add(-LIMIT);
    }

    @Test
    void aRecordHasToComeInTime() {
        channel.writeInbound(RecordBoundariesTest.record(16_000).slice(0, 1));
        pass(9_999);
        channel.writeInbound(RecordBoundariesTest.record(16_000).slice(1, 1));
        assertThat(channel.isOpen()).isTrue();
        pass(1);

        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void whileNothingIsReadFromAClientItHasTime() {
        channel.writeInbound(RecordBoundariesTest.record(16_000).slice(0, 1));
        channel.config().setAutoRead(false);
        channel.flush();
        pass(25_000);
        channel.config().setAutoRead(true);
        pass(9_999);

        assertThat(channel.isOpen()).isTrue();
        pass(1);
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void whileSomethingIsComputedLittleIsReadAheadAndCounts() {
        loopSteps.execute(() -> {});
        channel.writeInbound(RecordBoundariesTest.record(30_000));
        assertThat(channel.config().isAutoRead()).isTrue();
        channel.writeInbound(RecordBoundariesTest.record(40_000));

        assertThat(channel.config().isAutoRead()).isFalse();
        assertThat(backlog.inputBytes()).isEqualTo(70_010);
        compute();
        assertThat(channel.config().isAutoRead()).isTrue();
        assertThat(backlog.inputBytes()).isZero();
    }

    @Test
    void nobodyHasMoreReadUntilItIsComputed() {
        int[] reads = {0};
        channel.pipeline().addFirst(new ChannelOutboundHandlerAdapter() {
            @Override
            public void read(ChannelHandlerContext ctx) {
                reads[0]++;
                ctx.read();
            }
        });
        loopSteps.execute(() -> {});
        channel.writeInbound(RecordBoundariesTest.record(65_535));
        reads[0] = 0;
        channel.read();
        assertThat(reads[0]).isZero();
        compute();

        assertThat(reads[0]).isPositive();
    }

    private void compute() {
        steps.remove().run();
        channel.runPendingTasks();
    }

    private void pass(long millis) {
        channel.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
        for (int i = 0; i < 5; i++) {
            channel.runPendingTasks();
            channel.runScheduledPendingTasks();
            channel.advanceTimeBy(1, TimeUnit.NANOSECONDS);
        }
    }
}
