package io.snowkeeper.cli;

import io.snowkeeper.cli.serve.NodeOptions;
import io.snowkeeper.coordinator.zookeeper.ZooKeeperCoordinator;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.core.text.HostPort;
import io.snowkeeper.node.Node;
import io.snowkeeper.testkit.node.NodeUnderTest;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * A node by the command line of {@code serve}, in the process of the test: for tests of a node, and not of its process'
 * start, end and log.
 */
public final class LocalNode implements NodeUnderTest, AutoCloseable {

    private final Node node;
    private final InetSocketAddress address;

    private LocalNode(Node node) throws Exception {
        this.node = node;
        this.address = node.start();
    }

    /** The options of serve. */
    @Command
    private static final class Options {
        @Mixin
        private NodeOptions options;
    }

    /** Starts one with a name, on any port unless an option names one. */
    public static LocalNode serve(String... options) throws Exception {
        return serveIn(Map.of(), options);
    }

    /** As {@link #serve}, with options in the environment. */
    public static LocalNode serveIn(Map<String, String> environment, String... options) throws Exception {
        List<String> all = new ArrayList<>(List.of(options));
        if (!all.contains("--port")) {
            all.addAll(List.of("--port", "0"));
        }
        String[] arguments = all.toArray(String[]::new);
        Options parsed = new Options();
        CommandLine commandLine = new CommandLine(parsed);
        commandLine.addMixin("config", new ConfigOption());
        commandLine
                .setDefaultValueProvider(Configuration.read(environment, arguments))
                .parseArgs(arguments);
        return new LocalNode(new Node(parsed.options.settings(), MillisClock.wall(), new ZooKeeperCoordinator()));
    }

    @Override
    public InetSocketAddress address() {
        return address;
    }

    @Override
    public String httpUrl() {
        return "http://" + HostPort.of(node.httpAddress().orElseThrow());
    }

    /** Returns where it speaks Redis' protocol. */
    public InetSocketAddress redisAddress() {
        return node.redisAddress().orElseThrow();
    }

    @Override
    public void close() {
        node.close();
    }

    @Override
    public String toString() {
        return "node at " + address;
    }
}
