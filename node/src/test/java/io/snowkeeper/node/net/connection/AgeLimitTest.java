package io.snowkeeper.node.net.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AgeLimitTest {

    private static final Duration AGE = Duration.ofSeconds(100);

    private final List<Object> told = new ArrayList<>();

    @Test
    void aConnectionHearsOfItsAgeAndATenthOfItLaterThatItIsOverdue() {
        AgeLimit limit = new AgeLimit(AGE, () -> 0.5);
        EmbeddedChannel channel = open(limit);
        pass(channel, 99_999);
        assertThat(told).isEmpty();
        pass(channel, 1);
        assertThat(told).containsExactly(AgeEvent.REACHED);
        assertThat(limit.reached()).isEqualTo(1);
        pass(channel, 9_999);
        assertThat(told).hasSize(1);
        pass(channel, 1);
        assertThat(told).containsExactly(AgeEvent.REACHED, AgeEvent.OVERDUE);
        pass(channel, 1_000_000);
        assertThat(told).hasSize(2);
    }

    @Test
    void agesAreUpToATenthLess() {
        EmbeddedChannel channel = open(new AgeLimit(AGE, () -> 0));
        pass(channel, 89_999);
        assertThat(told).isEmpty();
        pass(channel, 1);

        assertThat(told).containsExactly(AgeEvent.REACHED);
    }

    @Test
    void agesAreUpToATenthMore() {
        EmbeddedChannel channel = open(new AgeLimit(AGE, () -> Math.nextDown(1.0)));
        pass(channel, 109_999);
        assertThat(told).isEmpty();
        pass(channel, 1);

        assertThat(told).containsExactly(AgeEvent.REACHED);
    }

    @Test
    void aConnectionThatIsGoneIsNotKeptUntilThen() {
        EmbeddedChannel channel = open(new AgeLimit(AGE, () -> 0.5));
        channel.close();

        assertThat(channel.runScheduledPendingTasks())
                .as("nanoseconds until the next task, -1 if there is none")
                .isEqualTo(-1);
    }

    @Test
    void withoutALimitNothingIsAdded() {
        EmbeddedChannel channel = new EmbeddedChannel();
        new AgeLimit(Duration.ZERO, () -> 0.5).addTo(channel.pipeline());

        assertThat(channel.pipeline().names()).doesNotContain("age");
    }

    private EmbeddedChannel open(AgeLimit limit) {
        EmbeddedChannel channel = new EmbeddedChannel();
        channel.freezeTime();
        limit.addTo(channel.pipeline());
        channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
            @Override
            public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
                told.add(event);
            }
        });
        channel.pipeline().fireChannelActive();
        return channel;
    }

    private static void pass(EmbeddedChannel channel, long millis) {
        channel.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
    }
}
