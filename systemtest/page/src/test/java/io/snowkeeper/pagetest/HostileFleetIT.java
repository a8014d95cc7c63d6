package io.snowkeeper.pagetest;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import com.sun.net.httpserver.HttpServer;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.ProcessFleet;
import io.snowkeeper.testkit.time.Patience;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The page of a node whose fleet has members that attack its viewers, in a real browser. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileFleetIT {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Each is the name, version, reason, state and so on of a member. */
    private static final List<String> TEXTS = List.of(
            "<img src=x onerror=attacked=1>",
            "<script>attacked=1</script>",
            "\"><svg onload=attacked=1>",
            "javascript:attacked=1",
            "' onmouseover='attacked=1",
            "${attacked=1}{{attacked=1}}",
            "]]><!--",
            "&lt;b&gt;&#x3c;",
            "constructor",
            "__proto__",
            "toString",
            "2026-99-99T99:99:99Z",
            "\u202egnihtyna",
            "a\u0000b\u001b[2J",
            "<style>*{display:none}</style>",
            "x".repeat(900));

    private final List<HttpServer> servers = new ArrayList<>();
    private ProcessFleet fleet;
    private NodeProcess node;
    private Chromium chromium;

    @BeforeAll
    void startFleet(@TempDir Path folder) throws Exception {
        PlaywrightAssertions.setDefaultAssertionTimeout(Patience.LIMIT_MILLIS);
        fleet = ProcessFleet.onSharedZooKeeper(folder);
        node = fleet.serve("n1");
        node.awaitWorkerId();
        JsonNode honest = JSON.readTree(HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(node.httpUrl() + "/v1/node"))
                                .build(),
                        BodyHandlers.ofString())
                .body());
        try (CuratorFramework client =
                CuratorFrameworkFactory.newClient(fleet.connectString(), new RetryOneTime(100))) {
            client.start();
            for (String text : TEXTS) {
                join(client, text, (ObjectNode) honest.deepCopy());
            }
        }
        chromium = new Chromium();
    }

    /** A member that is called so, and reports whatever it reports in the same words. */
    private void join(CuratorFramework client, String text, ObjectNode report) throws Exception {
        report.put("name", text)
                .put("version", text)
                .put("state", text)
                .put("reason", text)
                .put("detail", text);
        report.put("reserved_until", "+999999999-12-31T23:59:59Z");
        report.putArray("sequences").addObject().put("sequence", text).put("numbers_per_second", 1e300);
        HttpServer server = serving(report);
        ObjectNode claim = JSON.createObjectNode();
        claim.put("node", text).putNull("kind").putNull("worker");
        claim.putArray("endpoints")
                .add(text)
                .add("http://127.0.0.1:" + server.getAddress().getPort())
                .add("javascript:attacked=1");
        claim.put("since", "-999999999-01-01T00:00:00Z").putNull("skewMillis").put("idsPerSecond", 1e300);
        claim.put("windowMillis", Long.MAX_VALUE).put("maxSkewMillis", -1);
        client.create()
                .forPath(
                        "/claims/claim-%010d".formatted(servers.size()),
                        claim.toString().getBytes(UTF_8));
    }

    private HttpServer serving(JsonNode report) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] body = report.toString().getBytes(UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        servers.add(server);
        return server;
    }

    @AfterAll
    void stopFleet() throws IOException {
        if (chromium != null) {
            chromium.close();
        }
        servers.forEach(server -> server.stop(0));
        fleet.close();
    }

    @Test
    void whatMembersSayIsShownAndDoesNothing() {
        try (Chromium.Opened opened = chromium.open(node.httpUrl() + "/", 1200, 900, ColorScheme.LIGHT)) {
            Page page = opened.page();
            assertThat(page.locator("#health-text")).hasText("1 of %s nodes are ready".formatted(TEXTS.size() + 1));
            assertThat(page.locator("#nodes tbody tr")).hasCount(TEXTS.size() + 1);
            assertThat(page.locator("#nodes tbody")).containsText("<img src=x onerror=attacked=1>");
            assertThat(page.locator("#nodes tbody")).containsText("<script>attacked=1</script>");
            // A second round, from which on everything is compared with what stands there already.
            String asOf = page.locator("#as-of").textContent();
            assertThat(page.locator("#as-of")).not().hasText(asOf);

            assertThat(page.evaluate("typeof attacked")).isEqualTo("undefined");
            assertThat(page.locator(
                                    "main img, main script, main style, main [onload], main [onerror], main a[href^='javascript']")
                            .count())
                    .isZero();
            assertThat(opened.requests()).allMatch(request -> request.startsWith(node.httpUrl() + "/"));
            assertThat(opened.complaints()).isEmpty();
        }
    }
}
