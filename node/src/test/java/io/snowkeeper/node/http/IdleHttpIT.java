package io.snowkeeper.node.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.testkit.curator.SharedZooKeeper;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Clients that say nothing, or nothing more, are not kept for ever. */
class IdleHttpIT {

    private static final int IDLE = 1_000;

    @Test
    void idleConnectionsAreClosedAfterTheTimeForThat() throws Exception {
        try (HttpNode node = HttpNode.start(
                SharedZooKeeper.newConnectString(),
                "n1",
                new HttpServerSettings("127.0.0.1", 0, 10, 10_000, Duration.ofSeconds(2), Duration.ofSeconds(10)))) {
            List<Socket> idle = new ArrayList<>();
            try {
                for (int i = 0; i < IDLE; i++) {
                    idle.add(node.connect());
                }
                // On a busy machine, the time may be up before the node has seen the request.
                await().ignoreExceptions().untilAsserted(() -> {
                    try (Socket asked = node.connect()) {
                        asked.getOutputStream().write("GET /livez HTTP/1.1\r\nhost: x\r\n\r\n".getBytes());
                        assertThat(new String(asked.getInputStream().readAllBytes()))
                                .startsWith("HTTP/1.1 200 OK\r\n");
                    }
                });
                for (Socket socket : idle) {
                    assertThat(socket.getInputStream().read()).isEqualTo(-1);
                }
            } finally {
                for (Socket socket : idle) {
                    socket.close();
                }
            }
        }
    }
}
