package io.snowkeeper.cli.process;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import io.snowkeeper.client.SnowkeeperClient;
import io.snowkeeper.node.net.connection.ConnectionSettings;
import io.snowkeeper.node.net.connection.ProxiedPort;
import io.snowkeeper.node.net.connection.TrustedProxies;
import io.snowkeeper.testkit.haproxy.Haproxy;
import io.snowkeeper.testkit.time.Realtime;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Fifty connections to HAProxy, which names their clients to the nodes, and a fleet that grows behind it while ids are
 * taken. HAProxy uses version 2 of the PROXY protocol for lines, version 1 over HTTP, and so do its checks.
 */
@Realtime
class GrowingFleetBehindHaproxyIT {

    private static final Duration AGE = Duration.ofSeconds(1);

    /** Clients that know of the age, and those that know of nothing. */
    private static final int CLIENTS = 40;

    private static final int PLAIN_CLIENTS = 10;

    /** How many nodes there are in the end. */
    private static final int NODES = 4;

    /** HAProxy's own source address. */
    private static final String HAPROXY = "127.0.0.99";

    @TempDir(cleanup = ON_SUCCESS)
    private Path folder;

    private final List<SnowkeeperClient> clients = new ArrayList<>();
    private final List<PlainClient> plainClients = new ArrayList<>();
    private final Takers takers = new Takers();
    private GrowingFleet fleet;
    private Haproxy haproxy;

    @BeforeEach
    void start() throws Exception {
        fleet = new GrowingFleet(
                new ConnectionSettings(AGE, Set.of(ProxiedPort.values()), TrustedProxies.parse(HAPROXY)));
        fleet.grow();
        haproxy = Haproxy.start(backends(), folder);
        awaitUp(1);
    }

    private void startClients() throws Exception {
        for (int i = 0; i < CLIENTS; i++) {
            SnowkeeperClient client = SnowkeeperClient.builder()
                    .servers("127.0.0.1:" + haproxy.lines().getPort())
                    .deadline(Duration.ofSeconds(30))
                    .attemptTimeout(Duration.ofSeconds(30))
                    .build();
            clients.add(client);
            takers.start(client::next);
        }
        for (int i = 0; i < PLAIN_CLIENTS; i++) {
            PlainClient client = new PlainClient(haproxy.lines());
            plainClients.add(client);
            takers.start(client::next);
        }
    }

    private String backends() {
        String lines = "    server n%%d 127.0.0.%%1$d:%d port %d send-proxy-v2 check-send-proxy"
                .formatted(fleet.linePort(), fleet.httpPort());
        String http = "    server n%%d 127.0.0.%%1$d:%d send-proxy check-send-proxy".formatted(fleet.httpPort());
        return """
                backend nodes-line from line
                    source %1$s
                %2$s
                backend nodes-http from http
                    source %1$s
                %3$s
                backend last-line from line
                    source %1$s
                    http-check send meth GET uri /livez
                %2$s
                backend last-http from http
                    source %1$s
                %3$s
                """.formatted(HAPROXY, servers(lines), servers(http));
    }

    private static String servers(String server) {
        return IntStream.rangeClosed(1, NODES).mapToObj(server::formatted).collect(Collectors.joining("\n"));
    }

    /** Waits until it considers {@code nodes} up, at both ports. */
    private void awaitUp(int nodes) {
        await(nodes + " nodes are up").ignoreExceptions().until(() -> up() == 2 * nodes);
    }

    private long up() throws Exception {
        return haproxy.statistics().stream()
                .filter(row -> row.get("pxname").matches("nodes-(line|http)")
                        && row.get("svname").matches("n\\d")
                        && row.get("status").equals("UP"))
                .count();
    }

    @AfterEach
    void stop() throws Exception {
        takers.close();
        clients.parallelStream().forEach(SnowkeeperClient::close);
        for (PlainClient client : plainClients) {
            client.close();
        }
        haproxy.close();
        fleet.close();
    }

    @Test
    void withinTwoAgesEachNodeHasItsPartAndNoRequestHasFailed() throws Exception {
        startClients();
        await().until(() -> takers.shares().equals(List.of(100.0)));
        while (fleet.size() < NODES) {
            fleet.grow();
        }
        awaitUp(NODES);

        Thread.sleep(AGE.toMillis());
        takers.startToCount();
        Thread.sleep(AGE.toMillis());
        List<Double> shares = takers.shares();

        assertThat(shares).hasSize(NODES).allSatisfy(share -> assertThat(share).isBetween(15.0, 35.0));
        assertThat(takers.failures()).isEmpty();
        assertThat(plainClients)
                .allSatisfy(client -> assertThat(client.connections()).isGreaterThan(1));
    }

    @Test
    void theNodesKnowWhoIsBehindIt() throws Exception {
        String invoices = "/v1/sequences/invoices";
        // Directly, as a program of the nodes' machine.
        assertThat(post("127.0.0.1", fleet.httpPort(), "/v1/sequences", """
                        {"sequence":"invoices","mode":"gapless","from":1,"to":9}""")).startsWith("HTTP/1.1 201 ");
        // Over loopback, too, but through HAProxy.
        assertThat(post("127.0.0.7", haproxy.httpPort(), invoices + "/ranges", """
                        {"from":10,"to":19}"""))
                .startsWith("HTTP/1.1 403 ");
        assertThat(post("127.0.0.7", haproxy.httpPort(), invoices + "/next", ""))
                .startsWith("HTTP/1.1 200 ");

        assertThat(send("127.0.0.1", fleet.httpPort(), "GET " + invoices + "/pending", ""))
                .contains("\"by\":\"127.0.0.7\"");
    }

    private static String post(String from, int port, String path, String body) throws IOException {
        return send(from, port, "POST " + path, body);
    }

    /** Sends a request from an address of this machine, and returns the answer as it came. */
    private static String send(String from, int port, String request, String body) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port, InetAddress.getByName(from), 0)) {
            socket.getOutputStream()
                    .write(("%s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n"
                                    + "Content-Length: %d\r\n\r\n%s")
                            .formatted(request, body.length(), body)
                            .getBytes(US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), US_ASCII);
        }
    }
}
