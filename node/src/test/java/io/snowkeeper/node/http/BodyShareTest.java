package io.snowkeeper.node.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.node.http.routing.HostRule;
import io.snowkeeper.node.http.routing.HttpAnswer;
import io.snowkeeper.node.http.routing.Route;
import io.snowkeeper.node.http.routing.Router;
import io.snowkeeper.node.net.Backlog;
import io.snowkeeper.node.net.ConnectionRegistry;
import io.snowkeeper.node.net.connection.ConnectionSettings;
import io.snowkeeper.node.net.connection.PortRules;
import io.snowkeeper.node.net.connection.ProxiedPort;
import io.snowkeeper.node.rights.Right;
import io.snowkeeper.node.security.AddressLimits;
import io.snowkeeper.node.security.AllowedHosts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The memory that unfinished bodies may take of a node, all together. */
class BodyShareTest {

    private static final int PART = 12_000;
    private static final int REST = 4_000;
    private static final String LARGE = post("Content-Length: " + (PART + REST)) + "x".repeat(PART);

    private final Backlog backlog = new Backlog(2 * PART - 1);
    private final List<CompletableFuture<HttpAnswer>> awaited = new ArrayList<>();
    private final List<UnavailableReason> refusals = new ArrayList<>();
    private final HttpObserver observer = new HttpObserver() {
        @Override
        public void answered(String method, String route, int status, long nanos) {}

        @Override
        public void refused(UnavailableReason reason) {
            refusals.add(reason);
        }
    };
    private final Client first = new Client();
    private final Client second = new Client();

    @AfterEach
    void close() {
        first.channel.finishAndReleaseAll();
        second.channel.finishAndReleaseAll();

        assertThat(backlog.inputBytes()).isZero();
        assertThat(first.sent).allMatch(bytes -> bytes.refCnt() == 0);
        assertThat(second.sent).allMatch(bytes -> bytes.refCnt() == 0);
    }

    @Test
    void whatHasComeOfABodyCountsUntilItsEnd() {
        first.send(LARGE);
        assertThat(backlog.inputBytes()).isEqualTo(PART);

        first.send("x".repeat(REST));

        assertThat(backlog.inputBytes()).isZero();
        assertThat(first.received()).endsWith("\r\n\r\n" + (PART + REST));
    }

    @Test
    void chunksCountAsOneBody() {
        String chunk = "1770\r\n" + "x".repeat(6_000) + "\r\n";
        first.send(post("Transfer-Encoding: chunked") + chunk + chunk);
        assertThat(backlog.inputBytes()).isEqualTo(12_000);

        first.send("0\r\n\r\n");

        assertThat(backlog.inputBytes()).isZero();
        assertThat(first.received()).endsWith("\r\n\r\n12000");
    }

    @Test
    void aConnectionThatEndsLeavesNothingInTheBacklog() {
        first.send(LARGE);
        first.channel.close();

        assertThat(backlog.inputBytes()).isZero();
    }

    @Test
    void aBodyThatTheNodeHasNoRoomForIsRefusedAfterTheAnswersBefore() {
        first.send(LARGE);
        second.send("GET /later HTTP/1.1\r\nHost: localhost\r\n\r\n" + LARGE);
        assertThat(second.received()).isEmpty();

        awaited.get(0).complete(HttpAnswer.text("earlier"));
        second.runTasks();

        assertThat(second.received())
                .containsSubsequence(
                        "HTTP/1.1 200",
                        "earlier",
                        "HTTP/1.1 503",
                        "connection: close",
                        "urn:snowkeeper:problem:overloaded",
                        "temporarily-unavailable");
        assertThat(second.channel.isOpen()).isFalse();
        assertThat(backlog.inputBytes()).isEqualTo(PART);
    }

    @Test
    void aRefusalIsToldByItsReasonOnceItIsAnswered() {
        first.send(LARGE);
        second.send(LARGE);

        assertThat(refusals).containsExactly(UnavailableReason.OVERLOADED);
    }

    @Test
    void nothingIsKeptOfABodyThatIsRefused() {
        first.send(LARGE);
        second.takes = false;
        second.send(LARGE);
        second.send("x".repeat(REST) + LARGE);

        assertThat(second.channel.isOpen()).isTrue();
        assertThat(backlog.inputBytes()).isEqualTo(PART);
        assertThat(second.sent.get(0).refCnt()).isZero();
    }

    @Test
    void aShortBodyIsReadThoughTheNodeHasNoRoom() {
        first.send(LARGE);
        backlog.add(2 * PART);
        second.send(post("Content-Length: 4000") + "x".repeat(3_999));
        second.send("x");

        assertThat(second.received()).endsWith("\r\n\r\n4000");
        assertThat(second.channel.isOpen()).isTrue();
    }

    private static String post(String header) {
        return "POST /length HTTP/1.1\r\nHost: localhost\r\n" + header + "\r\n\r\n";
    }

    private final class Client {
        private final List<ByteBuf> sent = new ArrayList<>();
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
                new HttpPipeline(
                        Optional.empty(),
                        new PortRules(ProxiedPort.HTTP, ConnectionSettings.NONE),
                        new HttpServerSettings("127.0.0.1", 0, 10, 10, Duration.ofSeconds(60), Duration.ofSeconds(10)),
                        new HttpConnections(new ConnectionRegistry(10, AddressLimits.NONE)),
                        backlog,
                        new RequestReader(
                                new Router(List.of(
                                        Route.now(
                                                "POST",
                                                "/length",
                                                Right.NONE,
                                                call -> HttpAnswer.text(String.valueOf(call.body().length))),
                                        new Route("GET", "/later", Right.NONE, call -> {
                                            CompletableFuture<HttpAnswer> answer = new CompletableFuture<>();
                                            awaited.add(answer);
                                            return answer;
                                        }))),
                                new HostRule(AllowedHosts.LOOPBACK)),
                        observer));

        void send(String bytes) {
            ByteBuf buffer = Unpooled.copiedBuffer(bytes, ISO_8859_1);
            sent.add(buffer);
            channel.writeInbound(buffer);
            runTasks();
        }

        void runTasks() {
            for (int i = 0; i < 10; i++) {
                channel.runPendingTasks();
                channel.runScheduledPendingTasks();
            }
        }

        String received() {
            StringBuilder all = new StringBuilder();
            ByteBuf piece = channel.readOutbound();
            while (piece != null) {
                all.append(piece.toString(ISO_8859_1));
                piece.release();
                piece = channel.readOutbound();
            }
            return all.toString();
        }
    }
}
