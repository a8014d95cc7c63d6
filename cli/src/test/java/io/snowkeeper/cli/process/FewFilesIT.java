package io.snowkeeper.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.testkit.extent.Extent;
import io.snowkeeper.testkit.net.LineClient;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.time.Realtime;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A node that may open fewer files than clients connect. */
@Realtime
class FewFilesIT {

    private static final int FILES = 400;
    private static final int CLIENTS = 600;

    /** How long the clients stay, in which the port would fail some hundred thousand times without a pause. */
    private static final Duration SIEGE = Duration.ofSeconds(Extent.of(1, 3));

    @TempDir
    private static Path folder;

    private static NodeProcess node;
    private final List<SocketChannel> clients = new ArrayList<>();

    @BeforeAll
    static void startNode() throws Exception {
        node = NodeProcess.serveWithFiles(folder, FILES, "--embedded-zookeeper-port", "0", "--name", "n1");
        node.awaitWorkerId();
    }

    @AfterEach
    void closeClients() throws IOException {
        for (SocketChannel client : clients) {
            client.close();
        }
        clients.clear();
    }

    @AfterAll
    static void stopNode() {
        node.close();
    }

    @Test
    void theOperatorIsWarnedAtTheStart() {
        assertThat(node.stderr())
                .contains("the process may open 400 files, and its configuration needs 21200: 10000 connections on"
                        + " each of 2 ports, 1000 of an embedded ZooKeeper, 200 of its own; raise the limit");
    }

    @ParameterizedTest
    @ValueSource(strings = {"line", "http"})
    void whenNoneIsLeftForClientsThePortSaysSoOnceAndTheNodeGoesOn(String port) throws Exception {
        URI http = URI.create(node.httpUrl());
        InetSocketAddress address =
                port.equals("line") ? node.address() : new InetSocketAddress(http.getHost(), http.getPort());
        long logged = node.stderr().lines().count();
        try (LineClient kept = node.connect()) {
            kept.generate();
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(SocketChannel.open(address));
            }
            await("the port has said so")
                    .until(() -> node.stderr().contains("new connections to the " + port + " port wait"));
            await("few lines")
                    .during(SIEGE)
                    .untilAsserted(
                            () -> assertThat(node.stderr().lines().skip(logged).toList())
                                    .hasSizeLessThan(10));

            assertThat(kept.generate().toString()).as(node.stderr()).contains("generate_ok");
        }
        closeClients();

        assertThat(node.generate().get("type").asText()).isEqualTo("generate_ok");
    }
}
