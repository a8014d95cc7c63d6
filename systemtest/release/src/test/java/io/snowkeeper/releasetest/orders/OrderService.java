package io.snowkeeper.releasetest.orders;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.snowkeeper.testkit.net.Ports;
import io.snowkeeper.testkit.process.JavaProcess;
import io.snowkeeper.testkit.time.Patience;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** An instance of the example's program, in a process of its own, which can be ended and started again at its address. */
final class OrderService implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int CREATED = 201;
    private static final int OK = 200;

    /** How long an application may take to reach a health: the longest is its start. */
    private static final Duration START = Patience.LIMIT.multipliedBy(5);

    private final Path log;
    private final int port = Ports.next();
    private final List<String> arguments = new ArrayList<>();
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private JavaProcess process;

    private OrderService(Path log, String database, List<String> settings) throws IOException {
        this.log = log;
        arguments.add("--server.port=" + port);
        arguments.add("--spring.datasource.url=" + database + "&reWriteBatchedInserts=true");
        arguments.addAll(settings);
        process = launch();
    }

    /** Starts an instance, and comes back when it says that it is well. */
    static OrderService start(Path log, String database, List<String> settings)
            throws IOException, InterruptedException {
        OrderService service = new OrderService(log, database, settings);
        service.awaitHealth("UP");
        return service;
    }

    private JavaProcess launch() throws IOException {
        Path jar = Path.of(
                requireNonNull(System.getProperty("orders.jar"), "system property orders.jar, the program to test"));
        return JavaProcess.start(
                List.of(),
                List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
                List.of("-jar", jar.toString()),
                arguments,
                Map.of(),
                log);
    }

    /**
     * Takes orders, and returns their ids.
     *
     * @throws IOException if it does not answer
     * @throws IllegalStateException if it refuses
     */
    List<Long> take(int count) throws IOException, InterruptedException {
        String orders = IntStream.range(0, count)
                .mapToObj("{\"customer\": \"c%1$d\", \"cents\": %1$d}"::formatted)
                .collect(Collectors.joining(",", "[", "]"));
        HttpRequest request = HttpRequest.newBuilder(uri("/orders"))
                .header("Content-Type", "application/json")
                .timeout(Patience.LIMIT)
                .POST(HttpRequest.BodyPublishers.ofString(orders))
                .build();
        HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
        if (answer.statusCode() != CREATED) {
            throw new IllegalStateException("orders were refused: %d %s".formatted(answer.statusCode(), answer.body()));
        }
        List<Long> ids = new ArrayList<>();
        JSON.readTree(answer.body()).forEach(id -> ids.add(Long.parseLong(id.textValue())));
        return ids;
    }

    /** Returns how it says it is, with the parts. */
    JsonNode health() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri("/actuator/health"))
                .timeout(Patience.LIMIT)
                .build();
        HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
        return JSON.readTree(answer.body());
    }

    /** Returns whether a load balancer that asks for its health would send it requests. */
    boolean isInRotation() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri("/actuator/health"))
                .timeout(Patience.LIMIT)
                .build();
        return http.send(request, BodyHandlers.discarding()).statusCode() == OK;
    }

    void awaitHealth(String status) throws IOException, InterruptedException {
        AtomicReference<JsonNode> last = new AtomicReference<>(MissingNode.getInstance());
        try {
            process.await(
                    () -> {
                        last.set(healthIfBound());
                        return Optional.of(last.get().path("status").asText()).filter(status::equals);
                    },
                    START);
        } catch (IOException e) {
            throw new IOException(
                    "health is not %s, but %s; %s".formatted(status, last.get(), Files.readString(log)), e);
        }
    }

    private JsonNode healthIfBound() throws IOException, InterruptedException {
        try {
            return health();
        } catch (ConnectException e) {
            return MissingNode.getInstance();
        }
    }

    /** Ends it as a power failure would. */
    void kill() throws IOException, InterruptedException {
        process.kill();
    }

    /** Ends it as a rollout does, after it has answered its requests. */
    void stop() throws IOException, InterruptedException {
        if (process.stop(Patience.LIMIT).isEmpty()) {
            throw new IOException("it did not stop: " + log);
        }
    }

    void startAgain() throws IOException, InterruptedException {
        process = launch();
        awaitHealth("UP");
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:%d%s".formatted(port, path));
    }

    @Override
    public void close() {
        process.close();
    }
}
