package io.snowkeeper.node.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.node.tls.TlsNode.Port;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a client finds on a port that speaks TLS. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TlsPortsIT {

    private static final int ALERT = 21;
    private static final int HANDSHAKE = 22;
    private static final int PROTOCOL_VERSION = 70;

    @TempDir
    private static Path folder;

    private TestingServer zooKeeper;
    private TestCa ca;
    private TestCa.Issued identity;
    private TlsNode node;

    @BeforeAll
    void startNode() throws Exception {
        zooKeeper = new TestingServer();
        ca = TestCa.in(folder, "ca");
        identity = ca.issue("node");
        node = TlsNode.start(zooKeeper.getConnectString(), identity.server());
    }

    @AfterAll
    void stopNode() throws Exception {
        node.close();
        zooKeeper.close();
    }

    static Stream<Object[]> portsAndVersions() {
        return Stream.of(Port.values())
                .flatMap(port -> Stream.of("TLSv1.2", "TLSv1.3").map(version -> new Object[] {port, version}));
    }

    @ParameterizedTest
    @MethodSource("portsAndVersions")
    void tls12And13AreSpoken(Port port, String version) throws Exception {
        assertThat(node.ask(port, ca.client(), version)).startsWith(port.answer);
    }

    @ParameterizedTest
    @EnumSource(Port.class)
    void olderVersionsAreRefused(Port port) throws Exception {
        assertThat(hello(port, 0x0303)).startsWith(HANDSHAKE);
        for (int version : new int[] {0x0300, 0x0301, 0x0302}) {
            assertThat(hello(port, version)).startsWith(ALERT).endsWith(PROTOCOL_VERSION);
        }
    }

    @ParameterizedTest
    @EnumSource(Port.class)
    void aClientThatTrustsOthersFindsOutBeforeItSendsAnything(Port port) throws Exception {
        ClientTls other = TestCa.in(folder, "other").client();

        try (SSLSocket socket = node.connect(port, other)) {
            assertThatThrownBy(socket::startHandshake)
                    .isInstanceOf(SSLHandshakeException.class)
                    .hasMessageContaining("unable to find valid certification path to requested target");
        }
    }

    @ParameterizedTest
    @EnumSource(Port.class)
    void aClientWithoutTlsIsClosedWithoutAnAnswerAndNamedOnce(Port port) throws Exception {
        try (TlsLog log = new TlsLog()) {
            for (int i = 0; i < 3; i++) {
                try (Socket socket = node.connect(port)) {
                    socket.getOutputStream().write(port.question.getBytes(US_ASCII));
                    assertThat(bytesOf(socket)).isEmpty();
                }
            }

            assertThat(log.lines())
                    .containsExactly("TLS: no connection from 127.0.0.1 on the %s port: it does not speak TLS"
                            .formatted(port == Port.LINE ? "line" : "HTTP"));
            assertThat(log.defects()).isEmpty();
        }
    }

    @Test
    void aHandshakeThatDoesNotComeCountsAsAConnectionAndEnds() throws Exception {
        try (TlsNode small = TlsNode.start(zooKeeper.getConnectString(), identity.server(), 1);
                TlsLog log = new TlsLog();
                Socket line = small.connect(Port.LINE);
                Socket http = small.connect(Port.HTTP)) {
            assertThat(small.ask(Port.LINE, ca.client())).isEmpty();
            assertThat(small.ask(Port.HTTP, ca.client())).isEmpty();

            assertThat(bytesOf(line)).isEmpty();
            assertThat(bytesOf(http)).isEmpty();

            for (Port port : Port.values()) {
                await().untilAsserted(
                                () -> assertThat(small.ask(port, ca.client())).startsWith(port.answer));
            }
            assertThat(log.lines())
                    .containsExactlyInAnyOrder(
                            "TLS: no connection from 127.0.0.1 on the line port: no handshake within 10 s",
                            "TLS: no connection from 127.0.0.1 on the HTTP port: no handshake within 10 s");
        }
    }

    @Test
    void theMetricsTellWhenTheCertificateExpires() throws Exception {
        try (SSLSocket socket = node.connect(Port.HTTP, ca.client())) {
            socket.getOutputStream()
                    .write("GET /metrics HTTP/1.1\r\nhost: node\r\nconnection: close\r\n\r\n".getBytes(US_ASCII));

            assertThat(new String(socket.getInputStream().readAllBytes(), US_ASCII).lines())
                    .contains("snowkeeper_tls_certificate_expiry_timestamp_seconds{certificate=\"server\"} "
                            + (double) TestCa.DEFAULT_END.getEpochSecond());
        }
    }

    /** Begins a handshake with nothing newer than a version, and returns the first record of the answer. */
    private byte[] hello(Port port, int version) throws IOException {
        byte[] body = {
            (byte) (version >> 8),
            (byte) version, // and 32 bytes of random, no session
            1,
            2,
            3,
            4,
            5,
            6,
            7,
            8,
            1,
            2,
            3,
            4,
            5,
            6,
            7,
            8,
            1,
            2,
            3,
            4,
            5,
            6,
            7,
            8,
            1,
            2,
            3,
            4,
            5,
            6,
            7,
            8,
            0,
            // two ciphers, which are as good for the older versions
            0,
            4,
            (byte) 0xc0,
            0x2b,
            (byte) 0xc0,
            0x09,
            // no compression
            1,
            0,
            // groups: secp256r1; signatures: ecdsa_secp256r1_sha256
            0,
            16,
            0,
            10,
            0,
            4,
            0,
            2,
            0,
            23,
            0,
            13,
            0,
            4,
            0,
            2,
            4,
            3
        };
        byte[] head = {HANDSHAKE, 3, 1, 0, (byte) (body.length + 4), 1, 0, 0, (byte) body.length};
        try (Socket socket = node.connect(port)) {
            socket.getOutputStream().write(head);
            socket.getOutputStream().write(body);
            byte[] record = socket.getInputStream().readNBytes(5);
            byte[] content = socket.getInputStream().readNBytes(record.length < 5 ? 0 : record[3] * 256 + record[4]);
            return Stream.of(record, content)
                    .collect(
                            ByteArrayOutputStream::new,
                            ByteArrayOutputStream::writeBytes,
                            (a, b) -> a.writeBytes(b.toByteArray()))
                    .toByteArray();
        }
    }

    /** Returns all that comes until the node ends the connection, but what TLS says of itself. */
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
