package io.snowkeeper.node.tls;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.node.report.NodeReport;
import io.snowkeeper.node.report.fleet.HttpPeerClient;
import io.snowkeeper.node.report.fleet.PeerFailureException;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import io.snowkeeper.testkit.tls.TestCa;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How a node asks another one that speaks TLS, and wants a certificate of its clients. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NodesOverTlsIT {

    @TempDir
    private static Path folder;

    private TestCa ca;
    private TlsNode asked;

    @BeforeAll
    void startNode() throws Exception {
        ca = TestCa.in(folder, "ca");
        asked = TlsNode.start(SharedZooKeeper.newConnectString(), ofFleet("n1"));
    }

    @AfterAll
    void stopNode() throws Exception {
        asked.close();
    }

    private TlsSettings ofFleet(String node) throws Exception {
        return TestTls.showing(ca.issue(node)).withClientCa(ca.file());
    }

    private NodeReport askAs(TlsSettings asking) {
        try (ServerTls tls = ServerTls.open(asking, InstantSource.system());
                HttpPeerClient client = new HttpPeerClient(() -> Optional.of(tls.toNodes()))) {
            return client.ask(asked.httpUrl()).toCompletableFuture().join();
        }
    }

    @Test
    void aNodeOfTheSameCaIsToldHowItStands() throws Exception {
        TlsSettings asking = ofFleet("n2");

        // Again where a busy machine makes it too slow for one node to wait for another.
        await().ignoreExceptions().until(() -> askAs(asking).name().equals("n1"));
    }

    @Test
    void aNodeOfAnotherCaTrustsNobodyAndSaysSo() throws Exception {
        TestCa other = TestCa.in(folder, "other");
        TlsSettings asking = TestTls.showing(other.issue("n3")).withClientCa(other.file());

        await().untilAsserted(() -> assertThatThrownBy(() -> askAs(asking))
                .cause()
                .isInstanceOf(PeerFailureException.class)
                .hasMessageContaining("PKIX path"));
    }
}
