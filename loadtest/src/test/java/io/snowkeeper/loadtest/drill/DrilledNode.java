package io.snowkeeper.loadtest.drill;

import io.snowkeeper.loadtest.chaos.fleet.ClockLibrary;
import io.snowkeeper.loadtest.chaos.fleet.NodeClock;
import io.snowkeeper.loadtest.chaos.fleet.StateVolume;
import io.snowkeeper.testkit.haproxy.Haproxy;
import io.snowkeeper.testkit.net.Ports;
import io.snowkeeper.testkit.node.NodeProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A node with a clock and a disk of its own, which comes back at its ports. */
final class DrilledNode implements AutoCloseable {

    private final String name;
    private final Path home;
    private final NodeClock clock;
    private final StateVolume state;
    private final List<String> options;
    private final int linePort = Ports.next();
    private final int httpPort = Ports.next();
    private NodeProcess process;
    private int read;

    DrilledNode(String name, Path folder, ClockLibrary clocks, List<String> options) throws IOException {
        this.name = name;
        home = Files.createDirectories(folder.resolve(name));
        clock = new NodeClock(clocks, home.resolve("clock"));
        state = new StateVolume(home.resolve("state"));
        this.options = new ArrayList<>(options);
        this.options.addAll(
                List.of("--name", name, "--state-dir", home.resolve("state").toString()));
        this.options.addAll(List.of("--port", Integer.toString(linePort), "--http-port", Integer.toString(httpPort)));
        start();
    }

    String name() {
        return name;
    }

    NodeClock clock() {
        return clock;
    }

    StateVolume state() {
        return state;
    }

    int httpPort() {
        return httpPort;
    }

    Haproxy.Server server() {
        return new Haproxy.Server(name, linePort, httpPort);
    }

    void start() throws IOException {
        process = NodeProcess.serve(home, clock.environment(), options.toArray(String[]::new));
        read = 0;
    }

    void kill() {
        process.kill();
    }

    void signal(String signal) throws IOException {
        process.signal(signal);
    }

    List<String> log() {
        return process.stderr().lines().toList();
    }

    /** Returns the lines of the log since the last call, or the start of the process. */
    List<String> newLines() {
        List<String> lines = log();
        List<String> fresh = lines.subList(Math.min(read, lines.size()), lines.size());
        read = lines.size();
        return fresh;
    }

    @Override
    public void close() throws IOException {
        process.close();
        state.close();
    }
}
