package io.snowkeeper.node.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.snowkeeper.node.net.Backlog;
import io.snowkeeper.node.stream.DrainEvent;
import io.snowkeeper.node.stream.StreamHandler;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The handler shared with the line port, on the port for Redis' protocol. */
class RespHandlerTest {

    private final RespExchange exchange = new RespExchange();
    private final EmbeddedChannel channel = new EmbeddedChannel(new StreamHandler(exchange.session, new Backlog()));

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
    void commandsThatCameTogetherAreAnsweredByOneWrite() {
        channel.writeInbound(bytes(RespExchange.array("PING") + "ECHO a\r\n" + RespExchange.array("ID.NEXT")));

        ByteBuf written = channel.readOutbound();
        assertThat(written.toString(US_ASCII)).isEqualTo("+PONG\r\n$1\r\na\r\n:1000\r\n");
        written.release();
        assertThat(channel.outboundMessages()).isEmpty();
    }

    @Test
    void aCommandHasToComeInTime() {
        channel.writeInbound(bytes("*1\r\n$4\r\nPI"));
        pass(StreamHandler.MAX_TIME.toMillis() + 1);

        assertThat(sent())
                .isEqualTo("-ERR command must be sent within 10 s of its first byte; the connection is closed\r\n");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aLargeTransactionHasToBeExecutedInTimeWhateverIsSentMeanwhile() {
        channel.writeInbound(bytes(RespExchange.array("MULTI")));
        channel.writeInbound(bytes(RespExchange.array("ECHO", "a".repeat(8_000))));
        pass(StreamHandler.MAX_TIME.toMillis() / 2);
        channel.writeInbound(bytes(RespExchange.array("PING")));
        pass(StreamHandler.MAX_TIME.toMillis() / 2 + 1);

        assertThat(sent())
                .isEqualTo("+OK\r\n+QUEUED\r\n+QUEUED\r\n"
                        + "-ERR transaction must be sent within 10 s of its first byte; the connection is closed\r\n");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aSmallTransactionMayStayOpen() {
        channel.writeInbound(bytes(RespExchange.array("MULTI") + RespExchange.array("INCR", "b")));
        pass(StreamHandler.MAX_TIME.toMillis() * 3);

        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void aDrainWaitsForTheEndOfATransaction() {
        channel.writeInbound(bytes(RespExchange.array("MULTI")));
        channel.pipeline().fireUserEventTriggered(DrainEvent.WHEN_QUIET);
        pass(1_000);
        assertThat(channel.isOpen()).isTrue();

        channel.writeInbound(bytes(RespExchange.array("PING") + RespExchange.array("EXEC")));
        // One look that sees the answers, and one that sees that there were no more.
        pass(1_000);
        pass(1_000);

        assertThat(sent()).isEqualTo("+OK\r\n+QUEUED\r\n*1\r\n+PONG\r\n");
        assertThat(channel.isOpen()).isFalse();
    }

    private void pass(long millis) {
        channel.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
        // Tasks that wait for a look at the sockets.
        channel.runPendingTasks();
        channel.advanceTimeBy(1, TimeUnit.NANOSECONDS);
        channel.runScheduledPendingTasks();
    }

    @Test
    void aDrainAnswersNothingFurtherAndCloses() {
        channel.writeInbound(bytes(RespExchange.array("PING") + "*1\r\n"));
        channel.pipeline().fireUserEventTriggered(DrainEvent.NOW);

        assertThat(sent()).isEqualTo("+PONG\r\n");
        assertThat(channel.isOpen()).isFalse();
    }

    private static ByteBuf bytes(String text) {
        return Unpooled.copiedBuffer(text, US_ASCII);
    }

    private String sent() {
        StringBuilder all = new StringBuilder();
        for (ByteBuf part = channel.readOutbound(); part != null; part = channel.readOutbound()) {
            all.append(part.toString(US_ASCII));
            part.release();
        }
        return all.toString();
    }
}
