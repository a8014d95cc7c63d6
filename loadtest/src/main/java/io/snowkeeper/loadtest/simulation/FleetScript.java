package io.snowkeeper.loadtest.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The script {@code deploy/fleet}, which runs a ZooKeeper, nodes and HAProxy on this machine. Each method is a command of it, and returns
 * when that has ended. Thread-safe: the script lets one command work at a time.
 */
public final class FleetScript implements AutoCloseable {

    private static final int HTTP = 1;
    private static final int FIRST_NODE = 100;
    private static final int PORTS_OF_NODE = 2;

    private final Path script;
    private final Map<String, String> settings;
    private final int port;

    /**
     * Makes a fleet of which nothing runs yet.
     *
     * @param script the script {@code deploy/fleet}
     * @param directory where data, logs and process ids are
     * @param jar the program
     * @param port the balanced port of the line protocol; HTTP is on the next one, all others are above, see the script
     * @param more further settings of the script, by their names
     */
    public FleetScript(Path script, Path directory, Path jar, int port, Map<String, String> more) {
        this.script = requireNonNull(script);
        this.port = port;
        Map<String, String> all = new HashMap<>(more);
        all.put("FLEET_DIR", directory.toString());
        all.put("FLEET_JAR", jar.toAbsolutePath().toString());
        all.put("FLEET_PORT", Integer.toString(port));
        this.settings = Map.copyOf(all);
    }

    /** Returns where HAProxy takes the line protocol. */
    public InetSocketAddress lines() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    /** Returns where HAProxy takes HTTP. */
    public InetSocketAddress http() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port + HTTP);
    }

    /** Returns where a node takes the line protocol itself. */
    public InetSocketAddress linesOf(int node) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port + FIRST_NODE + PORTS_OF_NODE * node);
    }

    /** Starts all of it, with some nodes. */
    public void up(int nodes) throws IOException, InterruptedException {
        run("up", Integer.toString(nodes));
    }

    /** Starts or drains nodes until those from 1 to a number run. */
    public void scale(int nodes) throws IOException, InterruptedException {
        run("scale", Integer.toString(nodes));
    }

    /** Starts a node again. */
    public void start(int node) throws IOException, InterruptedException {
        run("start", Integer.toString(node));
    }

    /** Has a node end its work, and waits until it has. */
    public void drain(int node) throws IOException, InterruptedException {
        run("drain", Integer.toString(node));
    }

    /** Ends a node at once. */
    public void kill(int node) throws IOException, InterruptedException {
        run("kill", Integer.toString(node));
    }

    /** Stops ZooKeeper and starts it again. */
    public void restartZooKeeper() throws IOException, InterruptedException {
        run("zookeeper", "restart");
    }

    /** Returns the running processes, a line each, whether all is well or not. */
    public String status() throws IOException, InterruptedException {
        return call(List.of("status")).output();
    }

    /** Stops all of it. Data and logs stay. */
    @Override
    public void close() throws IOException {
        try {
            run("down");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run(String... arguments) throws IOException, InterruptedException {
        Ended ended = call(List.of(arguments));
        if (ended.status() != 0) {
            throw new IOException("deploy/fleet %s has ended with status %s: %s"
                    .formatted(String.join(" ", arguments), ended.status(), ended.output()));
        }
    }

    private record Ended(int status, String output) {}

    private Ended call(List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(script.toString()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        // Settings for other programs of ours are not for the nodes of this fleet.
        builder.environment().keySet().removeIf(name -> name.startsWith("SNOWKEEPER_") || name.startsWith("FLEET_"));
        builder.environment().putAll(settings);
        Process process = builder.start();
        process.getOutputStream().close();
        try (InputStream output = process.getInputStream()) {
            String text = new String(output.readAllBytes(), UTF_8);
            return new Ended(process.waitFor(), text.strip());
        }
    }
}
