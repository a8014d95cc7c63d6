package io.snowkeeper.node.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.node.tls.TlsNode.Port;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import io.snowkeeper.testkit.log.LogCapture;
import io.snowkeeper.testkit.tls.TestCa;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.cert.CertPathBuilderException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A client on a port that speaks TLS. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TlsPortsIT {

    private static final int ALERT = 21;
    private static final int HANDSHAKE = 22;
    private static final int PROTOCOL_VERSION = 70;

    @TempDir
    private static Path folder;

    private String zooKeeper;
    private TestCa ca;
    private TestCa.Issued identity;
    private TlsNode node;

    @BeforeAll
    void startNode() throws Exception {
        zooKeeper = SharedZooKeeper.newConnectString();
        ca = TestCa.in(folder, "ca");
        identity = ca.issue("node");
        node = TlsNode.start(zooKeeper, TestTls.showing(identity));
    }

    @AfterAll
    void stopNode() throws Exception {
        node.close();
    }

    static Stream<Object[]> portsAndVersions() {
        return Stream.of(Port.values())
                .flatMap(port -> Stream.of("TLSv1.2", "TLSv1.3").map(version -> new Object[] {port, version}));
    }

    @ParameterizedTest
    @MethodSource("portsAndVersions")
    void tls12And13AreSpoken(Port port, String version) throws Exception {
        assertThat(node.ask(port, TestTls.trusting(ca), version)).startsWith(port.answer);
    }

    @ParameterizedTest
    @EnumSource(Port.class)
    void olderVersionsAreRefused(Port port) throws Exception {
        assertThat(hello(port, 0x0303)).startsWith(HANDSHAKE);
        for (int version : new int[] {0x0300, 0x0301, 0x0302}) {
            try (Socket socket = node.connect(port)) {
                assertThat(hello(socket, version)).startsWith(ALERT).endsWith(PROTOCOL_VERSION);
                // To the end, which comes when the node has logged why: other tests look at the log as well.
                assertThat(bytesOf(socket)).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Port.class)
    void aClientThatTrustsOthersFindsOutBeforeItSendsAnything(Port port) throws Exception {
        ClientTls other = TestTls.trusting(TestCa.in(folder, "other"));

        try (LogCapture log = LogCapture.ofOurs();
                SSLSocket socket = node.connect(port, other)) {
            assertThatThrownBy(socket::startHandshake)
                    .isInstanceOf(SSLHandshakeException.class)
                    .hasRootCauseInstanceOf(CertPathBuilderException.class);
            await().untilAsserted(() -> assertThat(log.lines("TLS: "))
                    .singleElement()
                    .asString()
                    .startsWith("TLS: no connection from 127.0.0.1 on the %s port: ".formatted(nameOf(port)))
                    .contains("certificate_unknown"));
        }
    }

    @ParameterizedTest
    @EnumSource(Port.class)
    void aClientWithoutTlsIsClosedWithoutAnAnswerAndNamedOnce(Port port) throws Exception {
        try (LogCapture log = LogCapture.ofOurs()) {
            for (int i = 0; i < 3; i++) {
                try (Socket socket = node.connect(port)) {
                    socket.getOutputStream().write(port.question.getBytes(US_ASCII));
                    assertThat(bytesOf(socket)).isEmpty();
                }
            }

            assertThat(log.lines("TLS: "))
                    .containsExactly("TLS: no connection from 127.0.0.1 on the %s port: it does not speak TLS"
                            .formatted(nameOf(port)));
            assertThat(log.defects()).isEmpty();
        }
    }

    /** All in one: each would wait for as long as a handshake may take. */
    @Test
    void aHandshakeThatDoesNotComeOrStopsHalfwayEndsTheConnectionAndCountsAsOneUntilThen() throws Exception {
        try (LogCapture log = LogCapture.ofOurs();
                Socket silentLine = node.connect(Port.LINE);
                Socket silentHttp = node.connect(Port.HTTP);
                TlsNode small = TlsNode.start(zooKeeper, TestTls.showing(identity), 1);
                Socket line = small.connect(Port.LINE);
                Socket redis = small.connect(Port.REDIS);
                Socket http = small.connect(Port.HTTP)) {
            assertThat(hello(line, 0x0303)).startsWith(HANDSHAKE);
            assertThat(hello(redis, 0x0303)).startsWith(HANDSHAKE);
            assertThat(hello(http, 0x0303)).startsWith(HANDSHAKE);
            for (Port port : Port.values()) {
                assertThat(small.ask(port, TestTls.trusting(ca))).isEmpty();
            }

            assertThat(bytesOf(silentLine)).isEmpty();
            assertThat(bytesOf(silentHttp)).isEmpty();
            for (Port port : Port.values()) {
                await().untilAsserted(() ->
                        assertThat(small.ask(port, TestTls.trusting(ca))).startsWith(port.answer));
            }

            assertThat(log.lines("TLS: "))
                    .containsExactlyInAnyOrder(
                            "TLS: no connection from 127.0.0.1 on the line port: no handshake within 10 s",
                            "TLS: no connection from 127.0.0.1 on the line port: no handshake within 10 s",
                            "TLS: no connection from 127.0.0.1 on the redis port: no handshake within 10 s",
                            "TLS: no connection from 127.0.0.1 on the HTTP port: no handshake within 10 s",
                            "TLS: no connection from 127.0.0.1 on the HTTP port: no handshake within 10 s");
        }
    }

    @Test
    void theMetricsTellWhenTheCertificateExpires() throws Exception {
        assertThat(metrics(node))
                .contains("snowkeeper_tls_certificate_expiry_timestamp_seconds{certificate=\"server\"} "
                        + (double) ca.end().getEpochSecond());
    }

    @Test
    void theMetricsTellWhichHandshakesAreUnderWay() throws Exception {
        try (TlsNode own = TlsNode.start(zooKeeper, TestTls.showing(identity));
                Socket halfway = own.connect(Port.LINE)) {
            assertThat(hello(halfway, 0x0303)).startsWith(HANDSHAKE);

            assertThat(metrics(own))
                    .contains(
                            "snowkeeper_tls_handshakes 1.0",
                            "snowkeeper_tls_handshakes_waiting 0.0",
                            "snowkeeper_tls_handshakes_dropped_total{reason=\"too-many\"} 0.0",
                            "snowkeeper_tls_handshakes_dropped_total{reason=\"client-left\"} 0.0");
            halfway.close();

            await().untilAsserted(() -> assertThat(metrics(own)).contains("snowkeeper_tls_handshakes 0.0"));
        }
    }

    private List<String> metrics(TlsNode of) throws IOException {
        try (SSLSocket socket = of.connect(Port.HTTP, TestTls.trusting(ca))) {
            socket.getOutputStream()
                    .write("GET /metrics HTTP/1.1\r\nhost: node\r\nconnection: close\r\n\r\n".getBytes(US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), US_ASCII)
                    .lines()
                    .toList();
        }
    }

    private static String nameOf(Port port) {
        return port.shown;
    }

    private byte[] hello(Port port, int version) throws IOException {
        try (Socket socket = node.connect(port)) {
            return hello(socket, version);
        }
    }

    /** Begins a handshake with nothing newer than a version, and returns the first record of the answer. */
    private static byte[] hello(Socket socket, int version) throws IOException {
        byte[] body = HexFormat.of()
                .parseHex("%04x".formatted(version)
                        + "0102030405060708".repeat(4) // random
                        + "00" // no session
                        + "0004c02bc009" // two ciphers, the second of which is as good for the older versions
                        + "0100" // no compression
                        + "0010" // two extensions
                        + "000a000400020017" // groups: secp256r1
                        + "000d000400020403"); // signatures: ecdsa_secp256r1_sha256
        byte[] head = {HANDSHAKE, 3, 1, 0, (byte) (body.length + 4), 1, 0, 0, (byte) body.length};
        socket.getOutputStream().write(head);
        socket.getOutputStream().write(body);
        byte[] record = socket.getInputStream().readNBytes(5);
        int length = record.length < 5 ? 0 : ByteBuffer.wrap(record).getShort(3);
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        answer.writeBytes(record);
        answer.writeBytes(socket.getInputStream().readNBytes(length));
        return answer.toByteArray();
    }

    /** Returns all bytes until the node ends the connection, without those of TLS itself. */
    private static byte[] bytesOf(Socket socket) throws IOException {
        try {
            byte[] bytes = socket.getInputStream().readAllBytes();
            return bytes.length > 0 && bytes[0] == ALERT ? new byte[0] : bytes;
        } catch (SocketException e) {
            // It was reset, since it sent more than was read.
            return new byte[0];
        }
    }
}
