package io.snowkeeper.testkit.zookeeper;

import io.snowkeeper.testkit.net.Ports;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** ZooKeeper servers that belong together, or a single one, in processes of their own with their data on disk. */
public final class Ensemble implements AutoCloseable {

    private static final long START_TIMEOUT_MILLIS = 120_000;
    private static final long POLL_MILLIS = 100;

    private final List<ZooKeeperServer> servers = new ArrayList<>();
    private final List<Path> dataFolders = new ArrayList<>();

    /**
     * The place of one server.
     *
     * @param prefix the command that puts a process there, empty for this machine as it is
     */
    public record Host(List<String> prefix, String address, int clientPort, int quorumPort, int electionPort) {

        /** Returns places on this machine with free ports. */
        public static List<Host> local(int count) {
            return Stream.generate(() -> new Host(List.of(), "127.0.0.1", Ports.next(), Ports.next(), Ports.next()))
                    .limit(count)
                    .toList();
        }
    }

    private Ensemble() {}

    /**
     * Starts a server on each host, and comes back when they serve.
     *
     * @param javaOptions of each server
     * @param settings lines of {@code zoo.cfg}, without folder and ports
     * @param folder a new one for data and logs
     * @throws IOException if they do not serve within two minutes
     */
    public static Ensemble start(
            List<Host> hosts, List<Path> classPath, List<String> javaOptions, String settings, Path folder)
            throws IOException, InterruptedException {
        Ensemble ensemble = new Ensemble();
        try {
            for (int i = 0; i < hosts.size(); i++) {
                Host host = hosts.get(i);
                Path home = folder.resolve("zookeeper" + (i + 1));
                List<String> lines = new ArrayList<>(members(hosts));
                lines.add(settings);
                lines.add("clientPort=" + host.clientPort());
                ensemble.servers.add(new ZooKeeperServer(
                        host.prefix(),
                        classPath,
                        javaOptions,
                        new InetSocketAddress(host.address(), host.clientPort()),
                        ZooKeeperServer.configure(home, i + 1, lines)));
                ensemble.dataFolders.add(home.resolve("version-2"));
            }
            ensemble.awaitLeader();
            return ensemble;
        } catch (IOException | InterruptedException | RuntimeException e) {
            ensemble.close();
            throw e;
        }
    }

    private static List<String> members(List<Host> hosts) {
        List<String> members = new ArrayList<>();
        for (int i = 0; hosts.size() > 1 && i < hosts.size(); i++) {
            Host host = hosts.get(i);
            members.add("server.%s=%s:%s:%s".formatted(i + 1, host.address(), host.quorumPort(), host.electionPort()));
        }
        return members;
    }

    /** Returns the servers' addresses as clients write them. */
    public String connectString() {
        return servers.stream().map(ZooKeeperServer::connectString).collect(Collectors.joining(","));
    }

    /** Returns the folders of the servers' transaction logs. */
    public List<Path> logFolders() {
        return List.copyOf(dataFolders);
    }

    /** Returns where clients connect to a server; servers count from 0. */
    public InetSocketAddress address(int server) {
        return servers.get(server).address();
    }

    /** Returns a server's address as clients write it. */
    public String connectString(int server) {
        return servers.get(server).connectString();
    }

    /** Returns which server leads, or is alone; empty while none does. */
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
        return serving > servers.size() / 2
                ? Optional.empty()
                : Optional.of("only %s of %s serve".formatted(serving, servers.size()));
    }

    /** Returns how many servers belong to an ensemble that has a leader. */
    public long serving() {
        return servers.stream().filter(ZooKeeperServer::serves).count();
    }

    @Override
    public void close() {
        killAll();
    }
}
