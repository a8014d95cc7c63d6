package io.snowkeeper.node.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.node.tls.TlsNode.Port;
import io.snowkeeper.testkit.curator.TemporaryZooKeeper;
import io.snowkeeper.testkit.log.LogCapture;
import io.snowkeeper.testkit.tls.TestCa;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLSocket;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A certificate is exchanged on disk, under a node that runs. */
@Timeout(180)
class CertificateExchangeIT {

    @TempDir
    private static Path folder;

    private static TestingServer zooKeeper;
    private static TestCa ca;
    private static TestCa.Issued first;
    private static TestCa.Issued second;

    private TestCa.Issued served;
    private TlsNode node;

    @BeforeAll
    static void makeCertificates() throws Exception {
        zooKeeper = TemporaryZooKeeper.onAnyPort();
        ca = TestCa.in(folder, "ca");
        first = ca.issue("first");
        second = ca.issue("second");
    }

    @AfterAll
    static void stopZooKeeper() throws IOException {
        zooKeeper.close();
    }

    @BeforeEach
    void startNode() throws Exception {
        served = new TestCa.Issued(folder.resolve("served.pem"), folder.resolve("served.key"));
        first.replace(served);
        node = TlsNode.start(zooKeeper.getConnectString(), TestTls.showing(served));
    }

    @AfterEach
    void stopNode() {
        node.close();
    }

    @ParameterizedTest
    @EnumSource(Port.class)
    void theNewOneIsServedToNewConnections(Port port) throws Exception {
        assertThat(subject(port)).isEqualTo("CN=first");

        second.replace(served);

        awaitSubject(port, "CN=second");
    }

    @Test
    void aFolderThatIsExchangedAsAWholeIsSeen() throws Exception {
        node.close();
        Path one = folderWith("one", first);
        Path two = folderWith("two", second);
        Path link = Files.createSymbolicLink(folder.resolve("data"), one);
        node = TlsNode.start(
                zooKeeper.getConnectString(), new TlsSettings(link.resolve("tls.crt"), link.resolve("tls.key")));
        assertThat(subject(Port.LINE)).isEqualTo("CN=first");

        Files.move(Files.createSymbolicLink(folder.resolve("data.new"), two), link, StandardCopyOption.ATOMIC_MOVE);

        awaitSubject(Port.LINE, "CN=second");
    }

    @Test
    void connectionsThatAreOpenGoOnWithoutLosingARequest() throws Exception {
        try (SSLSocket open = node.connect(Port.LINE, TestTls.trusting(ca))) {
            AtomicBoolean enough = new AtomicBoolean();
            AtomicInteger sent = new AtomicInteger();
            BufferedReader answers = new BufferedReader(new InputStreamReader(open.getInputStream(), US_ASCII));
            CompletableFuture<Void> asking = CompletableFuture.runAsync(() -> askUntil(enough, open, sent));
            CompletableFuture<Integer> answered = CompletableFuture.supplyAsync(() -> count(answers));

            second.replace(served);
            awaitSubject(Port.LINE, "CN=second");
            first.replace(served);
            awaitSubject(Port.LINE, "CN=first");
            enough.set(true);
            asking.join();
            open.shutdownOutput();

            assertThat(answered.join()).isEqualTo(sent.get()).isPositive();
        }
    }

    @Test
    void aPairThatDoesNotFitIsNamedOnceAndTheOldOneStays() throws Exception {
        try (LogCapture log = LogCapture.ofOurs()) {
            second.replaceCertificate(served);

            String line =
                    "TLS: the files have changed and cannot be used, so those from before stay in service: the private key does not belong to the certificate: %s is not for %s"
                            .formatted(served.key(), served.certificate());
            await().until(() -> log.lines("TLS: ").contains(line));
            await().during(Duration.ofSeconds(5))
                    .untilAsserted(() -> assertThat(log.lines("TLS: ")).containsExactly(line));
            assertThat(subject(Port.LINE)).isEqualTo("CN=first");

            second.replaceKey(served);

            awaitSubject(Port.LINE, "CN=second");
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

    private static int count(BufferedReader answers) {
        return Math.toIntExact(answers.lines()
                .filter(line -> line.startsWith(Port.LINE.answer))
                .count());
    }

    private void awaitSubject(Port port, String subject) {
        await().untilAsserted(() -> assertThat(subject(port)).isEqualTo(subject));
    }

    private String subject(Port port) throws IOException {
        try (SSLSocket socket = node.connect(port, TestTls.trusting(ca))) {
            X509Certificate presented = (X509Certificate) socket.getSession().getPeerCertificates()[0];
            return presented.getSubjectX500Principal().getName();
        }
    }
}
