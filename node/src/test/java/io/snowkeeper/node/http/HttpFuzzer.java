package io.snowkeeper.node.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import ch.qos.logback.classic.Level;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.snowkeeper.core.Layout;
import io.snowkeeper.node.http.api.HttpApi;
import io.snowkeeper.node.http.api.HttpServices;
import io.snowkeeper.node.http.api.ServiceCalls;
import io.snowkeeper.node.http.routing.HostRule;
import io.snowkeeper.node.http.routing.Router;
import io.snowkeeper.node.net.Backlog;
import io.snowkeeper.node.net.ConnectionRegistry;
import io.snowkeeper.node.net.connection.ConnectionSettings;
import io.snowkeeper.node.net.connection.PortRules;
import io.snowkeeper.node.net.connection.ProxiedPort;
import io.snowkeeper.node.security.AllowedHosts;
import io.snowkeeper.testkit.log.LogCapture;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.slf4j.Logger;

/**
 * The requirements for any bytes of an HTTP connection, for a fuzzer to refute: {@code node/fuzz http}. Nothing
 * escapes; any input gets an answer; only whole answers go out, none of them a defect, and a body declared as JSON is
 * JSON; where the stream is cut makes no difference; and when the client has ended its side, the connection is closed.
 */
public final class HttpFuzzer {

    /** The bytes that may stand between requests, and request nothing. */
    private static final Pattern NOTHING = Pattern.compile("[\\x00-\\x20\\x7f-\\x9f]*");

    private static final int MAX_COUNT = 20;

    private static final HttpServerSettings SETTINGS =
            new HttpServerSettings("127.0.0.1", 0, MAX_COUNT, 10, Duration.ofHours(1), Duration.ofHours(1));

    /** A client with all rights. */
    private static final SocketAddress THIS_MACHINE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);

    private static final HttpPipeline PIPELINE = pipeline();

    private static final LogCapture LOG = LogCapture.of(Logger.ROOT_LOGGER_NAME);

    private HttpFuzzer() {}

    /** Called by the fuzzer with any input. */
    public static void fuzzerTestOneInput(byte[] input) throws IOException {
        LOG.clear();
        String sent = new String(input, ISO_8859_1);
        List<String> answers = answersTo(input);
        HttpAnswers.require(!answers.isEmpty() || NOTHING.matcher(sent).matches(), "no answer", sent);
        List<String> inPieces = HttpAnswers.check(sent, answersTo(input, cutOf(input)));
        HttpAnswers.require(
                comparable(answers).equals(comparable(inPieces)),
                "answers differ: as a whole " + answers + ", in pieces " + inPieces,
                sent);
        List<String> defects = LOG.linesFrom(Level.WARN);
        HttpAnswers.require(defects.isEmpty(), "logged as a defect: " + defects, sent);
    }

    /** Returns the statuses of the answers. */
    static List<String> answersTo(byte[] input) throws IOException {
        return HttpAnswers.check(new String(input, ISO_8859_1), answersTo(input, input.length));
    }

    /** Returns a place that follows from the bytes, so that the same ones are always cut there. */
    private static int cutOf(byte[] input) {
        return Math.floorMod(Arrays.hashCode(input), input.length + 1);
    }

    /** Sends the bytes in two pieces and ends the client's side, and returns all that comes back. */
    private static String answersTo(byte[] input, int cut) {
        EmbeddedChannel channel = new EmbeddedChannel(PIPELINE) {
            @Override
            protected SocketAddress remoteAddress0() {
                return THIS_MACHINE;
            }
        };
        try {
            write(channel, input, 0, cut);
            write(channel, input, cut, input.length);
            channel.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
            runToItsEnd(channel);
            channel.checkException();
            HttpAnswers.require(!channel.isOpen(), "not closed", new String(input, ISO_8859_1));
            return written(channel);
        } finally {
            channel.finishAndReleaseAll();
        }
    }

    /** A socket never reads nothing, and nothing after it was closed. */
    private static void write(EmbeddedChannel channel, byte[] input, int from, int to) {
        if (from < to && channel.isOpen()) {
            channel.writeInbound(Unpooled.copiedBuffer(input, from, to - from));
        }
    }

    /** A request that waits for the next tick looks again when its time has come. */
    private static void runToItsEnd(EmbeddedChannel channel) {
        for (int looks = 0; looks < 100 && channel.isOpen(); looks++) {
            channel.advanceTimeBy(1, TimeUnit.MILLISECONDS);
            channel.runPendingTasks();
            channel.runScheduledPendingTasks();
        }
    }

    private static String written(EmbeddedChannel channel) {
        StringBuilder all = new StringBuilder();
        ByteBuf piece = channel.readOutbound();
        while (piece != null) {
            all.append(piece.toString(ISO_8859_1));
            piece.release();
            piece = channel.readOutbound();
        }
        return all.toString();
    }

    /**
     * A request that is cut short need not be noticed if its start came together with the end of the one before. That a body may
     * come is said when its request is read, and not in its turn among the answers.
     */
    private static List<String> comparable(List<String> answers) {
        return answers.stream()
                .filter(answer -> !answer.equals(HttpAnswers.CUT_SHORT) && !answer.equals("100"))
                .toList();
    }

    /** Returns the pipeline of a node that is alone, on a clock that goes on whenever it is read. */
    private static HttpPipeline pipeline() {
        AtomicLong now = new AtomicLong(Layout.DEFAULT.epochMillis() + 1000);
        HttpServices services = LonelyServices.of(now::incrementAndGet);
        Router router = new Router(
                HttpApi.withPage(services, new ServiceCalls(services.service(), System::nanoTime), MAX_COUNT));
        return new HttpPipeline(
                Optional.empty(),
                new PortRules(ProxiedPort.HTTP, ConnectionSettings.NONE),
                SETTINGS,
                new HttpConnections(new ConnectionRegistry(
                        SETTINGS.maxConnections(), SETTINGS.security().addressLimits())),
                new Backlog(),
                new RequestReader(router, new HostRule(AllowedHosts.LOOPBACK.and("x"))),
                (method, route, status, nanos) -> {});
    }
}
