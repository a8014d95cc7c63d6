package io.snowkeeper.coordinator.zookeeper;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.curator.test.InstanceSpec;

/** A ZooKeeper in a process of its own, with its data and its log in a folder: some settings are a whole JVM's. */
public final class ZooKeeperProcess implements AutoCloseable {

    private final Path folder;
    private final int port;
    private final Path configuration;

    private List<String> properties;
    private Process process;

    private ZooKeeperProcess(Path folder, int port, Path configuration, List<String> properties) {
        this.folder = folder;
        this.port = port;
        this.configuration = configuration;
        this.properties = properties;
    }

    /** Starts one that has a port without TLS, with a system property. */
    public static ZooKeeperProcess plain(Path folder, String property) throws Exception {
        int port = InstanceSpec.getRandomPort();
        return start(folder, port, List.of("clientPort=" + port), List.of("-D" + property));
    }

    /**
     * Starts one that has a port with TLS alone.
     *
     * @param clients whether clients have to show a certificate: {@code none} or {@code need}
     */
    static ZooKeeperProcess secure(Path folder, Path keyStore, Path authorities, String clients) throws Exception {
        int port = InstanceSpec.getRandomPort();
        return start(folder, port, secureLines(port, keyStore, authorities, clients), List.of());
    }

    /** Starts one that also has a port without TLS, which it tells clients to be that of all its ensemble. */
    static ZooKeeperProcess ensembleOfOne(Path folder, Path keyStore, Path authorities) throws Exception {
        int port = InstanceSpec.getRandomPort();
        List<String> lines = new ArrayList<>(secureLines(port, keyStore, authorities, "none"));
        lines.addAll(List.of(
                "standaloneEnabled=false",
                "initLimit=10",
                "syncLimit=5",
                "server.1=127.0.0.1:%d:%d;127.0.0.1:%d"
                        .formatted(
                                InstanceSpec.getRandomPort(),
                                InstanceSpec.getRandomPort(),
                                InstanceSpec.getRandomPort())));
        Files.writeString(Files.createDirectories(folder.resolve("data")).resolve("myid"), "1");
        return start(folder, port, lines, List.of());
    }

    /** Starts servers that are one ensemble. */
    public static List<ZooKeeperProcess> ensemble(Path folder, int size) throws Exception {
        List<String> members = new ArrayList<>();
        for (int i = 1; i <= size; i++) {
            members.add("server.%d=127.0.0.1:%d:%d"
                    .formatted(i, InstanceSpec.getRandomPort(), InstanceSpec.getRandomPort()));
        }
        List<ZooKeeperProcess> servers = new ArrayList<>();
        for (int i = 1; i <= size; i++) {
            Path own = folder.resolve("server-" + i);
            Files.writeString(Files.createDirectories(own.resolve("data")).resolve("myid"), Integer.toString(i));
            int port = InstanceSpec.getRandomPort();
            List<String> lines = new ArrayList<>(members);
            lines.addAll(List.of("clientPort=" + port, "initLimit=20", "syncLimit=4", "maxSessionTimeout=60000"));
            servers.add(start(own, port, lines, List.of()));
        }
        return servers;
    }

    /** Returns whether it leads its ensemble, as far as it knows. */
    public boolean leads() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(5_000);
            socket.getOutputStream().write("srvr".getBytes(US_ASCII));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), US_ASCII).contains("Mode: leader");
        } catch (IOException e) {
            return false;
        }
    }

    /** Stops it, in the middle of whatever it does, until it is resumed. */
    public void pause() throws Exception {
        signal("STOP");
    }

    public void resume() throws Exception {
        signal("CONT");
    }

    private void signal(String name) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
        if (kill.waitFor() != 0) {
            throw new IOException("no signal " + name + " for process " + process.pid());
        }
    }

    private static List<String> secureLines(int port, Path keyStore, Path authorities, String clients) {
        return List.of(
                "secureClientPort=" + port,
                "serverCnxnFactory=org.apache.zookeeper.server.NettyServerCnxnFactory",
                "ssl.keyStore.location=" + keyStore,
                "ssl.keyStore.type=PEM",
                "ssl.trustStore.location=" + authorities,
                "ssl.trustStore.type=PEM",
                "ssl.clientAuth=" + clients);
    }

    private static ZooKeeperProcess start(Path folder, int port, List<String> lines, List<String> properties)
            throws Exception {
        List<String> all = new ArrayList<>(lines);
        all.addAll(List.of("dataDir=" + folder.resolve("data"), "tickTime=500", "admin.enableServer=false"));
        Path configuration = Files.write(folder.resolve("zoo.cfg"), all);
        ZooKeeperProcess made = new ZooKeeperProcess(folder, port, configuration, properties);
        made.restart();
        return made;
    }

    public int port() {
        return port;
    }

    /** Starts it again at the same port, with the same data. */
    void restart() throws IOException {
        process = new ProcessBuilder(command())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("zookeeper.log").toFile()))
                .start();
        await("ZooKeeper, its log is " + folder.resolve("zookeeper.log"))
                .failFast("ZooKeeper ended", () -> !process.isAlive())
                .until(this::listens);
    }

    /** Starts it again with another system property. */
    public void restartWith(String property) throws IOException {
        properties = List.of("-D" + property);
        restart();
    }

    public void stop() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() throws InterruptedException {
        stop();
    }

    private List<String> command() {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1"));
        command.addAll(properties);
        command.addAll(List.of(
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "org.apache.zookeeper.server.quorum.QuorumPeerMain",
                configuration.toString()));
        return command;
    }

    private boolean listens() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
