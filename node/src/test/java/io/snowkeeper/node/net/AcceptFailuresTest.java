package io.snowkeeper.node.net;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.snowkeeper.testkit.log.LogCapture;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AcceptFailuresTest {

    private final AtomicLong now = new AtomicLong();
    private final AtomicInteger passedOn = new AtomicInteger();
    private final EmbeddedChannel listener = new EmbeddedChannel(
            new AcceptFailures("line", new AcceptPause(), now::get), new ChannelInboundHandlerAdapter() {
                @Override
                public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
                    passedOn.incrementAndGet();
                }
            });

    @Test
    void afterAFailureThePortPausesForASecond() {
        listener.freezeTime();
        fail();
        assertThat(listener.config().isAutoRead()).isFalse();
        pass(999);
        assertThat(listener.config().isAutoRead()).isFalse();
        pass(1);

        assertThat(listener.config().isAutoRead()).isTrue();
    }

    @Test
    void nothingComesToTheEndOfThePipelineWhichWouldLogAStackTrace() {
        fail();

        assertThat(passedOn).hasValue(0);
    }

    @Test
    void theSameFailureIsLoggedOnceAMinute() {
        List<String> lines;
        try (LogCapture log = LogCapture.start()) {
            for (int second = 0; second < 120; second++) {
                fail();
                now.addAndGet(TimeUnit.SECONDS.toNanos(1));
            }
            lines = log.linesFrom(Level.WARN);
        }

        assertThat(lines)
                .containsExactly(
                        "connections to the line port cannot be accepted: accept(..) failed: Too many open files; the next attempt is in 1000 ms",
                        "connections to the line port cannot be accepted: accept(..) failed: Too many open files; the next attempt is in 1000 ms (59 times more since it was last logged)");
    }

    private void fail() {
        listener.pipeline().fireExceptionCaught(new IOException("accept(..) failed: Too many open files"));
    }

    private void pass(long millis) {
        listener.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
        listener.runScheduledPendingTasks();
    }
}
