package io.snowkeeper.node.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.node.line.LineServer;
import io.snowkeeper.node.line.LineServerSettings;
import io.snowkeeper.node.line.TestNode;
import io.snowkeeper.node.net.connection.PortBounds;
import io.snowkeeper.node.tls.TlsNode.Port;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import io.snowkeeper.testkit.log.LogCapture;
import io.snowkeeper.testkit.time.Patience;
import io.snowkeeper.testkit.tls.TestCa;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A certificate is exchanged on disk, under a port that serves. */
@Timeout(180)
class CertificateExchangeIT {

    @TempDir
    private static Path folder;

    private static TestCa ca;
    private static TestCa.Issued first;
    private static TestCa.Issued second;

    private TestCa.Issued served;

    @BeforeAll
    static void makeCertificates() throws Exception {
        ca = TestCa.in(folder, "ca");
        first = ca.issue("first");
        second = ca.issue("second");
    }

    @BeforeEach
    void serveTheFirst() throws Exception {
        served = new TestCa.Issued(folder.resolve("served.pem"), folder.resolve("served.key"));
        first.replace(served);
    }

    /** The line port of a node, and its looks at the files in the test's hand. */
    private record LinePort(ServerTls tls, LineServer server, InetSocketAddress address) implements AutoCloseable {

        static LinePort start(TlsSettings settings) throws IOException {
            ServerTls tls = ServerTls.open(settings, InstantSource.system());
            LineServer server = new LineServer(
                    LineServerSettings.on("127.0.0.1", 0),
                    List.of(TestNode.live("n1")),
                    Optional.of(tls.line()),
                    PortBounds.usual());
            return new LinePort(tls, server, server.start());
        }

        SSLSocket connect() throws IOException {
            Socket socket = new Socket(address.getAddress(), address.getPort());
            socket.setSoTimeout(Patience.LIMIT_MILLIS);
            return (SSLSocket)
                    TestTls.trusting(ca).context().getSocketFactory().createSocket(socket, "127.0.0.1", 0, true);
        }

        String subject() throws IOException {
            return CertificateExchangeIT.subject(connect());
        }

        /** Looks as often as necessary to take up new files. */
        void look() {
            tls.look();
            tls.look();
        }

        @Override
        public void close() {
            server.close();
            tls.close();
        }
    }

    @Test
    void theNewOneIsServedToNewConnectionsOfAllPortsOfANode() throws Exception {
        try (TlsNode node = TlsNode.start(SharedZooKeeper.newConnectString(), TestTls.showing(served))) {
            for (Port port : Port.values()) {
                assertThat(subject(node, port)).isEqualTo("CN=first");
            }

            second.replace(served);

            for (Port port : Port.values()) {
                await().untilAsserted(() -> assertThat(subject(node, port)).isEqualTo("CN=second"));
            }
        }
    }

    @Test
    void aFolderThatIsExchangedAsAWholeIsSeen() throws Exception {
        Path one = folderWith("one", first);
        Path two = folderWith("two", second);
        Path link = Files.createSymbolicLink(folder.resolve("data"), one);
        try (LinePort port = LinePort.start(new TlsSettings(link.resolve("tls.crt"), link.resolve("tls.key")))) {
            assertThat(port.subject()).isEqualTo("CN=first");

            Files.move(Files.createSymbolicLink(folder.resolve("data.new"), two), link, StandardCopyOption.ATOMIC_MOVE);
            port.look();

            assertThat(port.subject()).isEqualTo("CN=second");
        }
    }

    @Test
    void connectionsThatAreOpenGoOnWithoutLosingARequest() throws Exception {
        try (LinePort port = LinePort.start(TestTls.showing(served));
                SSLSocket open = port.connect()) {
            AtomicBoolean enough = new AtomicBoolean();
            AtomicInteger sent = new AtomicInteger();
            AtomicInteger answered = new AtomicInteger();
            BufferedReader answers = new BufferedReader(new InputStreamReader(open.getInputStream(), US_ASCII));
            CompletableFuture<Void> asking = CompletableFuture.runAsync(() -> askUntil(enough, open, sent));
            CompletableFuture<Void> reading = CompletableFuture.runAsync(() -> count(answers, answered));

            second.replace(served);
            port.look();
            assertThat(port.subject()).isEqualTo("CN=second");
            awaitMore(answered);
            first.replace(served);
            port.look();
            assertThat(port.subject()).isEqualTo("CN=first");
            awaitMore(answered);
            enough.set(true);
            asking.join();
            open.shutdownOutput();
            reading.join();

            assertThat(answered).hasValue(sent.get());
        }
    }

    @Test
    void aPairThatDoesNotFitIsNamedOnceAndTheOldOneStays() throws Exception {
        try (LogCapture log = LogCapture.ofOurs();
                LinePort port = LinePort.start(TestTls.showing(served))) {
            second.replaceCertificate(served);
            port.look();
            port.look();

            assertThat(log.lines("TLS: "))
                    .containsExactly(
                            "TLS: the file has changed and cannot be used, so its former content stays in force; mend it before the next start, which would fail: the private key does not belong to the certificate: %s is not for %s"
                                    .formatted(served.key(), served.certificate()));
            assertThat(port.subject()).isEqualTo("CN=first");

            second.replaceKey(served);
            port.look();

            assertThat(port.subject()).isEqualTo("CN=second");
        }
    }

    private static Path folderWith(String name, TestCa.Issued pair) throws IOException {
        Path made = Files.createDirectory(folder.resolve(name));
        Files.copy(pair.certificate(), made.resolve("tls.crt"));
        Files.copy(pair.key(), made.resolve("tls.key"));
        return made;
    }

    private static void askUntil(AtomicBoolean enough, SSLSocket socket, AtomicInteger sent) {
        try {
            while (!enough.get()) {
                socket.getOutputStream().write(Port.LINE.question.repeat(10).getBytes(US_ASCII));
                sent.addAndGet(10);
                // Requests are under way all the time, and others have the processors, too.
                LockSupport.parkNanos(2_000_000);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void count(BufferedReader answers, AtomicInteger answered) {
        answers.lines().filter(line -> line.startsWith(Port.LINE.answer)).forEach(line -> answered.incrementAndGet());
    }

    private static void awaitMore(AtomicInteger answered) {
        int before = answered.get();
        await().until(() -> answered.get() > before);
    }

    private static String subject(TlsNode node, Port port) throws IOException {
        return subject(node.connect(port, TestTls.trusting(ca)));
    }

    private static String subject(SSLSocket connected) throws IOException {
        try (SSLSocket socket = connected) {
            X509Certificate presented = (X509Certificate) socket.getSession().getPeerCertificates()[0];
            return presented.getSubjectX500Principal().getName();
        }
    }
}
