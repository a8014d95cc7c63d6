package io.snowkeeper.cli.deploy;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowkeeper.testkit.net.Ports;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a real Alertmanager sends by the configuration that is shipped. Each test has a fleet of its own. */
@Tag("system")
class AlertmanagerIT {

    private static final Path CONFIGURATION =
            Path.of("../deploy/prometheus/alertmanager.yml").toAbsolutePath().normalize();
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int OK = 200;

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static String url;
    private static Process process;

    @BeforeAll
    static void start(@TempDir Path folder) throws IOException {
        String address = "127.0.0.1:" + Ports.next();
        url = "http://" + address;
        process = new ProcessBuilder(
                        "prometheus-alertmanager",
                        "--config.file=" + CONFIGURATION,
                        "--storage.path=" + folder.resolve("alertmanager"),
                        "--cluster.listen-address=",
                        "--web.listen-address=" + address)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("alertmanager.log").toFile())
                .start();
        await("Alertmanager answers")
                .ignoreExceptions()
                .until(() -> get("/-/ready").statusCode() == OK);
    }

    @AfterAll
    static void stop() {
        process.destroyForcibly().onExit().join();
    }

    @Test
    void anOutageOfZooKeeperIsSentAsThatAlone() throws Exception {
        assertThat(sent(
                        "outage",
                        "ZooKeeperUnreachable n1",
                        "ZooKeeperUnreachable n2",
                        "ReservationShort n1",
                        "NotReady n1",
                        "NoWorkerId n2",
                        "RequestsRefused n2",
                        "FewNodesReady"))
                .containsExactly("ZooKeeperUnreachable n1", "ZooKeeperUnreachable n2");
    }

    @Test
    void anotherCauseOnAnotherNodeIsSentBesideIt() throws Exception {
        assertThat(sent("causes", "ZooKeeperUnreachable n1", "NotReady n1", "NotReady n2"))
                .containsExactly("NotReady n2", "ZooKeeperUnreachable n1");
    }

    @Test
    void anotherFleetIsNotSilenced() throws Exception {
        post("near", "FewNodesReady");

        assertThat(sent("far", "Down n1", "NotReady n2")).containsExactly("Down n1", "NotReady n2");
    }

    @Test
    void aFleetOfWhichMostIsDownIsOneAlert() throws Exception {
        assertThat(sent("down", "FewNodesReady", "Down n1", "Down n2", "NotReady n3"))
                .containsExactly("FewNodesReady");
    }

    @Test
    void aNodeThatEndsAgainAndAgainIsOneAlert() throws Exception {
        assertThat(sent("ends", "Restarts n1", "Down n1", "NoWorkerId n1")).containsExactly("Restarts n1");
    }

    @Test
    void aWrongClockIsTheCauseThatIsSent() throws Exception {
        assertThat(sent("clock", "ClockMovedBack n1", "NotReady n1", "RequestsRefused n1"))
                .containsExactly("ClockMovedBack n1");
    }

    @Test
    void closedSequencesAreTheCauseThatIsSent() throws Exception {
        assertThat(sent("restore", "SequencesClosed n1", "NotReady n1")).containsExactly("SequencesClosed n1");
    }

    @Test
    void whatCausesNothingElseIsAlwaysSent() throws Exception {
        String[] all = {"AuditUnwritten n1", "CertificateExpires n1", "NodesGone", "SequenceNearlyUsedUp"};

        assertThat(sent("rest", all)).containsExactly(all);
    }

    /** Returns what is sent of alerts that fire together: each its name and, after a blank, its node. */
    private static List<String> sent(String fleet, String... alerts) throws Exception {
        post(fleet, alerts);
        // Alertmanager judges what follows from what as it is asked.
        List<String> sent = Stream.of(alerts)
                .filter(alert -> !suppressed(fleet).contains(alert))
                .sorted()
                .toList();
        assertThat(suppressed(fleet)).hasSize(alerts.length - sent.size());
        return sent;
    }

    private static void post(String fleet, String... alerts) throws Exception {
        String body = Stream.of(alerts)
                .map(alert -> alert.split(" "))
                .map(parts -> "{\"labels\":{\"alertname\":\"Snowkeeper%s\",\"job\":\"snowkeeper\",\"fleet\":\"%s\"%s}}"
                        .formatted(
                                parts[0], fleet, parts.length == 1 ? "" : ",\"instance\":\"%s\"".formatted(parts[1])))
                .collect(joining(",", "[", "]"));
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/api/v2/alerts"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        assertThat(CLIENT.send(request, HttpResponse.BodyHandlers.ofString()).statusCode())
                .isEqualTo(OK);
    }

    private static TreeSet<String> suppressed(String fleet) {
        try {
            TreeSet<String> suppressed = new TreeSet<>();
            for (JsonNode alert :
                    JSON.readTree(get("/api/v2/alerts?filter=fleet=" + fleet).body())) {
                if (!alert.at("/status/inhibitedBy").isEmpty()) {
                    suppressed.add((alert.at("/labels/alertname").asText().substring("Snowkeeper".length()) + " "
                                    + alert.at("/labels/instance").asText())
                            .strip());
                }
            }
            return suppressed;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return CLIENT.send(
                HttpRequest.newBuilder(URI.create(url + path)).build(), HttpResponse.BodyHandlers.ofString());
    }
}
