package io.snowkeeper.testkit.node;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.snowkeeper.testkit.net.LineClient;
import io.snowkeeper.testkit.time.Patience;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** A node that a test asks, in a process of its own or in that of the test. */
public interface NodeUnderTest {

    /** Returns where it serves lines. */
    InetSocketAddress address();

    /** Returns where it answers HTTP. */
    String httpUrl();

    default LineClient connect() throws IOException {
        return LineClient.connect(address());
    }

    /** Waits until it has a worker id and returns that. */
    default long awaitWorkerId() throws IOException {
        return awaitWorkerId(Patience.LIMIT);
    }

    /** As {@link #awaitWorkerId()}, for one that has to wait itself. */
    default long awaitWorkerId(Duration limit) throws IOException {
        try (LineClient client = connect()) {
            return await("ready: " + this)
                    .atMost(limit)
                    .until(client::status, status -> status.get("worker_id").isNumber())
                    .get("worker_id")
                    .asLong();
        }
    }

    /** Waits for an id: a node refuses for a moment while its disk stalls for longer than its state is ahead. */
    default void awaitId() throws IOException {
        try (LineClient client = connect()) {
            await("an id: " + this).until(client::generate, answer -> answer.has("id"));
        }
    }

    /** Returns the answer to a generate. */
    default JsonNode generate() throws IOException {
        try (LineClient client = connect()) {
            return client.generate();
        }
    }

    /** Returns its metrics, as Prometheus reads them. */
    default String metrics() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(httpUrl() + "/metrics"))
                .timeout(Patience.LIMIT)
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
