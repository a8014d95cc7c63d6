package io.snowkeeper.cli;

import static java.util.stream.Collectors.joining;

import io.snowkeeper.core.text.HostPort;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Nodes in the process of the test, with times that none of them sees pass. They end with it. */
public final class LocalFleet implements AutoCloseable {

    private final Path folder;
    private final String connectString;
    private final List<LocalNode> nodes = new ArrayList<>();

    /** Makes one on the ZooKeeper that all tests of this JVM share. */
    public LocalFleet(Path folder) {
        this(folder, SharedZooKeeper.newConnectString());
    }

    public LocalFleet(Path folder, String connectString) {
        this.folder = folder;
        this.connectString = connectString;
    }

    /** Starts a node of a name, on any port, with its state below the folder, unless options say otherwise. */
    public LocalNode serve(String name, String... options) throws Exception {
        List<String> all = new ArrayList<>(List.of("--zookeeper", connectString, "--name", name));
        addUnlessGiven(all, options, "--state-dir", stateDirectory(name).toString());
        // As long as the usual window: sessions outlast a machine's pause of seconds.
        addUnlessGiven(all, options, "--session-timeout", "60s");
        addUnlessGiven(all, options, "--sequence-timeout", "60s");
        all.addAll(List.of(options));
        LocalNode node = LocalNode.serve(all.toArray(String[]::new));
        nodes.add(node);
        return node;
    }

    private static void addUnlessGiven(List<String> all, String[] given, String option, String value) {
        if (Stream.of(given).noneMatch(option::equals)) {
            all.addAll(List.of(option, value));
        }
    }

    /** Returns the addresses of all nodes, as a client takes them. */
    public String addresses() {
        return nodes.stream()
                .map(LocalNode::address)
                .map(address -> HostPort.of(address).toString())
                .collect(joining(","));
    }

    public String connectString() {
        return connectString;
    }

    /** Returns the state directory that a node of this name has unless an option says otherwise. */
    public Path stateDirectory(String name) {
        return folder.resolve(name);
    }

    @Override
    public void close() {
        nodes.forEach(LocalNode::close);
    }
}
