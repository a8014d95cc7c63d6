package io.snowkeeper.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowkeeper.testkit.extent.OnlyInFull;
import io.snowkeeper.testkit.haproxy.Haproxy;
import io.snowkeeper.testkit.net.LineClient;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.ProcessFleet;
import io.snowkeeper.testkit.time.Realtime;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HAProxy, by the configuration that is shipped, before a fleet at its end: no node is ready, and nothing else is there to go to. */
@OnlyInFull
@Realtime
class LastResortIT {

    private static final int OK = 200;
    private static final int UNAVAILABLE = 503;
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir(cleanup = ON_SUCCESS)
    private Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final List<NodeProcess> nodes = new ArrayList<>();
    private ProcessFleet fleet;
    private Haproxy haproxy;

    @BeforeEach
    void startAll() throws Exception {
        fleet = opened(new ProcessFleet(folder));
        List<Haproxy.Server> servers = new ArrayList<>();
        for (String name : List.of("n1", "n2")) {
            NodeProcess node = fleet.serve(name, "--session-timeout", "2s", "--window", "12s", "--drain-delay", "5m");
            nodes.add(node);
            node.awaitWorkerId();
            servers.add(new Haproxy.Server(
                    name, node.address().getPort(), URI.create(node.httpUrl()).getPort()));
        }
        haproxy = opened(Haproxy.start(Haproxy.backends(servers), folder));
        await("both have said that they are ready").ignoreExceptions().until(this::areAllChecked);
    }

    /** HAProxy takes a server that it has not asked yet for one that is ready. */
    private boolean areAllChecked() throws Exception {
        return haproxy.statistics().stream()
                .filter(row -> row.get("pxname").startsWith("nodes-")
                        && !row.get("svname").equals("BACKEND"))
                .allMatch(row -> row.get("check_status").equals("L7OK"));
    }

    private <T extends AutoCloseable> T opened(T resource) {
        opened.push(resource);
        return resource;
    }

    /** All that was opened, also if the start failed half-way. */
    @AfterEach
    void stopAll() throws Exception {
        while (!opened.isEmpty()) {
            opened.pop().close();
        }
    }

    @Test
    void nodesThatAreNotReadyServe() throws Exception {
        for (NodeProcess node : nodes) {
            node.signal("TERM");
        }
        await("no node is ready").until(() -> status("nodes-http").equals("DOWN"));

        assertThat(id().statusCode()).as("an id though no node is ready").isEqualTo(OK);
    }

    @Test
    void nodesThatRefuseSayWhy() throws Exception {
        fleet.stopZooKeeper();
        await("no node is ready").until(() -> status("nodes-http").equals("DOWN"));

        // They are asked in turn.
        await("both have used up theirs")
                .until(() -> Stream.of(id(), id()).noneMatch(answer -> answer.statusCode() == OK));
        HttpResponse<String> refusal = id();
        assertThat(refusal.statusCode()).isEqualTo(UNAVAILABLE);
        assertThat(JSON.readTree(refusal.body()).path("type").asText())
                .isEqualTo("urn:snowkeeper:problem:reservation-used-up");
        try (LineClient line = LineClient.connect(haproxy.lines())) {
            JsonNode answer = line.generate();
            assertThat(answer.path("code").asInt()).as("%s", answer).isEqualTo(11);
            assertThat(answer.path("reason").asText()).isEqualTo("reservation-used-up");
        }
    }

    @Test
    void aFleetThatIsGoneIsAnsweredByAProblemToo() throws Exception {
        nodes.forEach(NodeProcess::kill);
        await("no node lives").until(() -> status("last-http").equals("DOWN"));

        HttpResponse<String> refusal = id();
        assertThat(refusal.statusCode()).isEqualTo(UNAVAILABLE);
        assertThat(refusal.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(JSON.readTree(refusal.body()).path("code").asText()).isEqualTo("temporarily-unavailable");
    }

    private HttpResponse<String> id() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:%s/v1/ids".formatted(haproxy.httpPort())))
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private String status(String backend) throws Exception {
        return haproxy.statistics().stream()
                .filter(row ->
                        row.get("pxname").equals(backend) && row.get("svname").equals("BACKEND"))
                .findFirst()
                .orElseThrow()
                .get("status");
    }
}
