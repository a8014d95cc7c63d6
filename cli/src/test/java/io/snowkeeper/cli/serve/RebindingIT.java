package io.snowkeeper.cli.serve;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import io.snowkeeper.cli.LocalFleet;
import io.snowkeeper.cli.LocalNode;
import io.snowkeeper.testkit.time.Patience;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The answers to a page that has a name of its own point to the node, so that the browser takes both for one site. */
class RebindingIT {

    private static final String REBOUND = "attacker.example:7071";
    private static final List<String> REQUESTS = List.of(
            "GET /",
            "GET /metrics",
            "GET /readyz?verbose",
            "GET /v1/fleet",
            "GET /v1/sequences",
            "GET /nothing",
            "POST /v1/ids",
            "POST /v1/sequences/A/next",
            "POST /admin/drain");

    @TempDir(cleanup = ON_SUCCESS)
    private Path folder;

    private LocalFleet fleet;

    @BeforeEach
    void makeFleet() {
        fleet = new LocalFleet(folder);
    }

    @AfterEach
    void stopAll() {
        fleet.close();
    }

    /** Returns the status of the answer to a browser's request for a page of the host. */
    private static String ask(LocalNode node, String request, String host) throws IOException {
        String url = node.httpUrl();
        int port = Integer.parseInt(url.substring(url.lastIndexOf(':') + 1));
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(Patience.LIMIT_MILLIS);
            socket.getOutputStream()
                    .write(
                            "%s HTTP/1.1\r\nhost: %s\r\norigin: http://%2$s\r\nsec-fetch-site: same-origin\r\nconnection: close\r\n\r\n"
                                    .formatted(request, host)
                                    .getBytes(US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), US_ASCII);
            return answer.split(" ", 3)[1];
        }
    }

    /** Waits for a view of the fleet: until there is one, a node answers that ZooKeeper does not. */
    private static void awaitFleet(LocalNode node) throws IOException {
        node.awaitWorkerId();
        await("the fleet: " + node)
                .until(() -> ask(node, "GET /v1/fleet", "localhost").equals("200"));
    }

    @Test
    void aNodeOnLoopbackAnswersToNamesOfLoopbackAlone() throws Exception {
        LocalNode node = fleet.serve("n1");
        node.awaitWorkerId();

        for (String request : REQUESTS) {
            assertThat(ask(node, request, REBOUND)).as(request).isEqualTo("421");
        }
        assertThat(Stream.of("localhost:7071", "127.0.0.1", "[::1]:7071", "192.0.2.1"))
                .allSatisfy(host -> assertThat(ask(node, "GET /metrics", host)).isEqualTo("200"));
    }

    @Test
    void namesThatAreToldAreAnsweredAsIsTheAdvertisedOne() throws Exception {
        Path config = Files.writeString(folder.resolve("names.properties"), "allowed-hosts=ids.example.com, n1\n");
        LocalNode node = fleet.serve(
                "n1", "--config", config.toString(), "--advertise", "pod-1.internal:7070", "--bind", "0.0.0.0");
        awaitFleet(node);

        assertThat(Stream.of("ids.example.com", "N1:80", "pod-1.internal:7071", "localhost", "192.0.2.1"))
                .allSatisfy(host -> assertThat(ask(node, "GET /v1/fleet", host)).isEqualTo("200"));
        assertThat(ask(node, "GET /v1/fleet", REBOUND)).isEqualTo("421");
    }

    @Test
    void aNodeThatListensElsewhereIsAskedByAnyNameUnlessItIsToldSome() throws Exception {
        LocalNode node = fleet.serve("n1", "--bind", "0.0.0.0");
        awaitFleet(node);

        assertThat(ask(node, "GET /v1/fleet", "lb.example.com")).isEqualTo("200");
        assertThat(ask(node, "POST /admin/drain", "lb.example.com")).isEqualTo("403");
    }

    @Test
    void aNodeOnLoopbackIsAskedByAnyNameIfItIsToldSo() throws Exception {
        LocalNode node = LocalNode.serveIn(
                Map.of("SNOWKEEPER_ALLOWED_HOSTS", "*"),
                "--zookeeper",
                fleet.connectString(),
                "--name",
                "n2",
                "--state-dir",
                "none");
        try (node) {
            awaitFleet(node);

            assertThat(ask(node, "GET /v1/fleet", "lb.example.com")).isEqualTo("200");
        }
    }
}
