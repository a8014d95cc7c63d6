package io.snowkeeper.loadtest.process;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** One server of the ensemble, in a process of its own. */
public final class ZooKeeperServer {

    private static final int ASK_TIMEOUT_MILLIS = 500;

    private final List<String> prefix;
    private final List<Path> classPath;
    private final Path configuration;
    private final Path log;
    private final InetSocketAddress address;
    private JavaProcess process;

    /** @param prefix what stands before the command, which puts the process where it belongs */
    public ZooKeeperServer(List<String> prefix, List<Path> classPath, Path configuration, InetSocketAddress address)
            throws IOException {
        this.prefix = List.copyOf(prefix);
        this.classPath = List.copyOf(classPath);
        this.configuration = configuration;
        this.log = configuration.resolveSibling("log");
        this.address = address;
        this.process = launch();
    }

    private JavaProcess launch() throws IOException {
        return JavaProcess.start(
                prefix,
                classPath,
                "org.apache.zookeeper.server.quorum.QuorumPeerMain",
                List.of(configuration.toString()),
                Map.of(),
                log);
    }

    /** Returns where clients connect. */
    public InetSocketAddress address() {
        return address;
    }

    public void kill() {
        process.kill();
    }

    public void start() throws IOException {
        process = launch();
    }

    public void pause() throws IOException {
        process.pause();
    }

    public void resume() throws IOException {
        process.resume();
    }

    public boolean leads() {
        return says("Mode: leader");
    }

    public boolean serves() {
        return says("Mode: ");
    }

    private boolean says(String text) {
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(ASK_TIMEOUT_MILLIS);
            socket.connect(address, ASK_TIMEOUT_MILLIS);
            socket.getOutputStream().write("srvr".getBytes(US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), US_ASCII).contains(text);
        } catch (IOException e) {
            return false;
        }
    }
}
