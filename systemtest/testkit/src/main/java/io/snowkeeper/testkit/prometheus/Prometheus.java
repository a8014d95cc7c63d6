package io.snowkeeper.testkit.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowkeeper.testkit.net.Ports;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.core.ConditionTimeoutException;

/** The Prometheus of the system, in a process of its own, with an empty store. */
public final class Prometheus implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    private static final int OK = 200;

    private final HttpClient client = HttpClient.newHttpClient();
    private final String url;
    private final Process process;

    private Prometheus(String url, Process process) {
        this.url = url;
        this.process = process;
    }

    /**
     * Starts it, and waits until it answers.
     *
     * @param configuration as in prometheus.yml
     */
    public static Prometheus start(Path folder, String configuration) throws IOException {
        Path file = Files.writeString(folder.resolve("prometheus.yml"), configuration);
        Path log = folder.resolve("prometheus.log");
        String address = "127.0.0.1:" + Ports.next();
        Process process = new ProcessBuilder(
                        "prometheus",
                        "--config.file=" + file,
                        "--storage.tsdb.path=" + folder.resolve("prometheus"),
                        "--web.listen-address=" + address,
                        "--log.level=warn")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Prometheus started = new Prometheus("http://" + address, process);
        try {
            await("Prometheus answers").until(() -> !process.isAlive() || started.isReady());
        } catch (ConditionTimeoutException e) {
            started.close();
            throw e;
        }
        if (!process.isAlive()) {
            throw new AssertionError("Prometheus has ended: " + Files.readString(log));
        }
        return started;
    }

    private boolean isReady() throws InterruptedException {
        try {
            HttpRequest request =
                    HttpRequest.newBuilder(URI.create(url + "/-/ready")).build();
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == OK;
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns the values that an expression has now, one for each series; those that are not a number are left out. */
    public List<Double> values(String expression) throws IOException, InterruptedException {
        List<Double> values = new ArrayList<>();
        for (JsonNode series : get("/api/v1/query?query=" + URLEncoder.encode(expression, UTF_8))
                .path("result")) {
            double value = Double.parseDouble(series.at("/value/1").asText());
            if (!Double.isNaN(value)) {
                values.add(value);
            }
        }
        return values;
    }

    /** Returns the rules that it evaluates, and how they do. */
    public JsonNode rules() throws IOException, InterruptedException {
        return get("/api/v1/rules").at("/groups/0/rules");
    }

    private JsonNode get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path)).build();
        JsonNode answer = JSON.readTree(
                client.send(request, HttpResponse.BodyHandlers.ofString()).body());
        if (!answer.path("status").asText().equals("success")) {
            throw new AssertionError(path + " is answered by " + answer);
        }
        return answer.path("data");
    }

    @Override
    public void close() {
        // It writes to its folder until it has ended.
        process.destroyForcibly().onExit().join();
    }
}
