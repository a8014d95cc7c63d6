package io.snowkeeper.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.cli.Run;
import io.snowkeeper.coordinator.FleetSettings;
import io.snowkeeper.coordinator.zookeeper.ZooKeeperCoordinator;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.node.Node;
import io.snowkeeper.node.NodeSettings;
import io.snowkeeper.node.OperationSettings;
import io.snowkeeper.node.http.HttpServerSettings;
import io.snowkeeper.node.line.LineServerSettings;
import io.snowkeeper.node.tls.TlsSettings;
import io.snowkeeper.testkit.curator.TemporaryZooKeeper;
import io.snowkeeper.testkit.tls.TestCa;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands that ask a node, of one that wants to see their certificate. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TlsCommandsIT {

    @TempDir
    private static Path folder;

    private TestingServer zooKeeper;
    private TestCa ca;
    private TestCa.Issued ours;
    private Node node;
    private String server;
    private String url;

    @BeforeAll
    void startNode() throws Exception {
        zooKeeper = TemporaryZooKeeper.onAnyPort();
        ca = TestCa.in(folder, "ca");
        ours = ca.issue("ours");
        node = node("n1", ca.issue("node"));
        server = "127.0.0.1:" + node.start().getPort();
        url = "https://127.0.0.1:" + node.httpAddress().orElseThrow().getPort();
        await().until(() -> secured("ids", "--server", server).status() == 0);
        await().until(() -> secured("fleet", "--url", url).out().contains(url));
    }

    private Node node(String name, TestCa.Issued identity) {
        FleetSettings fleet = new FleetSettings(
                zooKeeper.getConnectString(),
                name,
                List.of(),
                Layout.DEFAULT,
                Optional.empty(),
                Duration.ofSeconds(20),
                Duration.ofSeconds(10),
                Duration.ofSeconds(5),
                Duration.ofMillis(10),
                false);
        return new Node(
                new NodeSettings(
                                fleet,
                                1,
                                Optional.empty(),
                                LineServerSettings.on("127.0.0.1", 0),
                                new OperationSettings(
                                        Optional.of(HttpServerSettings.on("127.0.0.1", 0)),
                                        Duration.ZERO,
                                        Duration.ZERO),
                                Optional.empty(),
                                Duration.ofSeconds(1))
                        .with(new TlsSettings(identity.certificate(), identity.key()).withClientCa(ca.file())),
                MillisClock.wall(),
                new ZooKeeperCoordinator());
    }

    @AfterAll
    void stopNode() throws Exception {
        node.close();
        zooKeeper.close();
    }

    private Run secured(String... arguments) {
        return Run.of(Stream.concat(
                        Stream.of(arguments),
                        Stream.of(
                                "--tls-ca",
                                ca.file().toString(),
                                "--tls-client-certificate",
                                ours.certificate().toString(),
                                "--tls-client-key",
                                ours.key().toString()))
                .toArray(String[]::new));
    }

    /** What follows the reason in parentheses are words of the JDK, each release's own. */
    private static void assertUnanswered(Run run, String address, String reason) {
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .startsWith("snowkeeper: no answer from a node at %s, choose another one with --server: %s ("
                        .formatted(address, reason))
                .endsWith(")\n");
    }

    @Test
    void idsComeOverTls() {
        Run ids = secured("ids", "--server", server, "--count", "20000");

        assertThat(ids.err()).isEmpty();
        assertThat(ids.out().lines()).hasSize(20_000);
    }

    @Test
    void sequencesAreAskedForOverTls() {
        assertThat(secured("sequence", "list", "--server", server).status()).isZero();
    }

    @Test
    void theFleetNamesItsHttpAddressWithHttps() {
        assertThat(secured("fleet", "--url", url).out()).contains(url);
    }

    @Test
    void theOptionsCanComeFromTheEnvironment() {
        Run status = Run.in(
                Map.of(
                        "SNOWKEEPER_SERVER", server,
                        "SNOWKEEPER_TLS", "true",
                        "SNOWKEEPER_TLS_CA", ca.file().toString(),
                        "SNOWKEEPER_TLS_CLIENT_CERTIFICATE", ours.certificate().toString(),
                        "SNOWKEEPER_TLS_CLIENT_KEY", ours.key().toString()),
                "status");

        assertThat(status.status()).isZero();
    }

    @Test
    void withoutACertificateThereIsNoAnswer() {
        Run status = Run.of("status", "--server", server, "--tls-ca", ca.file().toString());

        assertThat(status.status()).isEqualTo(1);
        assertThat(status.err())
                .startsWith("snowkeeper: no answer from a node at %s, choose another one with --server: "
                        .formatted(server));
    }

    @Test
    void aNodeThatJavaDoesNotTrustIsNotAsked() {
        assertUnanswered(
                Run.of("status", "--server", server, "--tls"),
                server,
                "its certificate is signed by no authority that is trusted");
    }

    @Test
    void aNodeWithACertificateForAnotherHostIsNotAsked() throws Exception {
        try (Node elsewhere = node("n2", ca.issueFor("elsewhere.example"))) {
            String other = "127.0.0.1:" + elsewhere.start().getPort();

            assertUnanswered(secured("status", "--server", other), other, "its certificate does not name 127.0.0.1");
        }
    }

    @Test
    void aPlainQuestionIsToldWhatMayBeWrong() {
        assertThat(Run.of("status", "--server", server))
                .isEqualTo(new Run(
                        1,
                        "",
                        "snowkeeper: no answer from a node at %s, choose another one with --server: it closed the connection without an answer; if it speaks TLS, give --tls or --tls-ca\n"
                                .formatted(server)));
    }

    @Test
    void aCertificateWithoutItsKeyIsRefused() {
        assertThat(Run.of(
                        "status", "--tls-client-certificate", ours.certificate().toString()))
                .isEqualTo(new Run(2, "", """
                                snowkeeper: --tls-client-certificate and --tls-client-key need each other
                                Try 'snowkeeper status --help'.
                                """));
    }

    @Test
    void aPlainAddressIsNotAskedOverTls() {
        assertThat(Run.of("fleet", "--tls", "--url", "http://127.0.0.1:1")).isEqualTo(new Run(2, "", """
                                snowkeeper: must be https://HOST:PORT to be asked over TLS: url=http://127.0.0.1:1
                                Try 'snowkeeper fleet --help'.
                                """));
    }
}
