package io.snowkeeper.cli.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.testkit.extent.OnlyInFull;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.ProcessFleet;
import io.snowkeeper.testkit.process.JavaProcess;
import io.snowkeeper.testkit.process.Shell;
import io.snowkeeper.testkit.time.Patience;
import io.snowkeeper.testkit.time.Realtime;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Ten thousand clients that say nothing, on either port. This process and the node's each need as many files,
 * which is less than the limit of most systems; where it is not, connecting fails and so does the test.
 */
@OnlyInFull
@Realtime
class IdleConnectionsIT {

    private static final int IDLE = 10_000;

    /** A few more than the idle ones: the test's own questions have to find a place. */
    private static final int MAX_CONNECTIONS = IDLE + 50;

    @TempDir
    private Path folder;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private ProcessFleet fleet;
    private NodeProcess node;
    private URI http;

    @BeforeEach
    void startNode() throws Exception {
        fleet = ProcessFleet.onSharedZooKeeper(folder);
        node = fleet.serve("n1", "--max-connections", Integer.toString(MAX_CONNECTIONS));
        node.awaitWorkerId();
        http = URI.create(node.httpUrl());
    }

    @AfterEach
    void stopNode() throws Exception {
        fleet.close();
    }

    @Test
    void thousandsOfIdleHttpConnectionsAreHeldAndLeaveNothingBehind() throws Exception {
        assertHeldAndForgotten(
                new InetSocketAddress(http.getHost(), http.getPort()),
                "http",
                "HTTP/1.1 503 Service Unavailable\r\n",
                "\"code\":\"too-many-connections\",\"detail\":\"too many connections: at most %d are served at once\""
                        .formatted(MAX_CONNECTIONS));
    }

    @Test
    void thousandsOfIdleLineConnectionsAreHeldAndLeaveNothingBehind() throws Exception {
        assertHeldAndForgotten(
                node.address(),
                "line",
                "{\"src\": \"n1\", \"dest\": null, \"body\": {\"type\": \"error\", \"code\": 11, ",
                "\"too many connections: at most %d are served at once\"".formatted(MAX_CONNECTIONS));
    }

    private void assertHeldAndForgotten(InetSocketAddress address, String protocol, String refusal, String reason)
            throws Exception {
        long before = liveBytes();
        long first = round(address, protocol, refusal, reason);
        awaitLiveBytesBelow("after the first round", before + (first - before) / 5);
        long second = round(address, protocol, refusal, reason);
        awaitLiveBytesBelow("after the second round", before + (first - before) / 5);
        assertThat(second).as("bytes in the second round").isLessThan(first + first / 10);
    }

    /** Connects all, closes all, and returns how many bytes the node's live objects had in between. */
    private long round(InetSocketAddress address, String protocol, String refusal, String reason) throws Exception {
        List<SocketChannel> idle = new ArrayList<>();
        try {
            open(idle, address, IDLE);
            await("connected").until(() -> connections(protocol) >= IDLE);
            assertThat(get("/livez").statusCode()).isEqualTo(200);
            assertThat(node.generate().get("type").asText()).isEqualTo("generate_ok");
            long held = liveBytes();
            open(idle, address, MAX_CONNECTIONS - IDLE + 10);
            assertThat(answerToTheRefused(idle)).startsWith(refusal).contains(reason);
            return held;
        } finally {
            for (SocketChannel channel : idle) {
                channel.close();
            }
        }
    }

    /** Closed connections may take a moment to be released. */
    private void awaitLiveBytesBelow(String when, long limit) {
        await("live bytes below %,d %s".formatted(limit, when))
                .pollInterval(Duration.ofMillis(500))
                .until(this::liveBytes, bytes -> bytes < limit);
    }

    private static void open(List<SocketChannel> idle, InetSocketAddress address, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            SocketChannel channel = SocketChannel.open();
            idle.add(channel);
            // Closed by a reset, so that their ports are free for the next ones.
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            channel.connect(address);
            channel.configureBlocking(false);
        }
    }

    /** Which of them are refused is for the event loops to decide. */
    private static String answerToTheRefused(List<SocketChannel> idle) {
        ByteBuffer answer = ByteBuffer.allocate(4096);
        await("one is told").until(() -> {
            for (SocketChannel channel : idle) {
                if (channel.read(answer) > 0) {
                    return true;
                }
            }
            return false;
        });
        return UTF_8.decode(answer.flip()).toString();
    }

    /** Returns the bytes of the node's live objects, after a collection of garbage. */
    private long liveBytes() throws Exception {
        String output = Shell.run(JavaProcess.tool("jcmd"), Long.toString(node.pid()), "GC.class_histogram");
        Matcher total =
                Pattern.compile("^Total +\\d+ +(\\d+)$", Pattern.MULTILINE).matcher(output);
        assertThat(total.find()).as(output).isTrue();
        return Long.parseLong(total.group(1));
    }

    private int connections(String protocol) {
        Matcher gauge = Pattern.compile(
                        "^snowkeeper_connections\\{protocol=\"%s\"} (\\S+)$".formatted(protocol), Pattern.MULTILINE)
                .matcher(get("/metrics").body());
        assertThat(gauge.find()).isTrue();
        return (int) Double.parseDouble(gauge.group(1));
    }

    private HttpResponse<String> get(String path) {
        try {
            return client.send(
                    HttpRequest.newBuilder(http.resolve(path))
                            .timeout(Patience.LIMIT)
                            .build(),
                    BodyHandlers.ofString());
        } catch (IOException e) {
            throw new AssertionError(path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
