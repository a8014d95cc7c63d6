package io.snowkeeper.releasetest.machine;

import io.snowkeeper.testkit.process.Shell;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** A network of its own with nothing but loopback, in which every port is free. Needs root and iproute2. */
public final class PrivateNetwork implements AutoCloseable {

    private final String name;

    private PrivateNetwork(String name) {
        this.name = name;
    }

    /** Makes one. Only one at a time is made by a process. */
    public static PrivateNetwork create() throws IOException {
        PrivateNetwork network =
                new PrivateNetwork("release" + ProcessHandle.current().pid());
        Shell.run("ip", "netns", "add", network.name);
        network.run("ip", "link", "set", "lo", "up");
        return network;
    }

    /** Returns the file by which other programs join it. */
    public String file() {
        return "/run/netns/" + name;
    }

    /** Returns a command that replaces itself by the given one, within the network. */
    public List<String> command(List<String> command) {
        List<String> inside = new ArrayList<>(List.of("ip", "netns", "exec", name));
        inside.addAll(command);
        return inside;
    }

    /** Runs a command within the network, and returns its output. */
    public String run(String... command) throws IOException {
        return Shell.run(command(List.of(command)).toArray(String[]::new));
    }

    @Override
    public void close() {
        try {
            Shell.run("ip", "netns", "delete", name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
