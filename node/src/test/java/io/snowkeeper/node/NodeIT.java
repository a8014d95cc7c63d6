package io.snowkeeper.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node's start and stop within this process. */
class NodeIT {

    @TempDir
    private Path folder;

    @Test
    void startsOnce() throws Exception {
        try (Node node = node(folder)) {
            node.start();

            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(node::start)
                    .withMessage("node was started or closed before");
        }
    }

    @Test
    void doesNotStartAfterItWasClosed() {
        Node node = node(folder);
        node.close();

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(node::start)
                .withMessage("node was started or closed before");
    }

    @Test
    void closesTwice() throws Exception {
        Node node = node(folder);
        InetSocketAddress address = node.start();

        node.close();
        node.close();

        assertThatExceptionOfType(IOException.class).isThrownBy(() -> connect(address));
    }

    @Test
    void letsGoOfEverythingWhenItStops() throws Exception {
        try (Node first = node(folder)) {
            first.start();
        }

        try (Node second = node(folder)) {
            assertThat(second.start().getPort()).isPositive();
        }
    }

    @Test
    void letsGoOfEverythingWhenItCannotStart() throws Exception {
        Path state = Files.writeString(folder.resolve("node-state.json"), "no JSON");
        try (Node node = node(folder)) {
            assertThatExceptionOfType(NodeFailedException.class).isThrownBy(node::start);
        }
        Files.delete(state);

        try (Node node = node(folder)) {
            assertThat(node.start().getPort()).isPositive();
        }
    }

    @Test
    void doesNotFailWhileAllIsWell() throws Exception {
        try (Node node = node(folder)) {
            InetSocketAddress address = node.start();

            assertThat(connect(address)).isTrue();
            assertThat(node.failure()).isNotDone();
        }
    }

    private static boolean connect(InetSocketAddress address) throws IOException {
        try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
            return socket.isConnected();
        }
    }

    private static Node node(Path folder) {
        return LoneNode.in(folder, settings -> settings);
    }
}
