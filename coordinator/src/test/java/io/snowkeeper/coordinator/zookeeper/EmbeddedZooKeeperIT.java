package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedZooKeeperIT {

    @TempDir
    private Path directory;

    @Test
    void servesClientsOnLoopback() throws Exception {
        try (EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start(directory, 0);
                CuratorFramework client = clientOf(zooKeeper)) {
            client.create().forPath("/greeting", bytes("hello"));

            assertThat(client.getData().forPath("/greeting")).isEqualTo(bytes("hello"));
            assertThat(zooKeeper.connectString()).matches("127\\.0\\.0\\.1:[1-9]\\d*");
        }
    }

    @Test
    void keepsItsDataOverARestart() throws Exception {
        try (EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start(directory, 0);
                CuratorFramework client = clientOf(zooKeeper)) {
            client.create().forPath("/greeting", bytes("hello"));
        }

        try (EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start(directory, 0);
                CuratorFramework client = clientOf(zooKeeper)) {
            assertThat(client.getData().forPath("/greeting")).isEqualTo(bytes("hello"));
        }
    }

    @Test
    void grantsSessionsOfOneSecond() throws Exception {
        try (EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start(directory, 0);
                CuratorFramework client = clientOf(zooKeeper, 1_000)) {
            client.blockUntilConnected();

            assertThat(client.getZookeeperClient().getZooKeeper().getSessionTimeout())
                    .isEqualTo(1_000);
        }
    }

    @Test
    void makesItsDataDirectory() throws Exception {
        Path missing = directory.resolve("state").resolve("zookeeper");

        try (EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start(missing, 0)) {
            assertThat(zooKeeper.dataDirectory()).isEqualTo(missing).isDirectory();
        }
    }

    @Test
    void refusesAPortThatIsTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            assertThatExceptionOfType(BindException.class)
                    .isThrownBy(() -> EmbeddedZooKeeper.start(directory, taken.getLocalPort()))
                    .withMessage("port is taken: 127.0.0.1:" + taken.getLocalPort());
        }
    }

    @Test
    void letsGoOfTheDataWhenThePortWasTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            assertThatExceptionOfType(BindException.class)
                    .isThrownBy(() -> EmbeddedZooKeeper.start(directory, taken.getLocalPort()));
        }

        try (EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start(directory, 0)) {
            assertThat(zooKeeper.isRunning()).isTrue();
        }
    }

    @Test
    void refusesDataThatIsInUse() throws Exception {
        try (EmbeddedZooKeeper first = EmbeddedZooKeeper.start(directory, 0)) {
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> EmbeddedZooKeeper.start(directory, 0))
                    .withMessage("in use by another ZooKeeper: dataDirectory=" + directory);
            assertThat(first.isRunning()).isTrue();
        }
    }

    @Test
    void refusesADirectoryThatIsAFile() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "");

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> EmbeddedZooKeeper.start(file, 0))
                .withMessage(file.toString());
    }

    @Test
    void stopsOnce() throws Exception {
        EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start(directory, 0);

        zooKeeper.close();
        zooKeeper.close();

        assertThat(zooKeeper.isRunning()).isFalse();
    }

    private static CuratorFramework clientOf(EmbeddedZooKeeper zooKeeper) {
        return clientOf(zooKeeper, 10_000);
    }

    private static CuratorFramework clientOf(EmbeddedZooKeeper zooKeeper, int sessionMillis) {
        CuratorFramework client = CuratorFrameworkFactory.newClient(
                zooKeeper.connectString(), sessionMillis, 30_000, new RetryOneTime(100));
        client.start();
        return client;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
