package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import io.snowkeeper.testkit.time.Patience;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;

class EmbeddedZooKeeperIT {

    private static final String WORKER_THREADS = "zookeeper.nio.numWorkerThreads";

    private static final String SESSIONLESS_TIMEOUT = "zookeeper.nio.sessionlessCnxnTimeout";

    private static final int A_FEW = 25;

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
    void takesAsManyConnectionsAsAreAllowedAndClosesThoseBeyond() throws Exception {
        List<Socket> sockets = new ArrayList<>();
        try (EmbeddedZooKeeper zooKeeper = startWithPatience()) {
            int port = Integer.parseInt(zooKeeper.connectString().split(":")[1]);
            connect(sockets, port, i -> InetAddress.getLoopbackAddress());

            awaitFull(sockets, port, InetAddress.getLoopbackAddress());
            for (Socket socket : sockets) {
                socket.close();
            }
            try (CuratorFramework client = clientOf(zooKeeper)) {
                client.create().forPath("/greeting", bytes("hello"));
            }
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    @Test
    void countsTheConnectionsOfAllAddressesTogether() throws Exception {
        List<Socket> sockets = new ArrayList<>();
        try (EmbeddedZooKeeper zooKeeper = startWithPatience()) {
            int port = Integer.parseInt(zooKeeper.connectString().split(":")[1]);
            InetAddress[] addresses = {
                InetAddress.getByAddress(new byte[] {127, 0, 0, 2}), InetAddress.getByAddress(new byte[] {127, 0, 0, 3})
            };
            connect(sockets, port, i -> addresses[i % addresses.length]);

            awaitFull(sockets, port, addresses[0]);
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    /** Makes as many connections as are allowed. The system would drop some if more than a few are not accepted yet. */
    private static void connect(List<Socket> sockets, int port, IntFunction<InetAddress> from) throws IOException {
        for (int i = 0; i < EmbeddedZooKeeper.MAX_CONNECTIONS; i++) {
            sockets.add(new Socket(InetAddress.getLoopbackAddress(), port, from.apply(i), 0));
            if (i % A_FEW == 0) {
                assertThat(serves(port)).isTrue();
            }
        }
    }

    /**
     * Waits until no more are served: it counts a connection a moment after it has taken it. One in place of each that
     * {@link #serves} made, which may have been counted still when the last ones came.
     */
    private static void awaitFull(List<Socket> sockets, int port, InetAddress from) {
        await().until(() -> !serves(port) || !sockets.add(new Socket(InetAddress.getLoopbackAddress(), port, from, 0)));
        int asked = EmbeddedZooKeeper.MAX_CONNECTIONS / A_FEW + 1;
        assertThat(sockets).hasSizeLessThanOrEqualTo(EmbeddedZooKeeper.MAX_CONNECTIONS + asked);
    }

    /** Starts one that does not close connections because they begin no session, which it would after 10 s. */
    private EmbeddedZooKeeper startWithPatience() throws Exception {
        System.setProperty(SESSIONLESS_TIMEOUT, "3600000");
        try {
            return EmbeddedZooKeeper.start(directory, 0);
        } finally {
            System.clearProperty(SESSIONLESS_TIMEOUT);
        }
    }

    /** Returns whether another connection is served; it is closed then, and those before it were taken. */
    private static boolean serves(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(Patience.LIMIT_MILLIS);
            socket.getOutputStream().write(bytes("srvr"));
            return socket.getInputStream().read() != -1;
        } catch (SocketException e) {
            // The system may report the end of a connection as soon as it is opened.
            return false;
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
                    .withMessage("in use; if this node runs already, stop that one first: dataDirectory=" + directory);
            assertThat(first.isRunning()).isTrue();
        }
    }

    /** They contain logins by a hash of the password. */
    @Test
    void logsAndSnapshotsAreTheOwnersAlone() throws Exception {
        Path data = directory.resolve("data");
        Path present = Files.createDirectories(directory.resolve("present/version-2"));
        Files.setPosixFilePermissions(present, PosixFilePermissions.fromString("rwxr-xr-x"));

        EmbeddedZooKeeper.start(data, 0).close();
        EmbeddedZooKeeper.start(present.getParent(), 0).close();

        for (Path folder : List.of(data, data.resolve("version-2"), present)) {
            assertThat(Files.getPosixFilePermissions(folder))
                    .as(folder.toString())
                    .isEqualTo(PosixFilePermissions.fromString("rwx------"));
        }
    }

    @Test
    void refusesADirectoryThatAllUsersMayWriteTo() throws Exception {
        Path open = Files.createDirectory(directory.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> EmbeddedZooKeeper.start(open, 0))
                .withMessage(
                        open
                                + ": all users may write to this directory, and exchange its content; remove that right by chmod o-w, or choose another directory");
    }

    @Test
    void refusesADirectoryThatIsAFile() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "");

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> EmbeddedZooKeeper.start(file, 0))
                .withMessage(file.toString());
    }

