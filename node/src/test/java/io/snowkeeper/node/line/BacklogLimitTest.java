package io.snowkeeper.node.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

class BacklogLimitTest {

    private static final int ANSWER = 1000;

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
    void aConnectionThatEndsLeavesNothingInTheBacklog() {
        slow.takes = false;
        slow.answer();
        slow.channel.close();

        assertThat(backlog.bytes()).isZero();
    }

    private final class Client {
        private boolean takes = true;
        private final EmbeddedChannel channel = new EmbeddedChannel(
                new ChannelOutboundHandlerAdapter() {
                    @Override
                    public void flush(ChannelHandlerContext ctx) {
                        if (takes) {
                            ctx.flush();
                        }
                    }
                },
                new BacklogLimit(backlog));

        void answer() {
            channel.pipeline().writeAndFlush(Unpooled.buffer().writeZero(ANSWER));
        }
    }
}
