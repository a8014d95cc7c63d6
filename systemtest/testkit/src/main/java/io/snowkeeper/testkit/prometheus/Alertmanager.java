package io.snowkeeper.testkit.prometheus;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowkeeper.testkit.net.Ports;
import io.snowkeeper.testkit.repository.Repository;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.awaitility.core.ConditionTimeoutException;

/** The Alertmanager of the system, in a process of its own, by the configuration that the repository ships. */
public final class Alertmanager implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int OK = 200;

    private final HttpClient client = HttpClient.newHttpClient();
    private final String address;
    private final Process process;

    private Alertmanager(String address, Process process) {
        this.address = address;
        this.process = process;
    }

    /** Starts it, and waits until it answers. */
    public static Alertmanager start(Path folder) throws IOException {
        String address = "127.0.0.1:" + Ports.next();
        Process process = new ProcessBuilder(
                        "prometheus-alertmanager",
                        "--config.file=" + Repository.file("deploy/prometheus/alertmanager.yml"),
                        "--storage.path=" + folder.resolve("alertmanager"),
                        "--cluster.listen-address=",
                        "--web.listen-address=" + address)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("alertmanager.log").toFile())
                .start();
        Alertmanager started = new Alertmanager(address, process);
        try {
            await("Alertmanager answers")
                    .ignoreExceptions()
                    .until(() -> started.get("/-/ready").statusCode() == OK);
        } catch (ConditionTimeoutException e) {
            started.close();
            throw e;
        }
        return started;
    }

    /** Returns where Prometheus sends alerts. */
    public String address() {
        return address;
    }

    /** Has alerts fire, a JSON array as its API takes it. */
    public void post(String alerts) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + address + "/api/v2/alerts"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(alerts))
                .build();
        HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != OK) {
            throw new AssertionError(answer.body());
        }
    }

    /** Returns the alerts of a fleet that fire and do not follow from another: each its name and, after a blank, its instance if it has one. */
    public Set<String> sent(String fleet) throws IOException, InterruptedException {
        Set<String> sent = new TreeSet<>();
        for (JsonNode alert : JSON.readTree(
                get("/api/v2/alerts?inhibited=false&filter=fleet=" + fleet).body())) {
            JsonNode labels = alert.path("labels");
            sent.add((labels.path("alertname").asText() + " "
                            + labels.path("instance").asText())
                    .strip());
        }
        return sent;
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create("http://" + address + path)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
