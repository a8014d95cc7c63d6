package io.snowkeeper.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowkeeper.cli.LocalFleet;
import io.snowkeeper.cli.LocalNode;
import io.snowkeeper.cli.Run;
import io.snowkeeper.core.text.HostPort;
import io.snowkeeper.testkit.zookeeper.ZooKeeperServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** ZooKeeper, nodes and clients that are reached by IPv6 addresses alone; nodes that listen on all addresses. */
@TestInstance(Lifecycle.PER_CLASS)
class Ipv6FleetIT {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** The chart's settings, but for ZooKeeper, where Kubernetes gives the pod an IPv6 address. */
    private static final Map<String, String> POD = Map.of(
            "SNOWKEEPER_NAME", "pod", "SNOWKEEPER_BIND", "0.0.0.0", "SNOWKEEPER_ADVERTISE", "fd00:10:244::17:7070");

    private final HttpClient http = HttpClient.newHttpClient();

    private ZooKeeperServer zooKeeper;
    private LocalFleet fleet;
    private LocalNode loopback;
    private LocalNode all;
    private LocalNode allIpv4;
    private LocalNode pod;

    @BeforeAll
    void startNodes(@TempDir Path folder) throws Exception {
        zooKeeper = ZooKeeperServer.plain(folder);
        fleet = new LocalFleet(
                folder, "[::1]:%s/ids".formatted(zooKeeper.address().getPort()));
        loopback = fleet.serve("loopback", "--bind", "::1", "--redis-port", "0");
        all = fleet.serve("all", "--bind", "[::]");
        allIpv4 = fleet.serve("all-ipv4", "--bind", "0.0.0.0");
        pod = LocalNode.serveIn(POD, "--zookeeper", fleet.connectString(), "--state-dir", "none");
        for (LocalNode node : List.of(loopback, all, allIpv4, pod)) {
            node.awaitId();
        }
    }

    @AfterAll
    void stopAll() {
        pod.close();
        fleet.close();
        zooKeeper.close();
    }

    private JsonNode nodes(LocalNode asked) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(asked.httpUrl() + "/v1/fleet/nodes"))
                .build();
        return JSON.readTree(http.send(request, BodyHandlers.ofString()).body()).path("nodes");
    }

    private JsonNode node(LocalNode asked, String name) throws Exception {
        return StreamSupport.stream(nodes(asked).spliterator(), false)
                .filter(node -> node.path("name").asText().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private List<String> endpoints(String name) throws Exception {
        return await().ignoreExceptions()
                .until(
                        () -> StreamSupport.stream(
                                        node(loopback, name).path("endpoints").spliterator(), false)
                                .map(JsonNode::asText)
                                .toList(),
                        found -> !found.isEmpty());
    }

    @Test
    void nodesAskEachOtherByWhatTheyAdvertise() {
        for (LocalNode asked : List.of(loopback, all, allIpv4)) {
            await().ignoreExceptions().untilAsserted(() -> {
                for (String name : List.of("loopback", "all", "all-ipv4")) {
                    assertThat(node(asked, name).path("state").asText()).isEqualTo("ready");
                    assertThat(node(asked, name).path("told_by").asText()).isEqualTo("node");
                }
            });
        }
    }

    @Test
    void aNodeAdvertisesTheAddressThatItListensOn() throws Exception {
        assertThat(endpoints("loopback"))
                .containsExactly("[::1]:" + loopback.address().getPort(), loopback.httpUrl());
        assertThat(loopback.httpUrl()).startsWith("http://[::1]:");
    }

    @Test
    void aNodeThatListensOnAllAdvertisesOneThatAnswers() throws Exception {
        for (String name : List.of("all", "all-ipv4")) {
            List<String> endpoints = endpoints(name);
            HostPort line = HostPort.parse(name, endpoints.get(0));
            assertThat(InetAddress.getByName(line.host()).isAnyLocalAddress())
                    .as("%s", endpoints)
                    .isFalse();
            assertThat(takesConnections(line)).as("%s", line).isTrue();
            assertThat(endpoints.get(1)).startsWith("http://" + line.urlHost() + ":");
        }
    }

    @Test
    void whatListensOnAllIsReachedByBothKindsOfAddress() throws Exception {
        for (LocalNode node : List.of(all, allIpv4)) {
            for (int port :
                    List.of(node.address().getPort(), URI.create(node.httpUrl()).getPort())) {
                assertThat(takesConnections(new HostPort("::1", port))).isTrue();
                assertThat(takesConnections(new HostPort("127.0.0.1", port))).isTrue();
            }
        }
    }

    @Test
    void aPodAdvertisesItsAddressInBrackets() throws Exception {
        assertThat(endpoints("pod"))
                .containsExactly(
                        "[fd00:10:244::17]:7070",
                        "http://[fd00:10:244::17]:" + URI.create(pod.httpUrl()).getPort());
    }

    @Test
    void commandsTakeIpv6Addresses() {
        String server = HostPort.of(loopback.address()).toString();
        for (Run run : Stream.of(
                        List.of("ids", "--server", server, "--count", "3"),
                        List.of("status", "--server", server),
                        List.of("fleet", "--url", loopback.httpUrl()),
                        List.of("sequence", "list", "--server", server))
                .map(command -> Run.of(command.toArray(String[]::new)))
                .toList()) {
            assertThat(run.err()).isEmpty();
            assertThat(run.status()).as(run.out()).isEqualTo(0);
        }
    }

    @Test
    void theDoctorNamesPortsInBrackets() {
        // It gives ZooKeeper five seconds.
        await().untilAsserted(() -> {
            Run run = Run.of(
                    "doctor",
                    "--name=loopback",
                    "--zookeeper=" + fleet.connectString(),
                    "--state-dir=" + fleet.stateDirectory("loopback"),
                    "--bind=::1",
                    "--port=" + loopback.address().getPort(),
                    "--http-port=" + URI.create(loopback.httpUrl()).getPort());

            assertThat(run.out())
                    .contains(
                            HostPort.of(loopback.address()) + " is in use by node loopback, which runs",
                            loopback.httpUrl().replace("http://", "") + " is in use by node loopback, which runs",
                            fleet.connectString().replace("/ids", "") + " serves");
        });
    }

    @ParameterizedTest
    @CsvSource({"SNOWKEEPER_HTTP_PORT, 0", "SNOWKEEPER_PORT, 1"})
    void theHealthCheckAsksTheAddressThatTheNodeListensOn(String variable, int below) throws Exception {
        ProcessBuilder check = new ProcessBuilder("bash", "../deploy/healthcheck").inheritIO();
        int port = URI.create(loopback.httpUrl()).getPort() - below;
        check.environment().putAll(Map.of("SNOWKEEPER_BIND", "::1", variable, Integer.toString(port)));

        // It gives the node two seconds.
        await().until(() -> check.start().waitFor() == 0);
    }

    private static boolean takesConnections(HostPort address) throws IOException {
        try (Socket socket = new Socket(address.host(), address.port())) {
            return socket.isConnected();
        }
    }
}
