package io.snowkeeper.loadtest.chaos.fleet;

import io.snowkeeper.loadtest.process.ZooKeeperServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/** Three ZooKeeper servers with their data on disk, each on a host of its own in a {@link Network}. */
public final class Ensemble implements AutoCloseable {

    /** How many servers there are. */
    public static final int SIZE = 3;

    private static final long START_TIMEOUT_MILLIS = 120_000;
    private static final long POLL_MILLIS = 100;
    private static final int CLIENT_PORT = 2181;
    private static final int QUORUM_PORT = 2888;
    private static final int ELECTION_PORT = 3888;

    private final Network network;
    private final List<ZooKeeperServer> servers = new ArrayList<>();
    private final List<Path> dataFolders = new ArrayList<>();

    private Ensemble(Network network) {
        this.network = network;
    }

    static Ensemble start(List<Path> classPath, Path folder) throws IOException, InterruptedException {
        Network network = Network.create(SIZE);
        Ensemble ensemble = new Ensemble(network);
        try {
            for (int host = 0; host < SIZE; host++) {
                Path home = Files.createDirectories(folder.resolve("zookeeper" + (host + 1)));
                Files.writeString(home.resolve("myid"), Integer.toString(host + 1));
                Path file = Files.writeString(home.resolve("zoo.cfg"), configuration(home) + members(network));
                InetSocketAddress address = new InetSocketAddress(network.address(host), CLIENT_PORT);
                ensemble.servers.add(new ZooKeeperServer(network.on(host), classPath, file, address));
                ensemble.dataFolders.add(home.resolve("version-2"));
            }
            ensemble.awaitLeader();
            return ensemble;
        } catch (IOException | InterruptedException | RuntimeException e) {
            ensemble.close();
            throw e;
        }
    }

    /** Sessions of 0.8 to 8 seconds. No snapshot replaces the log, which is read at the end. */
    private static String configuration(Path home) {
        return """
                tickTime=400
                initLimit=50
                syncLimit=8
                admin.enableServer=false
                maxClientCnxns=0
                snapCount=100000000
                4lw.commands.whitelist=srvr
                dataDir=%s
                clientPort=%d
                """.formatted(home.toAbsolutePath(), CLIENT_PORT);
    }

    private static String members(Network network) {
        StringBuilder members = new StringBuilder();
        for (int host = 0; host < SIZE; host++) {
            members.append(
                    "server.%d=%s:%d:%d%n".formatted(host + 1, network.address(host), QUORUM_PORT, ELECTION_PORT));
        }
        return members.toString();
    }

    /** Returns the servers' addresses as clients write them, past all links. */
    public String connectString() {
        return servers.stream()
                .map(server -> "%s:%d".formatted(server.address().getHostString(), CLIENT_PORT))
                .collect(Collectors.joining(","));
    }

    /** Returns where the servers keep the logs of what was written. */
    public List<Path> logFolders() {
        return List.copyOf(dataFolders);
    }

    InetSocketAddress address(int server) {
        return servers.get(server).address();
    }

    /** Returns which server leads, from 0; empty while none does. */
    public OptionalInt leader() {
        for (int i = 0; i < servers.size(); i++) {
            if (servers.get(i).leads()) {
                return OptionalInt.of(i);
            }
        }
        return OptionalInt.empty();
    }

    /** Sends SIGSTOP. */
    public void pause(int server) throws IOException {
        servers.get(server).pause();
    }

    /** Sends SIGCONT. */
    public void resume(int server) throws IOException {
        servers.get(server).resume();
    }

    /** Cuts one server off from the others; whoever else reaches it still does. */
    public void isolate(int server) throws IOException {
        for (int other = 0; other < SIZE; other++) {
            if (other != server) {
                network.cut(server, other);
            }
        }
    }

    /** Cuts all servers off from each other. */
    public void split() throws IOException {
        for (int server = 0; server < SIZE; server++) {
            isolate(server);
        }
    }

    /** Lets all servers reach each other again. */
    public void mend() throws IOException {
        network.mend();
    }

    /** Sends SIGKILL to all servers. */
    public void killAll() {
        for (ZooKeeperServer server : servers) {
            server.kill();
        }
    }

    /** Starts all servers again with their data. */
    public void startAll() throws IOException {
        for (ZooKeeperServer server : servers) {
            server.start();
        }
    }

    /**
     * Waits until there is a leader.
     *
     * @throws IOException if there is none within two minutes
     */
    public void awaitLeader() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + START_TIMEOUT_MILLIS * 1_000_000;
        Optional<String> missing = missing();
        while (missing.isPresent()) {
            if (System.nanoTime() - deadline > 0) {
                throw new IOException("ZooKeeper does not serve: " + missing.get());
            }
            Thread.sleep(POLL_MILLIS);
            missing = missing();
        }
    }

    private Optional<String> missing() {
        if (leader().isEmpty()) {
            return Optional.of("no server leads");
        }
        long serving = serving();
        return serving > SIZE / 2 ? Optional.empty() : Optional.of("only %d of %d serve".formatted(serving, SIZE));
    }

    /** Returns how many servers belong to an ensemble that has a leader. */
    long serving() {
        return servers.stream().filter(ZooKeeperServer::serves).count();
    }

    @Override
    public void close() {
        killAll();
        network.close();
    }
}
