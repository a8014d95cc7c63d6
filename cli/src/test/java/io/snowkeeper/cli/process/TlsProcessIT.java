package io.snowkeeper.cli.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.cli.LocalNode;
import io.snowkeeper.cli.Run;
import io.snowkeeper.node.tls.ClientTls;
import io.snowkeeper.testkit.log.LogCapture;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.time.Patience;
import io.snowkeeper.testkit.tls.TestCa;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The program with certificates: from the options to the last answer. */
@Tag("system")
@Timeout(180)
class TlsProcessIT {

    private static final String STATUS = "{\"src\":\"c1\",\"body\":{\"type\":\"status\"}}\n";

    @TempDir
    private static Path folder;

    private static TestCa ca;
    private static TestCa.Issued identity;
    private static NodeProcess running;

    @BeforeAll
    static void startNode() throws Exception {
        ca = TestCa.in(folder, "ca");
        identity = ca.issue("running");
        running = serve(identity, "running");
    }

    @AfterAll
    static void stopNode() {
        running.close();
    }

    private static NodeProcess serve(TestCa.Issued identity, String home) throws Exception {
        return NodeProcess.serve(folder.resolve(home), environment(identity), options(home));
    }

    private static Map<String, String> environment(TestCa.Issued identity) {
        return Map.of(
                "SNOWKEEPER_TLS_CERTIFICATE", identity.certificate().toString(),
                "SNOWKEEPER_TLS_KEY", identity.key().toString());
    }

    private static String[] options(String home) {
        return new String[] {
            "--embedded-zookeeper-port",
            "0",
            "--tls-client-ca",
            ca.file().toString(),
            "--drain-timeout",
            "1m",
            "--state-dir",
            folder.resolve(home).resolve("state").toString()
        };
    }

    private SSLSocket connect(InetSocketAddress address) throws Exception {
        TestCa.Issued client = ca.issue("client");
        SSLSocket socket = (SSLSocket)
                new ClientTls(Optional.of(ca.file()), Optional.of(client.certificate()), Optional.of(client.key()))
                        .context()
                        .getSocketFactory()
                        .createSocket(address.getAddress(), address.getPort());
        socket.setSoTimeout(Patience.LIMIT_MILLIS);
        return socket;
    }

    @Test
    void aClientIsAnsweredThroughAnExchangeOfTheCertificateAndToTheLastAtTheStop() throws Exception {
        TestCa.Issued shown = ca.issue("first");
        try (NodeProcess node = serve(shown, "exchange");
                SSLSocket open = connect(node.address())) {
            BufferedReader answers = new BufferedReader(new InputStreamReader(open.getInputStream(), UTF_8));
            open.getOutputStream().write(STATUS.getBytes(UTF_8));
            assertThat(answers.readLine()).contains("\"status_ok\"");

            ca.issue("second").replace(shown);

            await().until(() -> subject(node.address()).equals("CN=second"));
            open.getOutputStream().write(STATUS.repeat(1000).getBytes(UTF_8));
            assertThat(node.stop()).isZero();
            // An end without close_notify would be an exception.
            List<String> lines = answers.lines().toList();
            assertThat(lines).hasSize(1001).last().asString().contains("\"begun\": false, \"in_reply_to\": null");
            assertThat(lines.subList(0, 1000)).allMatch(line -> line.contains("\"status_ok\""));
        }
    }

    @Test
    void aClientCannotHaveTheHandshakeAgain() throws Exception {
        try (SSLSocket socket = connect(running.address())) {
            socket.setEnabledProtocols(new String[] {"TLSv1.2"});
            socket.getOutputStream().write(STATUS.getBytes(UTF_8));
            assertThat(new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8)).readLine())
                    .contains("\"status_ok\"");

            assertThatThrownBy(() -> {
                        socket.startHandshake();
                        socket.getOutputStream().write(STATUS.getBytes(UTF_8));
                        socket.getInputStream().read();
                    })
                    .isInstanceOf(SSLException.class);
        }
    }

    @Test
    void anExpiredCertificateIsServedAndNamed() throws Exception {
        Instant end = Instant.now().minus(Duration.ofDays(1)).truncatedTo(ChronoUnit.SECONDS);
        TestCa.Issued late = ca.issue("late", end);
        try (LogCapture log = LogCapture.ofOurs();
                LocalNode node = LocalNode.serveIn(environment(late), options("late"))) {
            node.address();

            await().untilAsserted(() -> assertThat(log.lines(
                            "TLS: The certificate of CN=late in %s has expired at %s: connections that need it fail"
                                    .formatted(late.certificate(), end)))
                    .isNotEmpty());
        }
    }

    @Test
    void theHealthCheckOfContainersAsksOverTls() throws Exception {
        Map<String, String> environment = Map.of(
                "SNOWKEEPER_TLS_CERTIFICATE", identity.certificate().toString(),
                "SNOWKEEPER_HTTP_PORT", running.httpUrl().replaceFirst(".*:", ""));
        Map<String, String> identified = new HashMap<>(environment);
        identified.put("PROBE_CERTIFICATE", identity.certificate().toString());
        identified.put("PROBE_KEY", identity.key().toString());

        // It gives a node two seconds, and is repeated.
        await().until(() -> healthCheck(identified) == 0);
        assertThat(healthCheck(environment)).as("without a certificate").isNotZero();
    }

    private static int healthCheck(Map<String, String> environment) throws Exception {
        ProcessBuilder check = new ProcessBuilder("bash", "../deploy/healthcheck").inheritIO();
        check.environment().putAll(environment);
        return check.start().waitFor();
    }

    @Test
    void theProgramRefusesAKeyThatItCannotRead() throws Exception {
        TestCa.Issued old = ca.issue("old");
        Files.writeString(old.key(), Files.readString(old.key()).replace("PRIVATE KEY", "RSA PRIVATE KEY"));

        Run run = Run.in(
                environment(old),
                Stream.concat(Stream.of("serve", "--port", "0"), Stream.of(options("old")))
                        .toArray(String[]::new));

        assertThat(run).isEqualTo(new Run(2, "", """
                snowkeeper: --tls-certificate, --tls-key or --tls-client-ca: the private key is not in PKCS#8 but a 'RSA PRIVATE KEY': %s; convert it with: openssl pkcs8 -topk8 -nocrypt -in %s -out key.pem
                Try 'snowkeeper serve --help'.
                """.formatted(old.key(), old.key())));
    }

    private String subject(InetSocketAddress address) throws Exception {
        try (SSLSocket socket = connect(address)) {
            return ((X509Certificate) socket.getSession().getPeerCertificates()[0])
                    .getSubjectX500Principal()
                    .getName();
        }
    }
}
