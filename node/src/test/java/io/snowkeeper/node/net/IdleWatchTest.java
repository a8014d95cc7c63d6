package io.snowkeeper.node.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.timeout.IdleStateEvent;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class IdleWatchTest {

    private static final long IDLE_MILLIS = 1000;

    private int events;
    private final EmbeddedChannel channel = new EmbeddedChannel();

    IdleWatchTest() {
        channel.freezeTime();
        channel.pipeline()
                .addLast(
                        new ChannelOutboundHandlerAdapter() {
                            @Override
                            public void flush(ChannelHandlerContext ctx) {
                                // A client that takes nothing.
                            }
                        },
                        new IdleWatch(TimeUnit.MILLISECONDS.toNanos(IDLE_MILLIS)),
                        new ChannelInboundHandlerAdapter() {
                            @Override
                            public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
                                events += event == IdleStateEvent.ALL_IDLE_STATE_EVENT ? 1 : 0;
                            }
                        });
        channel.pipeline().fireChannelActive();
    }

    @Test
    void aConnectionThatCarriesNothingIsIdleWhenTheTimeHasPassed() {
        pass(IDLE_MILLIS - 1);
        assertThat(events).isZero();
        pass(1);

        assertThat(events).isEqualTo(1);
    }

    @Test
    void whatIsReadPutsItOff() {
        pass(IDLE_MILLIS - 1);
        channel.writeInbound(Unpooled.EMPTY_BUFFER);
        pass(IDLE_MILLIS - 1);
        assertThat(events).isZero();
        pass(1);

        assertThat(events).isEqualTo(1);
    }

    @Test
    void whatIsWrittenPutsItOff() {
        pass(IDLE_MILLIS - 1);
        channel.pipeline().flush();
        pass(IDLE_MILLIS - 1);

        assertThat(events).isZero();
    }

    @Test
    void whatASlowClientTakesPutsItOff() {
        channel.write(Unpooled.buffer().writeZero(100));
        pass(IDLE_MILLIS);
        assertThat(events).isZero();
        pass(IDLE_MILLIS);

        assertThat(events).as("nothing was taken since").isEqualTo(1);
    }

    @Test
    void aConnectionThatIsGoneIsNotKeptUntilItsTimeHasPassed() {
        channel.pipeline().remove(IdleWatch.class);

        assertThat(channel.runScheduledPendingTasks())
                .as("nanoseconds until the next task, -1 if there is none")
                .isEqualTo(-1);
    }

    private void pass(long millis) {
        channel.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
    }
}