    @Test
    void servesRequestsOnTheThreadThatFindsThem() throws Exception {
        Set<Thread> before = workerThreads();

        serveARequest(() -> assertThat(workerThreads()).isEqualTo(before));

        assertThat(System.getProperty(WORKER_THREADS)).isNull();
    }

    @Test
    void hasAsManyWorkerThreadsAsAUserSets() throws Exception {
        Set<Thread> before = workerThreads();
        System.setProperty(WORKER_THREADS, "1");
        try {
            serveARequest(() -> {
                Set<Thread> started = workerThreads();
                started.removeAll(before);
                assertThat(started).hasSize(1);
            });

            assertThat(System.getProperty(WORKER_THREADS)).isEqualTo("1");
        } finally {
            System.clearProperty(WORKER_THREADS);
        }
    }

    @Test
    void isNotRunningAnyMoreWhenAThreadOfItsConnectionsHasDied() throws Exception {
        LoggerContext logging = (LoggerContext) LoggerFactory.getILoggerFactory();
        TurboFilter memoryUsedUp = new MemoryUsedUp("NIOServerCxnFactory.SelectorThread");
        try (EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start(directory, 0)) {
            assertThat(zooKeeper.isRunning()).isTrue();
            int port = Integer.parseInt(zooKeeper.connectString().split(":")[1]);
            logging.addTurboFilter(memoryUsedUp);

            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                socket.getOutputStream().write(new byte[4]);

                await().until(() -> !zooKeeper.isRunning());
                await().until(() -> zooKeeper.failure().isPresent());
                assertThat(zooKeeper.failure().orElseThrow())
                        .isInstanceOf(OutOfMemoryError.class)
                        .hasMessage("made by a test");
            }
        } finally {
            logging.getTurboFilterList().remove(memoryUsedUp);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"SyncThread", "RequestThrottler"})
    void tellsWhatAThreadOfItsOwnHasDiedOf(String thread) throws Exception {
        LoggerContext logging = (LoggerContext) LoggerFactory.getILoggerFactory();
        TurboFilter memoryUsedUp = new MemoryUsedUp(thread);
        try (EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start(directory, 0)) {
            logging.addTurboFilter(memoryUsedUp);

            try (CuratorFramework client = clientOf(zooKeeper, 1_000)) {
                client.create().inBackground().forPath("/greeting");

                await().until(() -> zooKeeper.failure().isPresent());
            }

            assertThat(zooKeeper.failure().orElseThrow())
                    .isInstanceOf(OutOfMemoryError.class)
                    .hasMessage("made by a test");
            assertThat(zooKeeper.isRunning()).isFalse();
        } finally {
            logging.getTurboFilterList().remove(memoryUsedUp);
        }
    }

    /** Memory that is used up at the moment when a thread of a server logs, of one that is started later. */
    private static final class MemoryUsedUp extends TurboFilter {

        /** Of the server that other tests share, too. */
        private final Set<Thread> earlier = Thread.getAllStackTraces().keySet();

        private final String threads;

        MemoryUsedUp(String threads) {
            this.threads = threads;
        }

        @Override
        public FilterReply decide(
                Marker marker, Logger logger, Level level, String format, Object[] params, Throwable t) {
            Thread current = Thread.currentThread();
            if (current.getName().startsWith(threads) && !earlier.contains(current)) {
                throw new OutOfMemoryError("made by a test");
            }
            return FilterReply.NEUTRAL;
        }
    }

    private void serveARequest(Runnable meanwhile) throws Exception {
        try (EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start(directory, 0);
                CuratorFramework client = clientOf(zooKeeper)) {
            client.create().forPath("/greeting", bytes("hello"));

            meanwhile.run();
        }
    }

    private static Set<Thread> workerThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("NIOWorkerThread"))
                .collect(Collectors.toSet());
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
