package io.snowkeeper.node.http;

import static io.snowkeeper.node.http.HttpNode.problem;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.node.security.AddressLimits;
import io.snowkeeper.node.security.SecuritySettings;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two clients, at 127.0.0.1 and 127.0.0.2, of a node that limits each client's use of its HTTP port. */
class HttpClientLimitsIT {

    private static final String CLOSING = "GET /livez HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";

    private HttpNode node;

    @AfterEach
    void stopNode() throws Exception {
        node.close();
    }

    @Test
    void oneConnectionTooManyOfAnAddressIsToldSoAndClosed() throws Exception {
        start(new AddressLimits(2, 0));
        try (Socket first = node.connect();
                Socket second = node.connect()) {
            oneAnswer(first);
            oneAnswer(second);

            String refusal = exchange("127.0.0.1", "");
            assertThat(refusal)
                    .startsWith("HTTP/1.1 503 Service Unavailable\r\n")
                    .contains("retry-after: 1\r\n", "connection: close\r\n");
            assertThat(problem(bodyOf(refusal), 503, "too-many-connections"))
                    .isEqualTo("too many connections of 127.0.0.1: at most 2 are served at once");
            assertThat(exchange("127.0.0.2", CLOSING)).startsWith("HTTP/1.1 200 OK\r\n");
            assertThat(metrics())
                    .contains("snowkeeper_connections_refused_total{limit=\"address\",protocol=\"http\"} 1.0")
                    .contains("snowkeeper_connections_refused_total{limit=\"node\",protocol=\"http\"} 0.0");
        }
    }

    @Test
    void requestsBeyondTheRateOfAnAddressAreRefusedAndTheConnectionGoesOn() throws Exception {
        start(new AddressLimits(0, 3));
        String answers = exchange("127.0.0.1", "GET /nothing HTTP/1.1\r\nhost: x\r\n\r\n".repeat(300) + CLOSING);

        List<String> each = List.of(answers.split("(?=HTTP/1\\.1 )"));
        assertThat(each).hasSize(301);
        assertThat(each.subList(0, 3)).allMatch(answer -> answer.startsWith("HTTP/1.1 404 "));
        List<String> refused = each.stream()
                .filter(answer -> answer.startsWith("HTTP/1.1 429 Too Many Requests\r\n"))
                .toList();
        assertThat(refused)
                .isNotEmpty()
                .allMatch(answer -> answer.contains("retry-after: 1\r\n")
                        && answer.contains("content-type: application/problem+json\r\n"));
        assertThat(problem(bodyOf(refused.get(0)), 429, "too-many-requests"))
                .matches("rate of 3 requests/s of 127\\.0\\.0\\.1 is used up, retry in \\d+ ms");
        assertThat(each.get(300)).startsWith("HTTP/1.1 200 OK\r\n");
        assertThat(exchange("127.0.0.2", "GET /nothing HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 404 ");
        assertThat(metrics())
                .contains("snowkeeper_requests_refused_total{limit=\"address\",protocol=\"http\"} %.1f"
                        .formatted((double) refused.size()))
                .contains("snowkeeper_requests_refused_total{limit=\"address\",protocol=\"line\"} 0.0")
                .contains("http_server_requests_seconds_count{method=\"GET\",status=\"429\",uri=\"UNKNOWN\"} "
                        + refused.size());
    }

    @Test
    void supervisorsAreAnsweredHoweverManyRequestsTheirAddressMakes() throws Exception {
        start(new AddressLimits(0, 1));
        String health = "GET /livez HTTP/1.1\r\nhost: x\r\n\r\nGET /readyz?verbose HTTP/1.1\r\nhost: x\r\n\r\n";

        assertThat(exchange(
                        "127.0.0.1",
                        "GET /nothing HTTP/1.1\r\nhost: x\r\n\r\n".repeat(10) + health.repeat(100) + CLOSING))
                .containsPattern("HTTP/1.1 429 ")
                .satisfies(answers -> assertThat(Pattern.compile("\"status\":\"(live|ready|not ready)\"")
                                .matcher(answers)
                                .results()
                                .count())
                        .isEqualTo(201));
    }

    private void start(AddressLimits limits) throws Exception {
        node = HttpNode.start(
                SharedZooKeeper.newConnectString(),
                "n1",
                HttpServerSettings.on("127.0.0.1", 0).with(new SecuritySettings(Optional.empty(), limits)));
    }

    /** Asks from an address that has not asked for anything else, since it must be answered. */
    private List<String> metrics() throws IOException {
        return bodyOf(exchange("127.0.0.3", "GET /metrics HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"))
                .lines()
                .toList();
    }

    /** Sends bytes from an address, and returns all that comes until the node ends its side. */
    private String exchange(String from, String bytes) throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getByName("127.0.0.1"), node.port(), InetAddress.getByName(from), 0)) {
            socket.getOutputStream().write(bytes.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void oneAnswer(Socket socket) throws IOException {
        socket.getOutputStream().write("GET /livez HTTP/1.1\r\nhost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        assertThat(socket.getInputStream().read()).isEqualTo('H');
    }

    private static String bodyOf(String answer) {
        return answer.substring(answer.indexOf("\r\n\r\n") + 4);
    }
}
