package io.snowkeeper.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.testkit.node.NodeProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a node listens, as the kernel sees it. */
@Tag("system")
class LoopbackIT {

    private static final String LISTENING = "0A";

    /** 127.0.0.1, also as Java writes it into a socket of IPv6. */
    private static final Set<String> LOOPBACK = Set.of("0100007F", "0000000000000000FFFF00000100007F");

    private static final Set<String> ANY = Set.of("00000000", "00000000000000000000000000000000");

    @TempDir
    private Path folder;

    @Test
    void withoutAnAddressANodeAndItsZooKeeperListenOnLoopbackAlone() throws Exception {
        try (NodeProcess node = NodeProcess.serve(folder, Map.of(), "--embedded-zookeeper-port", "0", "--name", "n1")) {
            node.awaitWorkerId();
            node.httpUrl();

            assertThat(listeningAddresses(node.pid())).isNotEmpty().isSubsetOf(LOOPBACK);
            assertThat(node.stdout())
                    .matches("snowkeeper n1 listens on 127\\.0\\.0\\.1:\\d+\n"
                            + "snowkeeper n1 answers HTTP on 127\\.0\\.0\\.1:\\d+\n");
        }
    }

    @Test
    void onlyAnAddressOpensItToOtherMachinesAndNotItsZooKeeper() throws Exception {
        try (NodeProcess node = NodeProcess.serve(
                folder,
                Map.of("SNOWKEEPER_EMBEDDED_ZOOKEEPER", "true"),
                "--embedded-zookeeper-port",
                "0",
                "--name",
                "n1",
                "--bind",
                "0.0.0.0")) {
            node.address();
            node.httpUrl();

            Set<String> opened = listeningAddresses(node.pid());
            assertThat(opened).containsAnyElementsOf(ANY).containsAnyElementsOf(LOOPBACK);
            assertThat(node.stdout())
                    .matches("snowkeeper n1 listens on (\\[::]|0\\.0\\.0\\.0):\\d+\n"
                            + "snowkeeper n1 answers HTTP on (\\[::]|0\\.0\\.0\\.0):\\d+\n");
            String alone = "a node there would form another fleet, and give the same ids";
            assertThat(node.stderr()).contains(alone);
            int port = URI.create(node.httpUrl()).getPort();
            URI asked = URI.create("http://127.0.0.1:%d/readyz?verbose".formatted(port));
            assertThat(HttpClient.newHttpClient()
                            .send(HttpRequest.newBuilder(asked).build(), BodyHandlers.ofString())
                            .body())
                    .contains(alone);
        }
    }

    /** Returns the addresses, in the kernel's hexadecimal, at which a process accepts connections. */
    private static Set<String> listeningAddresses(long pid) throws IOException {
        Set<String> sockets = new HashSet<>();
        try (Stream<Path> files = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
            for (Path file : files.toList()) {
                socket(file).ifPresent(sockets::add);
            }
        }
        Set<String> addresses = new TreeSet<>();
        for (String table : List.of("tcp", "tcp6")) {
            for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "net", table))) {
                String[] columns = line.strip().split("\\s+");
                if (columns[3].equals(LISTENING) && sockets.contains(columns[9])) {
                    addresses.add(columns[1].substring(0, columns[1].indexOf(':')));
                }
            }
        }
        return addresses;
    }

    /** Returns the number of the socket that a file of a process is. */
    private static Optional<String> socket(Path file) throws IOException {
        try {
            String target = Files.readSymbolicLink(file).toString();
            return target.startsWith("socket:[")
                    ? Optional.of(target.substring("socket:[".length(), target.length() - 1))
                    : Optional.empty();
        } catch (NoSuchFileException e) {
            // Closed since we looked.
            return Optional.empty();
        }
    }
}
