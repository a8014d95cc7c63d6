package io.snowkeeper.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real nodes that want a certificate and a token. */
class TlsNodeIT {

    private static final String TOKEN = "0123456789abcdef";

    @TempDir
    private static Path folder;

    private static Certificates authority;
    private static Certificates ours;
    private static Fleet fleet;

    @BeforeAll
    static void start() throws Exception {
        authority = Certificates.authority(folder, "authority");
        ours = authority.issue("ours", "dns:client.example.org");
        Certificates server = authority.issue("server", "ip:127.0.0.1");
        Path token = Files.writeString(folder.resolve("token"), TOKEN + "\n");
        fleet = Fleet.start(
                folder,
                2,
                "--tls-certificate",
                server.certificate().toString(),
                "--tls-key",
                server.key().toString(),
                "--tls-client-ca",
                authority.certificate().toString(),
                "--admin-token-file",
                token.toString());
    }

    @AfterAll
    static void close() throws Exception {
        fleet.close();
    }

    @Test
    void aClientWithACertificateAndTheTokenDoesAllThereIsToDo() {
        try (SnowkeeperClient client = withCertificate().token(TOKEN).build()) {
            assertThat(client.nextIds(50_000)).hasSize(50_000).isSorted();
            SequenceClient sequence = client.sequence("A");
            sequence.create(SequenceMode.ORDERED, new NumberRange(7, 99));
            assertThat(sequence.next(1).first()).isEqualTo(7);
            sequence.delete(sequence.describe().next());
            assertThat(client.sequenceNames()).doesNotContain("A");
        }
    }

    @Test
    void aClientWithoutTheTokenMayNotChangeSequences() {
        try (SnowkeeperClient client = withCertificate().build()) {
            assertThat(client.nextId()).isPositive();
            assertThatThrownBy(() -> client.sequence("B").create(SequenceMode.ORDERED, new NumberRange(7, 99)))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageEndingWith("with error 22: this request needs the node's token: token is missing");
        }
    }

    @Test
    void aClientWithoutACertificateGetsNothing() {
        try (SnowkeeperClient client = SnowkeeperClient.builder()
                .servers(fleet.addresses())
                .deadline(Duration.ofSeconds(3))
                .tls(TlsFiles.trusting(authority.certificate()))
                .build()) {
            // A node's first handshakes may take longer than that.
            await().untilAsserted(() -> assertThatThrownBy(client::nextId)
                    .isInstanceOf(NoAnswerException.class)
                    .hasMessageContaining("certificate"));
        }
    }

    @Test
    void aClientWithoutTlsGetsNothing() {
        try (SnowkeeperClient client = SnowkeeperClient.builder()
                .servers(fleet.addresses())
                .deadline(Duration.ofSeconds(2))
                .build()) {
            assertThatThrownBy(client::nextId).isInstanceOf(NoAnswerException.class);
        }
    }

    private static SnowkeeperClientBuilder withCertificate() {
        // A node that was just started has no worker id for a moment.
        return SnowkeeperClient.builder()
                .servers(fleet.addresses())
                .deadline(Duration.ofSeconds(30))
                .tls(TlsFiles.trusting(authority.certificate()).withIdentity(ours.certificate(), ours.key()));
    }
}
