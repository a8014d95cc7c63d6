package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.core.text.HostPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReachabilityCheckTest {

    private static HostPort at(String host, int port) {
        return new HostPort(host, port);
    }

    private static ServerSocket listen() throws IOException {
        return new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    }

    @Test
    void aNameThatNobodyKnowsAndAPortThatNobodyHasAreToldApart() throws IOException {
        int closed;
        try (ServerSocket socket = listen()) {
            closed = socket.getLocalPort();
        }

        assertThat(new ReachabilityCheck(List.of(at("zk.invalid", 2181), at("127.0.0.1", closed))).failure())
                .startsWith("zk.invalid:2181: the name zk.invalid is not known; 127.0.0.1:" + closed
                        + ": it accepts no connection: ");
    }

    @Test
    void aPortThatTakesConnectionsIsNoZooKeeperOrOneThatDoesNotServe() throws IOException {
        try (ServerSocket socket = listen()) {
            assertThat(new ReachabilityCheck(List.of(at("127.0.0.1", socket.getLocalPort()))).failure())
                    .isEqualTo(
                            "connections are accepted, but no session is given: it has no quorum, or is not a ZooKeeper, or is one that speaks TLS");
        }
    }
}
