package io.snowkeeper.loadtest.chaos.fleet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/** Three ZooKeeper servers with their data on disk. */
public final class Ensemble implements AutoCloseable {

    /** How many servers there are. */
    public static final int SIZE = 3;

    private static final long START_TIMEOUT_MILLIS = 120_000;
    private static final long POLL_MILLIS = 100;

    private final List<ZooKeeperServer> servers = new ArrayList<>();
    private final List<Path> dataFolders = new ArrayList<>();

    private Ensemble() {}

    static Ensemble start(List<Path> classPath, Path folder, Ports ports) throws IOException, InterruptedException {
        Ensemble ensemble = new Ensemble();
        StringBuilder members = new StringBuilder();
        for (int id = 1; id <= SIZE; id++) {
            members.append("server.%d=127.0.0.1:%d:%d%n".formatted(id, ports.next(), ports.next()));
        }
        try {
            for (int id = 1; id <= SIZE; id++) {
                Path home = Files.createDirectories(folder.resolve("zookeeper" + id));
                int clientPort = ports.next();
                Files.writeString(home.resolve("myid"), Integer.toString(id));
                Path file = Files.writeString(home.resolve("zoo.cfg"), configuration(home, clientPort) + members);
                ensemble.servers.add(new ZooKeeperServer(classPath, file, clientPort));
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
    private static String configuration(Path home, int clientPort) {
        return """
                tickTime=400
                initLimit=50
                syncLimit=8
                admin.enableServer=false
                maxClientCnxns=0
                snapCount=100000000
                4lw.commands.whitelist=srvr
                clientPortAddress=127.0.0.1
                dataDir=%s
                clientPort=%d
                """.formatted(home.toAbsolutePath(), clientPort);
    }

    /** Returns the servers' addresses as clients write them, past all links. */
    public String connectString() {
        return servers.stream()
                .map(server -> "127.0.0.1:" + server.clientPort())
                .collect(Collectors.joining(","));
    }

    /** Returns where the servers keep the logs of what was written. */
    public List<Path> logFolders() {
        return List.copyOf(dataFolders);
    }

    int clientPort(int server) {
        return servers.get(server).clientPort();
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
        long serving = servers.stream().filter(ZooKeeperServer::serves).count();
        return serving > SIZE / 2 ? Optional.empty() : Optional.of("only %d of %d serve".formatted(serving, SIZE));
    }

    @Override
    public void close() {
        killAll();
    }
}
