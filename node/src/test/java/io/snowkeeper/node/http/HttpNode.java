package io.snowkeeper.node.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.zookeeper.ZooKeeperCoordinator;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.node.Node;
import io.snowkeeper.node.NodeSettings;
import io.snowkeeper.node.OperationSettings;
import io.snowkeeper.node.line.LineServerSettings;
import io.snowkeeper.testkit.net.LineClient;
import io.snowkeeper.testkit.time.Patience;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A whole node of a fleet, and a client of its HTTP port. */
final class HttpNode implements AutoCloseable {

    static final Duration WINDOW = Duration.ofSeconds(30);
    static final Duration MARGIN = Duration.ofSeconds(2);

    /** Longer than a pause of the machine, and short enough for a test that waits it out. */
    private static final Duration SEQUENCE_TIMEOUT = Duration.ofSeconds(15);

    private static final Pattern RESERVED = Pattern.compile("reserved until \\S+, which is (\\d+) ms from now");

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Node node;
    private final InetSocketAddress line;
    private final InetSocketAddress address;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private HttpNode(Node node) throws Exception {
        this.node = node;
        this.line = node.start();
        this.address = node.httpAddress().orElseThrow();
    }

    /** Starts one on any port of loopback, by the machine's clock. */
    static HttpNode start(String connectString, String name) throws Exception {
        return in(connectString, name).start();
    }

    static HttpNode start(String connectString, String name, HttpServerSettings http) throws Exception {
        return in(connectString, name).with(http).start();
    }

    /** Returns the setup of a node. */
    static Setup in(String connectString, String name) {
        return new Setup(
                connectString,
                name,
                HttpServerSettings.on("127.0.0.1", 0),
                Layout.DEFAULT,
                MillisClock.wall(),
                Optional.empty(),
                WINDOW);
    }

    /**
     * The setup of a node.
     *
     * @param clock its clock, which may run as the test likes: it is not compared with ZooKeeper's
     * @param stateDirectory where it keeps its state
     */
    record Setup(
            String connectString,
            String name,
            HttpServerSettings http,
            Layout layout,
            MillisClock clock,
            Optional<Path> stateDirectory,
            Duration sessionTimeout) {

        Setup with(HttpServerSettings other) {
            return new Setup(connectString, name, other, layout, clock, stateDirectory, sessionTimeout);
        }

        Setup with(Layout other) {
            return new Setup(connectString, name, http, other, clock, stateDirectory, sessionTimeout);
        }

        Setup with(MillisClock other) {
            return new Setup(connectString, name, http, layout, other, stateDirectory, sessionTimeout);
        }

        Setup with(Path state) {
            return new Setup(connectString, name, http, layout, clock, Optional.of(state), sessionTimeout);
        }

        Setup with(Duration session) {
            return new Setup(connectString, name, http, layout, clock, stateDirectory, session);
        }

        HttpNode start() throws Exception {
            MemberSettings fleet = MemberSettings.builder(name)
                    .connectString(connectString)
                    .layout(layout)
                    .stateDirectory(stateDirectory)
                    .window(WINDOW)
                    .sessionTimeout(sessionTimeout)
                    .maxSkew(Duration.ofHours(1))
                    .sequenceTimeout(SEQUENCE_TIMEOUT)
                    .maxRollbackWait(Duration.ofMillis(10))
                    .build();
            return new HttpNode(new Node(
                    new NodeSettings(
                            fleet,
                            1,
                            Optional.empty(),
                            LineServerSettings.on("127.0.0.1", 0),
                            new OperationSettings(Optional.of(http), MARGIN, Duration.ZERO),
                            Optional.empty(),
                            Duration.ofSeconds(1)),
                    clock,
                    new ZooKeeperCoordinator()));
        }
    }

    Node node() {
        return node;
    }

    InetSocketAddress lineAddress() {
        return line;
    }

    int port() {
        return address.getPort();
    }

    /** Waits until it gives ids and serves sequences. */
    HttpNode awaitReady() {
        await("ready")
                .until(() -> get("/readyz").statusCode() == 200
                        && get("/v1/sequences").statusCode() == 200);
        return this;
    }

    HttpResponse<String> get(String path) {
        return send("GET", path, "");
    }

    HttpResponse<String> post(String path, String... headers) {
        return send("POST", path, "", headers);
    }

    HttpResponse<String> send(String method, String path, String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
                .timeout(Patience.LIMIT)
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return client.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new AssertionError(method + " " + path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** Sends bytes as they are, ends its side if asked, and returns all that comes until the node ends its own. */
    String raw(String bytes, boolean endOutput) throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
            if (endOutput) {
                socket.shutdownOutput();
            }
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    Socket connect() throws IOException {
        Socket socket = new Socket(address.getAddress(), address.getPort());
        socket.setSoTimeout(Patience.LIMIT_MILLIS);
        return socket;
    }

    static JsonNode json(HttpResponse<String> response) {
        return json(response.body());
    }

    static JsonNode json(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (IOException e) {
            throw new AssertionError(text, e);
        }
    }

    /** Returns a check of a report on readiness. */
    static JsonNode check(JsonNode report, String name) {
        for (JsonNode check : report.get("checks")) {
            if (check.get("name").asText().equals(name)) {
                return check;
            }
        }
        throw new AssertionError(report.toString());
    }

    /** Returns how much of its reservation is left, as a report on readiness has it. */
    static Duration rest(HttpResponse<String> report) {
        String detail = check(json(report), "reservation").get("detail").asText();
        Matcher matcher = RESERVED.matcher(detail);
        assertThat(matcher.find()).as(detail).isTrue();
        return Duration.ofMillis(Long.parseLong(matcher.group(1)));
    }

    /** Returns the answer to a request of the line protocol. */
    JsonNode ask(String type) throws IOException {
        try (LineClient client = LineClient.connect(line)) {
            return client.call("{\"type\":\"%s\",\"msg_id\":1}".formatted(type));
        }
    }

    /** Requires a problem, whole and by its rules, and returns its detail. */
    static String problem(HttpResponse<String> response, int status, String code) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.headers().firstValue("content-type")).contains("application/problem+json");
        assertThat(response.headers().firstValue("cache-control")).contains("no-store");
        return problem(response.body(), status, code);
    }

    static String problem(String body, int status, String code) {
        JsonNode problem = json(body);
        assertThat(problem.get("status").asInt()).isEqualTo(status);
        assertThat(problem.get("code").asText()).isEqualTo(code);
        return problem.get("detail").asText();
    }

    @Override
    public void close() {
        node.close();
    }
}
