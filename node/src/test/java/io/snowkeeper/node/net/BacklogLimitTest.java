package io.snowkeeper.node.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BacklogLimitTest {

    private static final int ANSWER = 1000;

    /** How many bytes Netty's buffer counts for a write itself. */
    private static final int OF_A_WRITE = 96;

    private final Backlog backlog = new Backlog(1500);
    private final Client slow = new Client();
    private final Client fast = new Client();

    @Test
    void whatIsTakenAtOnceIsNotCounted() {
        fast.answer();

        assertThat(backlog.bytes()).isZero();
        assertThat(fast.channel.isWritable()).isTrue();
    }

    @Test
    void whatIsNotTakenIsCounted() {
        slow.takes = false;
        slow.answer();

        assertThat(backlog.bytes()).isGreaterThanOrEqualTo(ANSWER);
        assertThat(slow.channel.isWritable()).isTrue();
    }

    @Test
    void aSlowClientIsHeldUpWhenTheBacklogOfAllIsFull() {
        slow.takes = false;
        slow.answer();
        slow.answer();

        assertThat(slow.channel.isWritable()).isFalse();
    }

    @Test
    void othersAreNotHeldUp() {
        slow.takes = false;
        slow.answer();
        slow.answer();
        fast.answer();

        assertThat(fast.channel.isWritable()).isTrue();
    }

    @Test
    void aClientThatHasTakenAllGoesOn() {
        slow.takes = false;
        slow.answer();
        slow.answer();
        slow.takes = true;
        slow.channel.flush();
        slow.channel.runPendingTasks();

        assertThat(slow.channel.isWritable()).isTrue();
        assertThat(backlog.bytes()).isZero();
    }

    @Test
    void aClientThatTakesAllWithoutAnotherAnswerGoesOnThoughOthersKeepTheBacklogFull() {
        fast.takes = false;
        fast.answer();
        fast.answer();
        long ofOthers = backlog.bytes();
        slow.takes = false;
        slow.answer();
        assertThat(slow.channel.isWritable()).isFalse();
        slow.takes = true;
        slow.takeFromSocket();

        assertThat(slow.channel.isWritable()).isTrue();
        assertThat(backlog.bytes()).isEqualTo(ofOthers);
    }

    @Test
    void aClientThatTakesAllGoesOnThoughAsMuchWasAddedWhenItHadTakenTheAnswerBefore() {
        fast.takes = false;
        fast.answer();
        fast.answer();
        slow.takes = false;
        slow.answer();
        // Before the count that follows the taking.
        slow.channel.eventLoop().execute(() -> slow.answer(ANSWER + OF_A_WRITE));
        slow.takeFromSocket();
        slow.takes = true;
        slow.takeFromSocket();

        assertThat(slow.channel.isWritable()).isTrue();
    }

    @Test
    void aConnectionThatEndsLeavesNothingInTheBacklog() {
        slow.takes = false;
        slow.answer();
        slow.channel.close();

        assertThat(backlog.bytes()).isZero();
    }

    @Test
    void aClientThatTakesNothingIsClosedAtOnceWhileTheBacklogOfAllIsHalfFull() {
        slow.takes = false;
        slow.lingers = true;
        slow.answer();
        slow.answer();

        slow.pass(9);
        assertThat(slow.channel.isOpen()).isTrue();
        slow.pass(2);

        assertThat(slow.channel.isOpen()).isFalse();
        assertThat(backlog.bytes()).isZero();
    }

    @Test
    void whoeverHasLeftItsPartBeforeTheBacklogWasHalfFullIsClosedToo() {
        slow.takes = false;
        slow.answer(ANSWER / 2);
        fast.takes = false;
        fast.answer(ANSWER / 2);

        slow.pass(11);

        assertThat(slow.channel.isOpen()).isFalse();
        assertThat(fast.channel.isOpen()).isTrue();
    }

    @Test
    void nothingIsClosedWhileTheBacklogIsNotHalfFull() {
        slow.takes = false;
        slow.answer(ANSWER / 2);
        slow.pass(100);
        assertThat(slow.channel.isOpen()).isTrue();

        backlog.addInput(1000);
        slow.pass(1);

        assertThat(slow.channel.isOpen()).isFalse();
    }

    @Test
    void aClientThatHasTakenAllHasItsTimeAnew() {
        slow.takes = false;
        slow.answer();
        slow.answer();
        slow.pass(9);
        slow.takes = true;
        slow.channel.flush();
        slow.takes = false;
        slow.answer();
        slow.answer();

        slow.pass(9);
        assertThat(slow.channel.isOpen()).isTrue();
        slow.pass(2);

        assertThat(slow.channel.isOpen()).isFalse();
    }

    @Test
    void aClientThatTakesALittleIsNotClosed() {
        slow.drips = true;
        slow.answer();
        slow.answer();
        for (int i = 0; i < 30; i++) {
            slow.channel.flush();
            slow.pass(1);
        }
        assertThat(slow.channel.isOpen()).isTrue();
        assertThat(backlog.isFull()).isTrue();

        slow.pass(20);

        assertThat(slow.channel.isOpen()).isFalse();
    }

    @Test
    void nothingIsScheduledForAClientThatHasTakenAllOrIsGone() {
        slow.takes = false;
        slow.answer();
        fast.takes = false;
        fast.answer();

        slow.channel.pipeline().remove(BacklogLimit.class);
        fast.takes = true;
        fast.channel.flush();
        fast.pass(20);

        assertThat(slow.channel.runScheduledPendingTasks()).isEqualTo(-1);
        assertThat(fast.channel.runScheduledPendingTasks()).isEqualTo(-1);
    }

    private final class Client {
        private boolean takes = true;
        private boolean drips;
        private boolean lingers;
        private final EmbeddedChannel channel =
                new EmbeddedChannel(
                        new ChannelOutboundHandlerAdapter() {
                            @Override
                            public void flush(ChannelHandlerContext ctx) {
                                if (takes) {
                                    ctx.flush();
                                }
                            }

                            @Override
                            public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
                                if (!lingers) {
                                    ctx.close(promise);
                                }
                            }
                        },
                        new BacklogLimit(backlog)) {
                    @Override
                    protected void doWrite(ChannelOutboundBuffer buffer) throws Exception {
                        if (drips) {
                            buffer.progress(1);
                        } else {
                            super.doWrite(buffer);
                        }
                    }
                };

        private Client() {
            channel.freezeTime();
        }

        void answer() {
            answer(ANSWER);
        }

        void answer(int bytes) {
            channel.pipeline().writeAndFlush(Unpooled.buffer().writeZero(bytes));
        }

        /** Takes all past the pipeline, as Netty does when the socket takes bytes again. */
        void takeFromSocket() {
            channel.unsafe().flush();
            channel.runPendingTasks();
        }

        void pass(int seconds) {
            for (int i = 0; i < seconds; i++) {
                channel.advanceTimeBy(1, TimeUnit.SECONDS);
                channel.runPendingTasks();
            }
        }
    }
}
