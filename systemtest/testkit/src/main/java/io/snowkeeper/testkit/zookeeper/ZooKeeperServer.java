package io.snowkeeper.testkit.zookeeper;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.snowkeeper.testkit.net.Ports;
import io.snowkeeper.testkit.process.JavaProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A ZooKeeper server in a process of its own, with its data and its log in a folder: alone, or of an {@link Ensemble}. */
public final class ZooKeeperServer implements AutoCloseable {

    private static final List<String> SETTINGS = List.of("tickTime=500", "admin.enableServer=false");
    private static final Duration START = Duration.ofMinutes(2);
    private static final int ASK_TIMEOUT_MILLIS = 500;

    private final List<String> prefix;
    private final List<Path> classPath;
    private final InetSocketAddress address;
    private final Path configuration;
    private List<String> javaOptions;
    private JavaProcess process;

    /** Starts one that is not waited for. */
    ZooKeeperServer(
            List<String> prefix,
            List<Path> classPath,
            List<String> javaOptions,
            InetSocketAddress address,
            Path configuration)
            throws IOException {
        this.prefix = List.copyOf(prefix);
        this.classPath = List.copyOf(classPath);
        this.javaOptions = List.copyOf(javaOptions);
        this.address = address;
        this.configuration = configuration;
        this.process = launch();
    }

    /** Starts one that has a port without TLS, with options of Java, and comes back when it takes connections. */
    public static ZooKeeperServer plain(Path folder, String... javaOptions) throws IOException, InterruptedException {
        int port = Ports.next();
        return alone(JavaProcess.ownClassPath(), List.of(javaOptions), port, List.of("clientPort=" + port), folder);
    }

    /**
     * Starts one that is an ensemble by itself, with a dynamic configuration that names it by a host which it alone can
     * resolve, and comes back when it takes connections.
     */
    public static ZooKeeperServer named(String host, Path folder) throws IOException, InterruptedException {
        Path hosts = Files.writeString(folder.resolve("hosts"), "127.0.0.1 " + host);
        int port = Ports.next();
        String server = "server.1=%s:%s:%s;%s".formatted(host, Ports.next(), Ports.next(), port);
        return alone(
                JavaProcess.ownClassPath(),
                List.of("-Djdk.net.hosts.file=" + hosts),
                port,
                List.of("standaloneEnabled=false", "initLimit=10", "syncLimit=5", server),
                folder);
    }

    /**
     * Starts one that has a port with TLS, and comes back when it takes connections.
     *
     * @param keyStore its certificate and key, in PEM
     * @param authorities those whose certificates it trusts, in PEM
     * @param settings more lines of {@code zoo.cfg}
     */
    public static ZooKeeperServer secure(
            List<Path> classPath, Path keyStore, Path authorities, List<String> settings, Path folder)
            throws IOException, InterruptedException {
        int port = Ports.next();
        List<String> all = new ArrayList<>(settings);
        all.addAll(List.of(
                "secureClientPort=" + port,
                "serverCnxnFactory=org.apache.zookeeper.server.NettyServerCnxnFactory",
                "ssl.keyStore.location=" + keyStore,
                "ssl.keyStore.type=PEM",
                "ssl.trustStore.location=" + authorities,
                "ssl.trustStore.type=PEM"));
        return alone(classPath, List.of(), port, all, folder);
    }

    private static ZooKeeperServer alone(
            List<Path> classPath, List<String> javaOptions, int port, List<String> settings, Path folder)
            throws IOException, InterruptedException {
        List<String> lines = new ArrayList<>(SETTINGS);
        lines.addAll(settings);
        ZooKeeperServer server = new ZooKeeperServer(
                List.of(),
                classPath,
                quick(javaOptions),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                configure(folder.resolve("zookeeper"), 1, lines));
        try {
            server.awaitConnections();
            return server;
        } catch (IOException | InterruptedException e) {
            server.close();
            throw e;
        }
    }

    private static List<String> quick(List<String> javaOptions) {
        List<String> all = new ArrayList<>(JavaProcess.QUICK);
        all.addAll(javaOptions);
        return all;
    }

    /** Writes the files that a server needs to start, and returns its configuration. */
    static Path configure(Path home, int id, List<String> settings) throws IOException {
        Files.writeString(Files.createDirectories(home).resolve("myid"), Integer.toString(id));
        List<String> lines = new ArrayList<>(settings);
        lines.add("dataDir=" + home.toAbsolutePath());
        return Files.write(home.resolve("zoo.cfg"), lines);
    }

    private JavaProcess launch() throws IOException {
        return JavaProcess.start(
                prefix,
                javaOptions,
                JavaProcess.mainClass(classPath, "org.apache.zookeeper.server.quorum.QuorumPeerMain"),
                List.of(configuration.toString()),
                Map.of(),
                configuration.resolveSibling("log"));
    }

    private void awaitConnections() throws IOException, InterruptedException {
        try {
            process.await(() -> takesConnections() ? Optional.of(address) : Optional.empty(), START);
        } catch (IOException e) {
            throw new IOException("ZooKeeper does not serve, its log is " + configuration.resolveSibling("log"), e);
        }
    }

    /** Returns where clients connect. */
    public InetSocketAddress address() {
        return address;
    }

    /** Returns where clients connect, as they write it. */
    public String connectString() {
        return "%s:%s".formatted(address.getAddress().getHostAddress(), address.getPort());
    }

    /** Sends SIGKILL and waits until it is gone. */
    public void kill() {
        process.kill();
    }

    /** Starts it again at the same port, with the same data, and does not wait for it. */
    void start() throws IOException {
        process = launch();
    }

    /** Starts it again at the same port, with the same data, and comes back when it takes connections. */
    public void restart() throws IOException, InterruptedException {
        start();
        awaitConnections();
    }

    /** Ends it, and starts it again with other options of Java. */
    public void restartWith(String... options) throws IOException, InterruptedException {
        kill();
        javaOptions = quick(List.of(options));
        restart();
    }

    void pause() throws IOException {
        process.pause();
    }

    void resume() throws IOException {
        process.resume();
    }

    /** Returns whether it leads others, or is alone. */
    boolean leads() {
        return leads(address);
    }

    /** Returns whether the server that listens there leads others, or is alone. */
    public static boolean leads(InetSocketAddress address) {
        String answer = ask(address);
        return answer.contains("Mode: leader") || answer.contains("Mode: standalone");
    }

    boolean serves() {
        return ask(address).contains("Mode: ");
    }

    private static String ask(InetSocketAddress address) {
        try (Socket socket = connect(address)) {
            socket.getOutputStream().write("srvr".getBytes(US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), US_ASCII);
        } catch (IOException e) {
            return "";
        }
    }

    private boolean takesConnections() {
        try (Socket socket = connect(address)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private static Socket connect(InetSocketAddress address) throws IOException {
        Socket socket = new Socket();
        try {
            socket.setSoTimeout(ASK_TIMEOUT_MILLIS);
            socket.connect(address, ASK_TIMEOUT_MILLIS);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    @Override
    public void close() {
        kill();
    }
}
