package io.snowkeeper.node.net;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.netty.channel.embedded.EmbeddedChannel;
import io.snowkeeper.testkit.log.LogCapture;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AcceptLimitTest {

    private static final int SOCKETS = 16;
    private static final int OF_ONE_PORT = 14;

    private final AtomicLong now = new AtomicLong();
    private final SocketLimit sockets = new SocketLimit(SOCKETS);
    private final EmbeddedChannel line = port("line");
    private final EmbeddedChannel http = port("http");
    private final Deque<EmbeddedChannel> accepted = new ArrayDeque<>();

    @Test
    void onePortLeavesSomeSocketsForTheOthers() {
        accept(line, OF_ONE_PORT);

        assertThat(line.config().isAutoRead()).isFalse();
        assertThat(http.config().isAutoRead()).isTrue();
    }

    @Test
    void togetherTheyHaveNoMoreThanThereAreFilesFor() {
        accept(line, OF_ONE_PORT - 1);
        assertThat(line.config().isAutoRead()).isTrue();
        accept(http, SOCKETS - OF_ONE_PORT + 1);

        assertThat(http.config().isAutoRead()).isFalse();
    }

    @Test
    void whenAConnectionIsClosedThePortAcceptsAgain() {
        accept(line, OF_ONE_PORT);
        look(line);
        assertThat(line.config().isAutoRead()).isFalse();
        accepted.pop().close();
        look(line);

        assertThat(line.config().isAutoRead()).isTrue();
    }

    @Test
    void whoWaitsIsToldOfOnceAMinute() {
        List<String> lines;
        try (LogCapture log = LogCapture.start()) {
            accept(line, OF_ONE_PORT - 1);
            for (int second = 0; second < 60; second++) {
                accept(line, 1);
                accepted.pop().close();
                look(line);
                now.addAndGet(TimeUnit.SECONDS.toNanos(1));
            }
            lines = log.linesFrom(Level.WARN);
        }

        assertThat(lines)
                .containsExactly(
                        "new connections to the line port wait until others are closed: 14 of 16 sockets are open, of"
                                + " which one port may have 14; raise the limit of open files (ulimit -n, LimitNOFILE="
                                + " of systemd)");
    }

    private EmbeddedChannel port(String name) {
        EmbeddedChannel listener = new EmbeddedChannel(new AcceptLimit(name, new AcceptPause(), sockets, now::get));
        listener.freezeTime();
        return listener;
    }

    private void accept(EmbeddedChannel port, int count) {
        for (int i = 0; i < count; i++) {
            EmbeddedChannel connection = new EmbeddedChannel();
            accepted.push(connection);
            port.pipeline().fireChannelRead(connection);
        }
    }

    private static void look(EmbeddedChannel port) {
        port.advanceTimeBy(AcceptLimit.LOOK_MILLIS, TimeUnit.MILLISECONDS);
        port.runScheduledPendingTasks();
    }
}
