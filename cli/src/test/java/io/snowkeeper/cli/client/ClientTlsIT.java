package io.snowkeeper.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.cli.LocalFleet;
import io.snowkeeper.client.SequenceClient;
import io.snowkeeper.client.SnowkeeperClient;
import io.snowkeeper.client.SnowkeeperClientBuilder;
import io.snowkeeper.client.TlsFiles;
import io.snowkeeper.core.api.RefusedException;
import io.snowkeeper.core.api.UnavailableException;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.testkit.tls.TestCa;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real nodes that want a certificate and a token. */
class ClientTlsIT {

    private static final String TOKEN = "0123456789abcdef";

    @TempDir
    private static Path folder;

    private static TestCa authority;
    private static TestCa.Issued ours;
    private static LocalFleet fleet;

    @BeforeAll
    static void start() throws Exception {
        authority = TestCa.in(folder, "authority");
        ours = authority.issue("ours");
        TestCa.Issued server = authority.issue("server");
        Path token = Files.writeString(folder.resolve("token"), TOKEN + "\n");
        fleet = new LocalFleet(folder);
        for (String name : List.of("n0", "n1")) {
            fleet.serve(
                    name,
                    "--tls-certificate",
                    server.certificate().toString(),
                    "--tls-key",
                    server.key().toString(),
                    "--tls-client-ca",
                    authority.file().toString(),
                    "--admin-token-file",
                    token.toString());
        }
        awaitIds();
    }

    /** Numbers without a key are requested once: the outcome of a call to a starting node is unknown. */
    private static void awaitIds() {
        for (String address : fleet.addresses().split(",")) {
            try (SnowkeeperClient client = withCertificate()
                    .servers(address)
                    .deadline(Duration.ofMinutes(1))
                    .build()) {
                client.next();
            }
        }
    }

    @AfterAll
    static void close() {
        fleet.close();
    }

    @Test
    void aClientWithACertificateAndTheTokenDoesAllThereIsToDo() {
        try (SnowkeeperClient client = withCertificate().token(TOKEN).build()) {
            assertThat(client.next(50_000)).hasSize(50_000).isSorted();
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
            assertThat(client.next()).isPositive();
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
                .tls(TlsFiles.trusting(authority.file()))
                .build()) {
            // A node's first handshakes may take longer than that.
            await().untilAsserted(() -> assertThatThrownBy(client::next)
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContaining("certificate"));
        }
    }

    @Test
    void aClientWithoutTlsGetsNothing() {
        try (SnowkeeperClient client = SnowkeeperClient.builder()
                .servers(fleet.addresses())
                .deadline(Duration.ofSeconds(2))
                .build()) {
            assertThatThrownBy(client::next).isInstanceOf(UnavailableException.class);
        }
    }

    private static SnowkeeperClientBuilder withCertificate() {
        return SnowkeeperClient.builder()
                .servers(fleet.addresses())
                .deadline(Duration.ofSeconds(30))
                .attemptTimeout(Duration.ofSeconds(30))
                .tls(TlsFiles.trusting(authority.file()).withIdentity(ours.certificate(), ours.key()));
    }
}
