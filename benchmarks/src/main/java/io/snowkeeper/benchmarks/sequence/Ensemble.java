package io.snowkeeper.benchmarks.sequence;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** ZooKeeper servers on this machine, each in a process of its own, with their data on disk and every write forced there. */
final class Ensemble implements AutoCloseable {

    private final List<Process> servers = new ArrayList<>();
    private final List<Integer> clientPorts = new ArrayList<>();

    /** @param folder a new folder for their data and logs */
    static Ensemble start(int count, Path folder) throws IOException {
        Ensemble ensemble = new Ensemble();
        List<Integer> ports = freePorts(3 * count);
        ensemble.clientPorts.addAll(ports.subList(0, count));
        for (int id = 1; id <= count; id++) {
            ensemble.servers.add(launch(id, count, ports, Files.createDirectories(folder.resolve("server" + id))));
        }
        return ensemble;
    }

    String connectString() {
        return clientPorts.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
    }

    @Override
    public void close() {
        servers.forEach(Process::destroyForcibly);
    }

    private static Process launch(int id, int count, List<Integer> ports, Path folder) throws IOException {
        StringBuilder config = new StringBuilder("tickTime=2000\ninitLimit=10\nsyncLimit=5\nforceSync=yes\n")
                .append("admin.enableServer=false\nmaxClientCnxns=0\n")
                .append("dataDir=")
                .append(folder.toAbsolutePath())
                .append('\n')
                .append("clientPort=")
                .append(ports.get(id - 1))
                .append('\n');
        if (count > 1) {
            for (int server = 1; server <= count; server++) {
                config.append("server.%d=127.0.0.1:%d:%d%n"
                        .formatted(server, ports.get(count + server - 1), ports.get(2 * count + server - 1)));
            }
            Files.writeString(folder.resolve("myid"), Integer.toString(id));
        }
        Path file = Files.writeString(folder.resolve("zoo.cfg"), config);
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "org.apache.zookeeper.server.quorum.QuorumPeerMain",
                        file.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
    }

    private static List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            return sockets.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
    }
}
