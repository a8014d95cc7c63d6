package io.snowkeeper.node.line;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.node.net.Transport;
import io.snowkeeper.node.net.connection.ConnectionSettings;
import io.snowkeeper.node.net.connection.PortBounds;
import io.snowkeeper.node.net.connection.ProxiedPort;
import io.snowkeeper.node.net.connection.TrustedProxies;
import io.snowkeeper.node.security.AddressLimits;
import io.snowkeeper.node.security.Peer;
import io.snowkeeper.node.security.SecuritySettings;
import io.snowkeeper.node.service.NodeService;
import io.snowkeeper.node.tls.ServerTls;
import io.snowkeeper.node.tls.TestTls;
import io.snowkeeper.testkit.time.Patience;
import io.snowkeeper.testkit.tls.TestCa;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The line protocol over TLS is the same one. */
@Timeout(120)
class TlsLineIT {

    private static final String GENERATE = "{\"src\":\"c1\",\"body\":{\"type\":\"generate\",\"msg_id\":1}}\n";
    private static final String BATCH = "{\"src\":\"c1\",\"body\":{\"type\":\"generate_batch\",\"count\":100000}}\n";

    /** Two MB each: together far more than the kernel keeps of answers that a client with a small buffer does not take. */
    private static final int BATCHES = 8;

    @TempDir
    private static Path folder;

    private static TestCa ca;
    private static TestCa.Issued identity;

    private final ServerTls tls = ServerTls.open(TestTls.showing(identity), InstantSource.system());
    private final NodeService node = TestNode.live("n1");
    private LineServer server;

    @BeforeAll
    static void makeCertificates() throws Exception {
        ca = TestCa.in(folder, "ca");
        identity = ca.issue("node");
    }

    @AfterEach
    void stop() {
        server.close();
        tls.close();
    }

    private SSLSocket connect(Transport transport) throws Exception {
        SSLSocket socket = client();
        socket.connect(start(transport));
        return socket;
    }

    private InetSocketAddress start(Transport transport) throws Exception {
        server = new LineServer(
                LineServerSettings.on("127.0.0.1", 0),
                List.of(node),
                Optional.of(tls.line()),
                PortBounds.usual(),
                transport,
                Peer::at);
        return server.start();
    }

    private static SSLSocket client() throws Exception {
        SSLSocket socket =
                (SSLSocket) TestTls.trusting(ca).context().getSocketFactory().createSocket();
        socket.setEnabledProtocols(new String[] {"TLSv1.3"});
        socket.setSoTimeout(Patience.LIMIT_MILLIS);
        return socket;
    }

    @Test
    void aProxySaysForWhomItConnectsBeforeTheHandshake() throws Exception {
        server = new LineServer(
                LineServerSettings.on("127.0.0.1", 0)
                        .with(new SecuritySettings(Optional.empty(), new AddressLimits(1, 0))),
                List.of(node),
                Optional.of(tls.line()),
                PortBounds.of(
                        0,
                        new ConnectionSettings(
                                Duration.ZERO, Set.of(ProxiedPort.LINE), TrustedProxies.parse("127.0.0.1"))),
                Transport.best(),
                Peer::at);
        InetSocketAddress address = server.start();

        try (SSLSocket one = behindProxy(address, "203.0.113.1");
                SSLSocket other = behindProxy(address, "203.0.113.2")) {
            assertThat(firstLine(one)).contains("generate_ok");
            assertThat(firstLine(other)).contains("generate_ok");
        }
    }

    private static SSLSocket behindProxy(InetSocketAddress address, String client) throws Exception {
        Socket plain = new Socket(address.getAddress(), address.getPort());
        plain.setSoTimeout(Patience.LIMIT_MILLIS);
        plain.getOutputStream()
                .write("PROXY TCP4 %s 192.0.2.1 56324 443\r\n".formatted(client).getBytes(US_ASCII));
        return (SSLSocket) TestTls.trusting(ca)
                .context()
                .getSocketFactory()
                .createSocket(plain, "localhost", address.getPort(), true);
    }

    private static String firstLine(SSLSocket socket) throws IOException {
        socket.getOutputStream().write(GENERATE.getBytes(US_ASCII));
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII)).readLine();
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void answersComeInTheOrderOfTheRequests(Transport transport) throws Exception {
        try (SSLSocket socket = connect(transport)) {
            socket.getOutputStream().write(GENERATE.repeat(10_000).getBytes(US_ASCII));
            socket.shutdownOutput();

            List<String> answers = new String(socket.getInputStream().readAllBytes(), US_ASCII)
                    .lines()
                    .toList();

            assertThat(answers).hasSize(10_000).allMatch(line -> line.contains("\"generate_ok\""));
            assertThat(answers).isSortedAccordingTo((a, b) -> Long.compare(idIn(a), idIn(b)));
        }
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void aClientThatEndsItsInputGetsAllAnswers(Transport transport) throws Exception {
        try (SSLSocket socket = connect(transport)) {
            socket.getOutputStream().write(BATCH.repeat(3).getBytes(US_ASCII));
            socket.shutdownOutput();

            String answers = new String(socket.getInputStream().readAllBytes(), US_ASCII);

            assertThat(answers.lines()).hasSize(3).allMatch(line -> line.contains("\"generate_batch_ok\""));
        }
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void aClientThatDoesNotReadIsNotReadEither(Transport transport) throws Exception {
        try (SSLSocket socket = client()) {
            socket.setReceiveBufferSize(64 * 1024);
            socket.connect(start(transport));
            byte[] requests = BATCH.repeat(BATCHES).getBytes(US_ASCII);
            CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> send(socket, requests));
            await().until(() -> server.pendingBytes() > 0);
            long limit = 1 << 20;
            await().during(Duration.ofSeconds(1)).until(() -> server.pendingBytes() < limit);

            assertThat(readLines(socket, BATCHES)).isEqualTo(BATCHES);
            sent.join();
        }
    }

    private static void send(Socket socket, byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static int readLines(Socket socket, int wanted) throws Exception {
        byte[] buffer = new byte[64 * 1024];
        int lines = 0;
        int read = 0;
        while (lines < wanted && (read = socket.getInputStream().read(buffer)) >= 0) {
            for (int i = 0; i < read; i++) {
                lines += buffer[i] == '\n' ? 1 : 0;
            }
        }
        return lines;
    }

    private static long idIn(String answer) {
        String before = "\"id\": ";
        int start = answer.indexOf(before) + before.length();
        return Long.parseLong(answer, start, answer.indexOf(',', start), 10);
    }
}
