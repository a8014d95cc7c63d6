package io.snowkeeper.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.cli.LocalNode;
import io.snowkeeper.cli.Run;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import io.snowkeeper.testkit.tls.TestCa;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
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

    private final String zooKeeper = SharedZooKeeper.newConnectString();
    private TestCa ca;
    private TestCa.Issued ours;
    private LocalNode node;
    private String server;
    private String url;

    @BeforeAll
    void startNode() throws Exception {
        ca = TestCa.in(folder, "ca");
        ours = ca.issue("ours");
        node = node("n1", ca.issue("node"));
        server = "127.0.0.1:" + node.address().getPort();
        url = node.httpUrl().replace("http:", "https:");
        await().until(() -> secured("ids", "--server", server).status() == 0);
        await().until(() -> secured("fleet", "--url", url).out().contains(url));
    }

    private LocalNode node(String name, TestCa.Issued identity) throws Exception {
        return node(name, "127.0.0.1", identity);
    }

    private LocalNode node(String name, String bind, TestCa.Issued identity) throws Exception {
        return LocalNode.serve(
                "--bind",
                bind,
                "--zookeeper",
                zooKeeper,
                "--name",
                name,
                "--state-dir",
                "none",
                "--tls-certificate",
                identity.certificate().toString(),
                "--tls-key",
                identity.key().toString(),
                "--tls-client-ca",
                ca.file().toString());
    }

    @AfterAll
    void stopNode() {
        node.close();
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

    /** The words in parentheses behind the reason are the JDK's, and differ between releases. */
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
    void aCertificateMayNameAnIpv6Address() throws Exception {
        TestCa.Issued identity = ca.issue("node6", TestCa.builder("CN=node6").addSanIpAddress("::1"));
        try (LocalNode node6 = node("n6", "::1", identity)) {
            String server6 = "[::1]:" + node6.address().getPort();
            String url6 = node6.httpUrl().replace("http:", "https:");

            await().until(() -> secured("ids", "--server", server6).status() == 0);
            await().until(() -> secured("fleet", "--url", url6).out().contains(url6));
            assertThat(secured("status", "--server", server6).out()).contains("n6");
            // Another node asks it over TLS, too.
            await().until(() -> secured("fleet", "--url", url, "--json").out().contains(url6));
        }
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
                "its certificate is not signed by a trusted authority");
    }

    @Test
    void aNodeWithACertificateForAnotherHostIsNotAsked() throws Exception {
        try (LocalNode elsewhere = node("n2", ca.issueFor("elsewhere.example"))) {
            String other = "127.0.0.1:" + elsewhere.address().getPort();

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
                                snowkeeper: must be https://HOST:PORT to be asked over TLS: --url http://127.0.0.1:1
                                Try 'snowkeeper fleet --help'.
                                """));
    }
}
