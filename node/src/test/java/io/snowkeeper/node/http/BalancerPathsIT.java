package io.snowkeeper.node.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.testkit.curator.SharedZooKeeper;
import io.snowkeeper.testkit.time.Patience;
import io.snowkeeper.testkit.time.Realtime;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The requests that HAProxy passes to a node of its own machine without a token. */
@TestInstance(Lifecycle.PER_CLASS)
@Realtime
class BalancerPathsIT {

    private static final String GAPLESS =
            "{\"sequence\":\"%s\",\"mode\":\"gapless\",\"ranges\":[{\"from\":1,\"to\":99}],\"allow_overlap\":true}";
    private static final String JSON = "application/json";

    private HttpNode node;
    private Balancer balancer;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        node = HttpNode.start(SharedZooKeeper.newConnectString(), "n1").awaitReady();
        balancer = Balancer.before(Map.of("n1", node), folder);
        balancer.awaitUp("n1");
    }

    @AfterAll
    void stop() throws Exception {
        balancer.close();
        node.close();
    }

    /** Returns spellings of a path that a program on the way might take for the path. */
    private static List<String> spellings(String path) {
        String first = path.substring(1, 2);
        String rest = path.substring(2);
        return List.of(
                path,
                "/" + encoded(first) + rest,
                "/" + encoded(path.substring(1)),
                encoded(path),
                "/" + encoded(first).replace("%", "%25") + rest,
                "/%c1%a1" + rest,
                "/%u00" + encoded(first).substring(1) + rest,
                "/" + path,
                "/." + path,
                "/v1/.." + path,
                "/v1/../v1/ids/../.." + path,
                "/page/%2e%2e" + path,
                "/page/..%2f" + path.substring(1),
                "/v1/..;" + path,
                path + ";x",
                "/;x" + path,
                path + "/",
                path + "/.",
                path + "?x=/v1/ids",
                path + "%20",
                path.toUpperCase(Locale.ROOT),
                "/" + first.toUpperCase(Locale.ROOT) + rest,
                "http://localhost" + path,
                "http://localhost/" + encoded(first) + rest,
                "http://localhost/v1/.." + path,
                "//v1/./..//" + encoded(first) + rest + "/;x");
    }

    private static String encoded(String text) {
        return text.chars().mapToObj("%%%02x"::formatted).collect(Collectors.joining());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/admin/drain", "/admin", "/metrics", "/livez", "/readyz", "/v1/node", "/anything"})
    void aPathThatIsNotOnTheListDoesNotReachTheNodeHoweverItIsWritten(String path) throws IOException {
        for (String spelling : spellings(path)) {
            for (String method : List.of("GET", "POST", "HEAD")) {
                assertThat(ask(method, spelling))
                        .as("%s %s", method, spelling)
                        .satisfies(answer -> assertThat(answer).matches("(?s)HTTP/1\\.[01] 40[04] .*"))
                        .doesNotContainIgnoringCase("x-content-type-options", "application/problem+json");
            }
        }
        assertThat(node.get("/readyz").statusCode()).as("goes on").isEqualTo(200);
        assertThat(node.node().drainRequested()).isNotDone();
    }

    @ParameterizedTest
    @CsvSource({
        "GET,/",
        "HEAD,/",
        "GET,/?x",
        "GET,/page/main.js",
        "GET,/page/page.css",
        "GET,/page/snowkeeper.svg",
        "GET,/openapi.json",
        "POST,/v1/ids",
        "POST,/v1/ids?count=3&format=number",
        "GET,/v1/ids/382567274134896640",
        "POST,/v1/sortable-ids",
        "POST,/v1/uuids",
        "GET,/v1/fleet",
        "GET,/v1/fleet/nodes",
        "GET,/v1/sequences?after=%41%2f..&limit=5"
    })
    void whatIsOnTheListWorks(String method, String path) throws IOException {
        assertThat(ask(method, path)).startsWith("HTTP/1.1 200 ").contains("x-content-type-options: nosniff");
    }

    @ParameterizedTest
    @ValueSource(strings = {"A", "...", ".a..b", "-_", "a.b-c_D9", "seq:orders", "admin", "metrics"})
    void aSequenceOfAnyNameThatSequencesMayHaveIsServed(String name) throws IOException {
        String one = "/v1/sequences/" + name;
        node.send("POST", "/v1/sequences", GAPLESS.formatted(name), "content-type", JSON);

        assertThat(ask("GET", one)).startsWith("HTTP/1.1 200 ");
        String granted = ask("POST", one + "/next");
        assertThat(granted).startsWith("HTTP/1.1 200 ");
        String reservation = granted.replaceAll("(?s).*\"reservation\":\"([^\"]+)\".*", "$1");
        assertThat(ask("POST", one + "/reservations/" + reservation + "/confirm"))
                .startsWith("HTTP/1.1 204 ");
    }

    @Test
    void whoComesThroughItIsNoProgramOfTheNodesMachine() throws IOException {
        String answer = ask("DELETE", "/v1/sequences/A?next=none");

        assertThat(HttpNode.problem(answer.substring(answer.indexOf("\r\n\r\n") + 4), 403, "forbidden"))
                .isEqualTo("without --admin-token-file, this call is for clients on the node's own machine, and it came"
                        + " through a proxy: x-forwarded-for=127.0.0.1");
    }

    @Test
    void itsStatisticsAreOnLoopbackWhereverItServes(@TempDir Path folder) throws Exception {
        try (Balancer elsewhere = Balancer.before(Map.of("n1", node), folder, Map.of("LB_BIND", "127.0.0.2"))) {
            elsewhere.awaitUp("n1");

            new Socket("127.0.0.2", elsewhere.httpPort()).close();
            assertThatThrownBy(() -> new Socket("127.0.0.2", elsewhere.statsPort()))
                    .isInstanceOf(ConnectException.class);
        }
    }

    @Test
    void itsStatisticsAreElsewhereIfItIsToldSo(@TempDir Path folder) throws Exception {
        try (Balancer told = Balancer.before(Map.of("n1", node), folder, Map.of("LB_STATS_BIND", "127.0.0.2"))) {
            Awaitility.await("statistics")
                    .ignoreExceptions()
                    .untilAsserted(() -> new Socket("127.0.0.2", told.statsPort()).close());
        }
    }

    private String ask(String method, String path) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", balancer.httpPort())) {
            socket.setSoTimeout(Patience.LIMIT_MILLIS);
            socket.getOutputStream()
                    .write("%s %s HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
                            .formatted(method, path)
                            .getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }
}
