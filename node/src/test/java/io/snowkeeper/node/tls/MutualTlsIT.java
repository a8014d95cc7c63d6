package io.snowkeeper.node.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.node.tls.TlsNode.Port;
import io.snowkeeper.node.tls.handshake.CoalescedFlight;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import io.snowkeeper.testkit.log.LogCapture;
import io.snowkeeper.testkit.tls.TestCa;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The clients that get an answer where a certificate is required. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MutualTlsIT {

    @TempDir
    private static Path folder;

    private String zooKeeper;
    private TestCa ca;
    private TestCa clients;
    private TlsSettings settings;
    private TlsNode node;

    @BeforeAll
    void startNode() throws Exception {
        zooKeeper = SharedZooKeeper.newConnectString();
        ca = TestCa.in(folder, "ca");
        clients = TestCa.in(folder, "clients");
        settings = TestTls.showing(ca.issue("node")).withClientCa(clients.file());
        node = TlsNode.start(zooKeeper, settings);
    }

    @AfterAll
    void stopNode() throws Exception {
        node.close();
    }

    static Stream<Object[]> portsAndVersions() {
        return TlsPortsIT.portsAndVersions();
    }

    /** Returns a client that trusts the node, and presents a certificate. */
    private ClientTls presenting(TestCa.Issued identity) {
        return TestTls.trusting(ca, identity);
    }

    @ParameterizedTest
    @MethodSource("portsAndVersions")
    void aClientWithACertificateOfTheCaIsAnswered(Port port, String version) throws Exception {
        assertThat(node.ask(port, presenting(clients.issue("good")), version)).startsWith(port.answer);
    }

    @ParameterizedTest
    @EnumSource(Port.class)
    void theNameInItsCertificateIsToldWithWhatAClientReserves(Port port) throws Exception {
        ClientTls shop = presenting(clients.issue("shop"));
        String name = "by-" + port;
        String create =
                request("sequence_create", name, ",\"mode\":\"gapless\",\"from\":1,\"to\":9,\"allow_overlap\":true");
        await().until(() -> exchange(Port.LINE, shop, create).contains("sequence_create_ok"));

        String next = switch (port) {
            case LINE -> request("sequence_next", name, "");
            case REDIS -> "SEQ.NEXT %s\r\n".formatted(name);
            case HTTP ->
                "POST /v1/sequences/%s/next HTTP/1.1\r\nhost: node\r\ncontent-length: 0\r\n\r\n".formatted(name);
        };
        assertThat(exchange(port, shop, next)).isNotEmpty();

        assertThat(exchange(Port.LINE, shop, request("sequence_pending", name, "")))
                .contains("\"from\": [1], \"to\": [1], \"key\": null, \"by\": \"CN=shop\"");
    }

    private static String request(String type, String sequence, String more) {
        return "{\"src\":\"c1\",\"body\":{\"type\":\"%s\",\"msg_id\":1,\"sequence\":\"%s\"%s}}\n"
                .formatted(type, sequence, more);
    }

    /** Returns the first line of the answer. */
    private String exchange(Port port, ClientTls client, String question) throws IOException {
        try (Socket socket = node.connect(port, client, "TLSv1.3")) {
            socket.getOutputStream().write(question.getBytes(US_ASCII));
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII)).readLine();
        }
    }

    @ParameterizedTest
    @EnumSource(Port.class)
    void aClientWithoutACertificateGetsNothingAndIsNamed(Port port) throws Exception {
        String line =
                "TLS: no connection from 127.0.0.1 on the %s port: it presents no certificate that a CA for clients has signed"
                        .formatted(nameOf(port));
        try (LogCapture log = LogCapture.ofOurs()) {
            assertThat(node.ask(port, TestTls.trusting(ca), "TLSv1.2")).isEmpty();
            awaitLines(log, line);

            // Once a minute for both versions.
            assertThat(node.ask(port, TestTls.trusting(ca), "TLSv1.3")).isEmpty();
            assertThat(log.lines("TLS: ")).containsExactly(line);
            assertThat(log.defects()).isEmpty();
        }
    }

    /** The client gets its error first. */
    private static void awaitLines(LogCapture log, String... lines) {
        await().untilAsserted(() -> assertThat(log.lines("TLS: ")).containsExactly(lines));
    }

    @ParameterizedTest
    @MethodSource("portsAndVersions")
    void aCertificateOfAnotherCaGetsNothingAndIsNamed(Port port, String version) throws Exception {
        String name = "stranger-" + port + version;
        // A CA of the same name: else a client of the JDK would keep its certificate to itself.
        Path elsewhere = Files.createTempDirectory(folder, "elsewhere");
        TestCa.Issued stranger = TestCa.in(elsewhere, "clients").issue(name);

        try (LogCapture log = LogCapture.ofOurs()) {
            assertThat(node.ask(port, presenting(stranger), version)).isEmpty();

            // The words in parentheses are the JDK's, and differ between releases.
            await().untilAsserted(() -> assertThat(log.lines("TLS: "))
                    .singleElement()
                    .asString()
                    .startsWith(
                            "TLS: no connection from 127.0.0.1 on the %s port: no CA for clients has signed the certificate of CN=%s, or it is not for clients ("
                                    .formatted(nameOf(port), name)));
            assertThat(log.defects()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("portsAndVersions")
    void anExpiredCertificateGetsNothingAndIsNamed(Port port, String version) throws Exception {
        String name = "expired-" + port + version;
        Instant end = Instant.now().minus(Duration.ofHours(1)).truncatedTo(ChronoUnit.SECONDS);
        TestCa.Issued expired = clients.issue(name, end);

        try (LogCapture log = LogCapture.ofOurs()) {
            assertThat(node.ask(port, presenting(expired), version)).isEmpty();

            awaitLines(
                    log,
                    "TLS: no connection from 127.0.0.1 on the %s port: the certificate of CN=%s has expired at %s"
                            .formatted(nameOf(port), name, end));
            assertThat(log.defects()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Port.class)
    void aClientThatEndsItsSideWithItsFirstRequestIsAnswered(Port port) throws Exception {
        ClientTls client = presenting(clients.issue("brief-" + port));

        try (Socket socket = node.connect(port)) {
            assertThat(CoalescedFlight.exchange(socket, client, port.question)).startsWith(port.answer);
        }
    }

    @Test
    void theHttpPortCanBeLeftToClientsWithoutACertificate() throws Exception {
        TlsSettings line =
                new TlsSettings(settings.certificate(), settings.key(), settings.clientCa(), ClientAuth.LINE);
        try (TlsNode open = TlsNode.start(zooKeeper, line)) {
            assertThat(open.ask(Port.HTTP, TestTls.trusting(ca))).startsWith(Port.HTTP.answer);
            assertThat(open.ask(Port.LINE, TestTls.trusting(ca))).isEmpty();
            assertThat(open.ask(Port.LINE, presenting(clients.issue("line")))).startsWith(Port.LINE.answer);
        }
    }

    @Test
    void aServersCertificateOfThisCaIsNoClient() throws Exception {
        ClientTls servers =
                new ClientTls(Optional.of(ca.file()), Optional.of(settings.certificate()), Optional.of(settings.key()));

        // A client of the JDK does not even present it.
        try (LogCapture log = LogCapture.ofOurs();
                TlsNode own = TlsNode.start(zooKeeper, settings)) {
            assertThat(own.ask(Port.LINE, servers)).isEmpty();
            awaitLines(
                    log,
                    "TLS: no connection from 127.0.0.1 on the line port: it presents no certificate that a CA for clients has signed");
        }
    }

    private static String nameOf(Port port) {
        return port.shown;
    }
}
