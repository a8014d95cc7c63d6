package io.snowkeeper.pagetest;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowkeeper.core.text.PublicIds;
import io.snowkeeper.testkit.haproxy.Haproxy;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.ProcessFleet;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A fleet of three nodes behind HAProxy as it is shipped, which answers each request from the next one of them. */
final class BalancedFleet implements AutoCloseable {

    private static final String KEY = "a base58 2b7e151628aed2a6abf7158809cf4f3c";

    /** Those of the nodes. */
    static final PublicIds KEYS = PublicIds.ofKeys(KEY);

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ProcessFleet fleet;
    private final Map<String, NodeProcess> nodes;
    private final Map<String, Long> workerIds;
    private final Haproxy balancer;
    private final String url;

    BalancedFleet(Path folder) throws Exception {
        fleet = new ProcessFleet(folder);
        String keys = Files.writeString(folder.resolve("public-ids.keys"), KEY).toString();
        NodeProcess n1 = fleet.serve("n1", "--public-id-keys", keys);
        NodeProcess n2 = fleet.serve("n2", "--public-id-keys", keys);
        // Long enough that its worker id rests for a while when it is killed.
        NodeProcess n3 = fleet.serve("n3", "--window", "45s", "--public-id-keys", keys);
        nodes = Map.of("n1", n1, "n2", n2, "n3", n3);
        workerIds = Map.of("n1", n1.awaitWorkerId(), "n2", n2.awaitWorkerId(), "n3", n3.awaitWorkerId());
        balancer = Haproxy.start(Haproxy.backends(servers()), folder);
        url = "http://127.0.0.1:" + balancer.httpPort();
        await("HAProxy has found all nodes ready").ignoreExceptions().until(() -> answerers() == 3);
    }

    private List<Haproxy.Server> servers() {
        return nodes.entrySet().stream()
                .map(node -> new Haproxy.Server(
                        node.getKey(),
                        node.getValue().address().getPort(),
                        URI.create(node.getValue().httpUrl()).getPort()))
                .toList();
    }

    /** Returns how many nodes answer when it is asked often. */
    private long answerers() {
        return Stream.generate(() -> get("/v1/fleet").at("/self/name").asText())
                .limit(6)
                .distinct()
                .count();
    }

    /** Returns the balancer's address. */
    String url() {
        return url;
    }

    long workerId(String node) {
        return workerIds.get(node);
    }

    List<Long> workerIds() {
        return Stream.of("n1", "n2", "n3").map(workerIds::get).toList();
    }

    NodeProcess node(String name) {
        return nodes.get(name);
    }

    JsonNode post(String path, String body) {
        return send(HttpRequest.newBuilder(URI.create(url + path))
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build());
    }

    /**
     * Makes a node create a sequence and hand out {@code given} of its numbers, retrying on a busy machine. Directly:
     * changes are for clients on its own machine without a proxy between.
     */
    void create(String node, String sequence, String mode, long to, int given) {
        String url = nodes.get(node).httpUrl() + "/v1/sequences";
        String body =
                "{\"sequence\": \"%s\", \"mode\": \"%s\", \"ranges\": [{\"from\": \"1\", \"to\": \"%d\"}], \"allow_overlap\": true}"
                        .formatted(sequence, mode, to);
        await(sequence).ignoreExceptions().until(() -> List.of(201, 409).contains(status(url, body)));
        if (given > 0) {
            await(sequence)
                    .ignoreExceptions()
                    .until(() -> status(url + "/" + sequence + "/next?count=" + given, "") == 200);
        }
    }

    private static int status(String url, String body) throws IOException, InterruptedException {
        return HTTP.send(
                        HttpRequest.newBuilder(URI.create(url))
                                .header("content-type", "application/json")
                                .header("idempotency-key", "once")
                                .POST(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .statusCode();
    }

    JsonNode get(String path) {
        return send(HttpRequest.newBuilder(URI.create(url + path)).build());
    }

    private static JsonNode send(HttpRequest request) {
        // A busy machine's node may refuse, or be away for HAProxy, for a while.
        HttpResponse<String> response = await(request.uri().toString())
                .until(
                        () -> HTTP.send(request, HttpResponse.BodyHandlers.ofString()),
                        each -> each.statusCode() / 100 == 2);
        try {
            return JSON.readTree(response.body());
        } catch (JsonProcessingException e) {
            throw new AssertionError(response.body(), e);
        }
    }

    @Override
    public void close() throws Exception {
        balancer.close();
        fleet.close();
    }
}
