package io.snowkeeper.loadtest.process;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A server of an {@link Ensemble}, in a process of its own. */
final class ZooKeeperServer {

    private static final int ASK_TIMEOUT_MILLIS = 500;

    private final Ensemble.Host host;
    private final List<Path> classPath;
    private final List<String> javaOptions;
    private final Path configuration;
    private JavaProcess process;

    ZooKeeperServer(Ensemble.Host host, List<Path> classPath, List<String> javaOptions, Path configuration)
            throws IOException {
        this.host = host;
        this.classPath = List.copyOf(classPath);
        this.javaOptions = List.copyOf(javaOptions);
        this.configuration = configuration;
        this.process = launch();
    }

    private JavaProcess launch() throws IOException {
        return JavaProcess.start(
                host.prefix(),
                javaOptions,
                JavaProcess.mainClass(classPath, "org.apache.zookeeper.server.quorum.QuorumPeerMain"),
                List.of(configuration.toString()),
                Map.of(),
                configuration.resolveSibling("log"));
    }

    /** Returns where clients connect. */
    InetSocketAddress address() {
        return new InetSocketAddress(host.address(), host.clientPort());
    }

    void kill() {
        process.kill();
    }

    void start() throws IOException {
        process = launch();
    }

    void pause() throws IOException {
        process.pause();
    }

    void resume() throws IOException {
        process.resume();
    }

    /** Returns whether it leads others, or is alone. */
    boolean leads() {
        String answer = ask();
        return answer.contains("Mode: leader") || answer.contains("Mode: standalone");
    }

    boolean serves() {
        return ask().contains("Mode: ");
    }

    private String ask() {
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(ASK_TIMEOUT_MILLIS);
            socket.connect(address(), ASK_TIMEOUT_MILLIS);
            socket.getOutputStream().write("srvr".getBytes(US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), US_ASCII);
        } catch (IOException e) {
            return "";
        }
    }
}
