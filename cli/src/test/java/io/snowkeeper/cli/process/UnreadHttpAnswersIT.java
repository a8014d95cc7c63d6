package io.snowkeeper.cli.process;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.testkit.net.LineClient;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.time.Patience;
import io.snowkeeper.testkit.time.Realtime;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node with little memory, and clients that ask for much over HTTP and take nothing of it. */
@Realtime
class UnreadHttpAnswersIT {

    private static final int ATTACKERS = 2;

    private static final byte[] REQUESTS = "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
            .repeat(7_000)
            .getBytes(US_ASCII);

    /** The limit of a connection, by the buffer's high mark and an answer, and the node's other clients. */
    private static final long MOST_PENDING = (ATTACKERS + 2) * 256L * 1024;

    private static final Pattern PENDING =
            Pattern.compile("^snowkeeper_answers_pending_bytes ([0-9.E]+)$", Pattern.MULTILINE);

    @TempDir
    Path folder;

    private NodeProcess node;
    private LineClient line;
    private final List<Socket> attackers = new ArrayList<>();
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @BeforeEach
    void start() throws IOException {
        node = NodeProcess.serve(
                folder,
                Map.of("JAVA_TOOL_OPTIONS", "-Xmx307m -XX:+ExitOnOutOfMemoryError"),
                "--http-port",
                "0",
                "--embedded-zookeeper-port",
                "0",
                // As the machine may allow few files, which would be warned of.
                "--max-connections",
                "100",
                "--drain-delay",
                "0s",
                "--drain-timeout",
                "2s");
        node.awaitWorkerId();
        line = node.connect();
    }

    @AfterEach
    void stop() throws IOException {
        leave();
        line.close();
        node.close();
    }

    @Test
    void costAsMuchAsTheirConnectionsMayAndNobodyElseAnything() throws Exception {
        attack();

        for (int i = 0; i < 20; i++) {
            assertThat(get("/livez")).contains("live");
            assertThat(line.generate().get("id").isNumber()).isTrue();
        }

        assertThat(pending()).isPositive().isLessThan(MOST_PENDING);
        // The heap, and as much again for all the rest of a Java program; today's answers would be 900 MiB.
        assertThat(residentMib()).isLessThan(2 * 307);

        leave();
        await().until(() -> pending() == 0);
        assertThat(get("/openapi.json")).contains("\"openapi\"");
        assertThat(node.stderr()).doesNotContain(" WARN ", " ERROR ");
    }

    @Test
    void doNotHoldUpAStop() throws Exception {
        attack();
        assertThat(get("/livez")).contains("live");

        long asked = System.nanoTime();
        assertThat(node.stop()).isZero();

        // The delay, both ports' timeouts, and the rest of a stop.
        assertThat(Duration.ofNanos(System.nanoTime() - asked)).isLessThan(Duration.ofSeconds(2 * 2 + 30));
    }

    /** Sends all at once, and returns when the node has begun to hold it back. */
    private void attack() throws IOException {
        URI url = URI.create(node.httpUrl());
        for (int i = 0; i < ATTACKERS; i++) {
            Socket socket = new Socket();
            socket.setReceiveBufferSize(4 * 1024);
            socket.connect(new InetSocketAddress(url.getHost(), url.getPort()));
            attackers.add(socket);
            Thread sender = new Thread(() -> send(socket), "sender");
            sender.setDaemon(true);
            sender.start();
        }
        await().until(() -> pending() > 0);
    }

    private static void send(Socket socket) {
        try {
            OutputStream out = socket.getOutputStream();
            out.write(REQUESTS);
        } catch (IOException e) {
            // The attack is over.
        }
    }

    private void leave() throws IOException {
        for (Socket socket : attackers) {
            socket.close();
        }
        attackers.clear();
    }

    private String get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(node.httpUrl() + path))
                .timeout(Patience.LIMIT)
                .build();
        HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(200);
        return response.body();
    }

    private long pending() throws IOException, InterruptedException {
        Matcher pending = PENDING.matcher(get("/metrics"));
        assertThat(pending.find()).isTrue();
        return (long) Double.parseDouble(pending.group(1));
    }

    private long residentMib() {
        return node.memory().orElseThrow().residentKib() >> 10;
    }
}
