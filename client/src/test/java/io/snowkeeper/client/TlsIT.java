package io.snowkeeper.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsIT {

    @TempDir
    private static Path folder;

    private static Certificates server;
    private static Certificates otherServer;
    private static Certificates elsewhere;
    private static Certificates ours;

    private final AtomicLong ids = new AtomicLong();

    @BeforeAll
    static void makeCertificates() throws Exception {
        server = Certificates.make(folder, "server", "ip:127.0.0.1");
        otherServer = Certificates.make(folder, "other", "ip:127.0.0.1");
        elsewhere = Certificates.make(folder, "elsewhere", "dns:ids.example.org");
        ours = Certificates.make(folder, "ours", "dns:client.example.org");
    }

    @Test
    void aServerThatIsTrustedGivesIds() throws Exception {
        try (FakeServer fake = serve(server.serverContext(), false);
                SnowkeeperClient client = client(fake, TlsFiles.trusting(server.certificate()))) {
            assertThat(client.nextId()).isEqualTo(1);
            assertThat(client.nextIds(50_000)).hasSize(50_000);
        }
    }

    @Test
    void aServerThatIsNotTrustedGetsNoRequest() throws Exception {
        try (FakeServer fake = serve(otherServer.serverContext(), false);
                SnowkeeperClient client = client(fake, TlsFiles.trusting(server.certificate()))) {
            assertThatThrownBy(client::nextId)
                    .isInstanceOf(NoAnswerException.class)
                    .hasMessageContaining(fake.address() + " (no TLS: ")
                    .hasMessageContaining("unable to find valid certification path");
            assertThat(fake.requests()).isEmpty();
        }
    }

    @Test
    void aServerWithACertificateForAnotherAddressGetsNoRequest() throws Exception {
        try (FakeServer fake = serve(elsewhere.serverContext(), false);
                SnowkeeperClient client = client(fake, TlsFiles.trusting(elsewhere.certificate()))) {
            assertThatThrownBy(client::nextId)
                    .isInstanceOf(NoAnswerException.class)
                    .hasMessageContaining(fake.address() + " (no TLS: ");
            assertThat(fake.requests()).isEmpty();
        }
    }

    @Test
    void aServerThatAsksForACertificateGetsOurs() throws Exception {
        TlsFiles files = TlsFiles.trusting(server.certificate()).withIdentity(ours.certificate(), ours.key());
        try (FakeServer fake = serve(server.serverContext(ours), true);
                SnowkeeperClient client = client(fake, files)) {
            assertThat(client.nextId()).isEqualTo(1);
        }
    }

    @Test
    void aServerThatAsksForACertificateRefusesUsWithoutOne() throws Exception {
        try (FakeServer fake = serve(server.serverContext(ours), true);
                SnowkeeperClient client = client(fake, TlsFiles.trusting(server.certificate()))) {
            assertThatThrownBy(client::nextId)
                    .isInstanceOf(NoAnswerException.class)
                    .hasMessageContaining(fake.address() + " (")
                    .hasMessageContaining("certificate");
            assertThat(fake.requests()).isEmpty();
        }
    }

    @Test
    void aServerWithoutTlsGetsNoRequest() {
        try (FakeServer plain = FakeServer.start(FakeServer.honest(ids));
                SnowkeeperClient client = client(plain, TlsFiles.trusting(server.certificate()))) {
            assertThatThrownBy(client::nextId).isInstanceOf(NoAnswerException.class);
            assertThat(plain.requests()).isEmpty();
        }
    }

    @Test
    void aFileThatHoldsNoCertificateIsRefused() throws Exception {
        Path file = Files.writeString(folder.resolve("none.pem"), "none");

        assertThatThrownBy(() -> SnowkeeperClient.builder()
                        .servers("a:1")
                        .tls(TlsFiles.trusting(file))
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(file.toString());
    }

    private FakeServer serve(SSLContext context, boolean asksForCertificate) throws Exception {
        SSLServerSocket listener = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 100, InetAddress.getLoopbackAddress());
        listener.setNeedClientAuth(asksForCertificate);
        return FakeServer.start(listener, true, FakeServer.honest(ids));
    }

    private static SnowkeeperClient client(FakeServer server, TlsFiles files) {
        return SnowkeeperClient.builder()
                .servers(server.address())
                .tls(files)
                .deadline(Duration.ofSeconds(3))
                .build();
    }
}
