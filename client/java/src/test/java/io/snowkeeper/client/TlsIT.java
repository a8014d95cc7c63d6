package io.snowkeeper.client;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.core.api.UnavailableException;
import io.snowkeeper.testkit.tls.TestCa;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLServerSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TlsIT {

    private static final String ANY_TLS = "TLSv1.3";

    @TempDir
    private static Path folder;

    private static TestCa authority;
    private static TestCa otherAuthority;
    private static TestCa.Issued server;
    private static TestCa.Issued otherServer;
    private static TestCa.Issued ours;

    private final AtomicLong ids = new AtomicLong();

    @BeforeAll
    static void makeCertificates() throws Exception {
        authority = TestCa.in(folder, "authority");
        otherAuthority = TestCa.in(folder, "other-authority");
        server = authority.issue("server");
        otherServer = otherAuthority.issue("other-server");
        ours = authority.issue("ours");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void aServerThatIsTrustedGivesIds(String protocol) throws Exception {
        try (FakeServer fake = serve(server, false, protocol);
                SnowkeeperClient client = client(fake, trusting(authority))) {
            assertThat(client.next()).isEqualTo(1);
            assertThat(client.next(50_000)).hasSize(50_000);
        }
    }

    @Test
    void aServerMayBeAskedByItsName() throws Exception {
        TestCa.Issued named = authority.issueFor("localhost");
        try (FakeServer fake = serve(named, false, ANY_TLS);
                SnowkeeperClient client = client("localhost:" + fake.port(), trusting(authority))) {
            assertThat(client.next()).isEqualTo(1);
        }
    }

    @Test
    void aServerOfAnotherAuthorityGetsNoRequestAndKeepsNoConnection() throws Exception {
        try (FakeServer fake = serve(otherServer, false, ANY_TLS);
                RuntimeInHand client = inHand(fake, trusting(authority))) {
            assertUntrusted(client, fake);
            await().until(() -> fake.openConnections() == 0);
        }
    }

    @Test
    void theAuthoritiesOfJavaAreTrustedAloneWhereNoneAreNamed() throws Exception {
        try (FakeServer fake = serve(server, false, ANY_TLS);
                RuntimeInHand client = inHand(fake, TlsFiles.trustingThoseOfJava())) {
            assertUntrusted(client, fake);
        }
    }

    @Test
    void aServerWithACertificateForAnotherAddressGetsNoRequest() throws Exception {
        TestCa.Issued elsewhere = authority.issueFor("ids.example.org");
        try (FakeServer fake = serve(elsewhere, false, ANY_TLS);
                RuntimeInHand client = inHand(fake, trusting(authority))) {
            assertThat(failure(client, fake))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContaining(fake.address() + " (no TLS: its certificate does not name 127.0.0.1 (");
            assertThat(fake.requests()).isEmpty();
        }
    }

    @Test
    void aServerThatAsksForACertificateGetsOurs() throws Exception {
        try (FakeServer fake = serve(server, true, ANY_TLS);
                SnowkeeperClient client =
                        client(fake, trusting(authority).withIdentity(ours.certificate(), ours.key()))) {
            assertThat(client.next()).isEqualTo(1);
        }
    }

    @Test
    void aServerThatAsksForACertificateRefusesUsWithoutOne() throws Exception {
        try (FakeServer fake = serve(server, true, ANY_TLS);
                RuntimeInHand client = inHand(fake, trusting(authority))) {
            assertThat(failure(client, fake))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContaining(fake.address() + " (no TLS: it rejects our certificate, or requires one (");
            assertThat(fake.requests()).isEmpty();
            await().until(() -> fake.openConnections() == 0);
        }
    }

    @Test
    void aServerWithoutTlsGetsNoRequest() {
        try (FakeServer plain = FakeServer.start(FakeServer.honest(ids));
                RuntimeInHand client = inHand(plain, trusting(authority))) {
            // It may take the beginning of a handshake for one of a line.
            assertThat(client.failureOf(client.next(), () -> plain.acceptedConnections() > 0))
                    .isInstanceOf(UnavailableException.class);
            assertThat(plain.requests()).isEmpty();
        }
    }

    @Test
    void aHandshakeThatDoesNotEndIsGivenUpAndItsConnectionClosed() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
                SnowkeeperClient client = SnowkeeperClient.builder()
                        .servers("127.0.0.1:" + silent.getLocalPort())
                        .tls(trusting(authority))
                        .attemptTimeout(Duration.ofMillis(300))
                        .deadline(Duration.ofSeconds(1))
                        .build()) {
            // On a busy machine, the time may be up before a connection was made, or before it was used.
            await().untilAsserted(() -> {
                assertThatThrownBy(client::next)
                        .isInstanceOf(UnavailableException.class)
                        .hasMessageMatching(
                                "no answer within 1000 ms from 127\\.0\\.0\\.1:" + silent.getLocalPort()
                                        + " \\((no connection within 300 ms|no TLS: the handshake has not ended within 300 ms)\\)");
                assertThat(firstWords(silent))
                        .as("what a client says first, then the end")
                        .isNotEmpty();
            });
        }
    }

    private static byte[] firstWords(ServerSocket server) throws IOException {
        try (Socket socket = server.accept()) {
            socket.setSoTimeout(30_000);
            return socket.getInputStream().readAllBytes();
        }
    }

    @Test
    void newConnectionsUseFilesThatHaveChanged() throws Exception {
        Path trust = Files.copy(authority.file(), folder.resolve("changing.crt"));
        try (FakeServer fake = serve(otherServer, false, ANY_TLS);
                RuntimeInHand client = inHand(fake, TlsFiles.trusting(trust))) {
            assertUntrusted(client, fake);
            // Longer, too: two changes within one tick of the file system's clock must differ.
            Files.writeString(trust, Files.readString(otherAuthority.file()) + Files.readString(authority.file()));

            CompletableFuture<Long> id = client.next();
            client.passUntil(id::isDone);
            assertThat(id.join()).isPositive();
        }
    }

    @Test
    void filesThatCannotBeUsedAnyMoreChangeNothing() throws Exception {
        Path trust = Files.copy(authority.file(), folder.resolve("spoilt.crt"));
        try (FakeServer fake = serve(server, false, ANY_TLS);
                FakeServer later = serve(server, false, ANY_TLS);
                SnowkeeperClient client = client(fake.address() + "," + later.address(), TlsFiles.trusting(trust))) {
            client.next();
            Files.writeString(trust, "-----BEGIN CERTI");
            fake.close();
            await().until(() -> fake.openConnections() == 0);

            assertThat(client.next()).isPositive();
        }
    }

    @Test
    void aFileThatHoldsNoCertificateIsRefused() throws Exception {
        Path file = Files.write(folder.resolve("none.pem"), "none".getBytes(US_ASCII));

        assertThatThrownBy(() -> SnowkeeperClient.builder()
                        .servers("a:1")
                        .tls(TlsFiles.trusting(file))
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(file.toString());
    }

    private static void assertUntrusted(RuntimeInHand client, FakeServer fake) {
        assertThat(failure(client, fake))
                .isInstanceOf(UnavailableException.class)
                .hasMessageStartingWith("no answer within 3600000 ms from " + fake.address()
                        + " (no TLS: its certificate is not signed by a trusted authority (");
        assertThat(fake.requests()).isEmpty();
    }

    private static TlsFiles trusting(TestCa trusted) {
        return TlsFiles.trusting(trusted.file());
    }

    private FakeServer serve(TestCa.Issued shown, boolean asksForCertificate, String protocol) throws Exception {
        SSLServerSocket listener = (SSLServerSocket) authority
                .serverContext(shown)
                .getServerSocketFactory()
                .createServerSocket(0, 100, InetAddress.getLoopbackAddress());
        listener.setNeedClientAuth(asksForCertificate);
        listener.setEnabledProtocols(new String[] {protocol});
        return FakeServer.start(listener, true, FakeServer.honest(ids));
    }

    private static SnowkeeperClient client(FakeServer server, TlsFiles files) {
        return client(server.address(), files);
    }

    private static SnowkeeperClient client(String servers, TlsFiles files) {
        return MadeClients.patientBuilder(servers).tls(files).build();
    }

    /** For calls that fail. */
    private static RuntimeInHand inHand(FakeServer server, TlsFiles files) {
        return new RuntimeInHand(server.address(), files);
    }

    /** Returns a call's failure, after the outcome of the first connection is known. */
    private static Throwable failure(RuntimeInHand client, FakeServer fake) {
        return client.failureOf(client.next(), () -> fake.acceptedConnections() > 1);
    }
}
