package io.snowkeeper.node.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.node.access.TestPolicy;
import io.snowkeeper.node.security.SecuritySettings;
import io.snowkeeper.node.tls.TlsNode.Port;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import io.snowkeeper.testkit.tls.TestCa;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A certificate has the rights of its subject in the policy, on every port, and an unknown one has none. */
@Timeout(120)
class RightsOfCertificatesIT {

    @TempDir
    private Path folder;

    @Test
    void aCertificateHasTheRightsOfItsSubject() throws Exception {
        TestCa ca = TestCa.in(folder, "ca");
        TestCa clients = TestCa.in(folder, "clients");
        SecuritySettings security =
                TestPolicy.of(folder, "{\"name\": \"shop\", \"certificate\": \"CN=shop\", \"rights\": [\"read:a\"]}");
        ClientTls shop = TestTls.trusting(ca, clients.issue("shop"));
        ClientTls other = TestTls.trusting(ca, clients.issue("other"));
        try (TlsNode node = TlsNode.start(
                SharedZooKeeper.newConnectString(),
                TestTls.showing(ca.issue("node")).withClientCa(clients.file()),
                security)) {
            for (Port port : Port.values()) {
                assertThat(ask(node, port, shop, "a")).doesNotContain("NOPERM", "NOAUTH", "needs", " 401 ", " 403 ");
                assertThat(ask(node, port, shop, "b"))
                        .containsAnyOf("-NOPERM this command needs read:b", "403", "needs read:b, which subject shop");
                assertThat(ask(node, port, other, "a"))
                        .containsAnyOf("-NOAUTH ", " 401 ", "needs read:a: present a token");
            }
        }
    }

    /** Returns the first line of the answer to a request about a sequence. */
    private static String ask(TlsNode node, Port port, ClientTls client, String sequence) throws IOException {
        String question = switch (port) {
            case LINE ->
                "{\"src\":\"c1\",\"body\":{\"type\":\"sequence_describe\",\"msg_id\":1,\"sequence\":\"%s\"}}\n"
                        .formatted(sequence);
            case REDIS -> "SEQ.DESCRIBE %s\r\n".formatted(sequence);
            case HTTP -> "GET /v1/sequences/%s HTTP/1.1\r\nhost: node\r\n\r\n".formatted(sequence);
        };
        try (Socket socket = node.connect(port, client, "TLSv1.3")) {
            socket.getOutputStream().write(question.getBytes(US_ASCII));
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII)).readLine();
        }
    }
}
