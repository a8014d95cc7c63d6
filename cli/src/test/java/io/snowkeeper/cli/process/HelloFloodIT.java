package io.snowkeeper.cli.process;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.node.tls.ClientTls;
import io.snowkeeper.testkit.extent.Extent;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.time.Patience;
import io.snowkeeper.testkit.time.Realtime;
import io.snowkeeper.testkit.tls.TestCa;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** New clients beside others that begin handshakes and leave, from the same address, as behind a load balancer. */
@Realtime
@Timeout(180)
class HelloFloodIT {

    private static final int ENOUGH = 10;
    private static final String LINE = "{\"src\":\"c1\",\"body\":{\"type\":\"status\"}}\n";
    private static final String HTTP = "GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n";

    @TempDir
    private Path folder;

    @Test
    void newClientsOfBothPortsAreServedDuringAFloodAndTheLogStaysShort() throws Exception {
        TestCa ca = TestCa.in(folder, "ca");
        ClientTls trusting = new ClientTls(Optional.of(ca.file()), Optional.empty(), Optional.empty());
        TestCa.Issued identity = ca.issueSlow("node");
        try (NodeProcess node = NodeProcess.serve(
                folder.resolve("node"),
                Map.of(),
                "--embedded-zookeeper-port",
                "0",
                "--tls-certificate",
                identity.certificate().toString(),
                "--tls-key",
                identity.key().toString())) {
            InetSocketAddress line = node.address();
            InetSocketAddress http = new InetSocketAddress(
                    "127.0.0.1", URI.create(node.httpUrl()).getPort());
            try (HelloFlood flood = new HelloFlood(2, line, http)) {
                // Loading and compiling within the first seconds of a process do not count.
                awaitSent(flood::sent, Extent.of(500, 2000));
            }
            assertThat(ask(line, trusting, LINE)).contains("\"status_ok\"");
            assertThat(ask(http, trusting, HTTP)).contains("HTTP/1.1 200 OK");
            long linesBefore = node.stderr().lines().count();

            try (HelloFlood flood = new HelloFlood(2, line, http)) {
                // A flood of this strength has its effect within the time that a handshake may take.
                awaitSent(flood::sent, 2000);

                CompletableFuture<Integer> lines = serveAll(line, trusting, LINE, "\"status_ok\"");
                CompletableFuture<Integer> calls = serveAll(http, trusting, HTTP, "HTTP/1.1 200 OK");

                assertThat(List.of(lines.get(120, TimeUnit.SECONDS), calls.get(120, TimeUnit.SECONDS)))
                        .containsExactly(ENOUGH, ENOUGH);
            }

            assertThat(ask(line, trusting, LINE)).contains("\"status_ok\"");
            assertThat(node.stderr().lines().skip(linesBefore)).hasSizeLessThan(10);
        }
    }

    private static void awaitSent(LongSupplier sent, long enough) throws InterruptedException {
        while (sent.getAsLong() < enough) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    /** Connects anew for each question, and returns how many were answered; the first that is not ends it. */
    private static CompletableFuture<Integer> serveAll(
            InetSocketAddress server, ClientTls client, String question, String answer) {
        return CompletableFuture.supplyAsync(() -> {
            for (int i = 0; i < ENOUGH; i++) {
                try {
                    assertThat(ask(server, client, question)).contains(answer);
                } catch (IOException e) {
                    throw new AssertionError("connection %d to %s".formatted(i, server), e);
                }
            }
            return ENOUGH;
        });
    }

    private static String ask(InetSocketAddress server, ClientTls client, String question) throws IOException {
        // A context of its own: else the session would be resumed.
        try (SSLSocket socket =
                (SSLSocket) client.context().getSocketFactory().createSocket(server.getAddress(), server.getPort())) {
            socket.setSoTimeout(Patience.LIMIT_MILLIS);
            socket.getOutputStream().write(question.getBytes(US_ASCII));
            String line = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII)).readLine();
            return line == null ? "" : line;
        }
    }
}
