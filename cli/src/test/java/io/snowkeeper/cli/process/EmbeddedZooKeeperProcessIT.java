package io.snowkeeper.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import ch.qos.logback.classic.Level;
import io.snowkeeper.cli.LocalNode;
import io.snowkeeper.cli.Run;
import io.snowkeeper.testkit.log.LogCapture;
import io.snowkeeper.testkit.net.LineClient;
import io.snowkeeper.testkit.net.Ports;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.NodeUnderTest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node without {@code --zookeeper} brings its own, and others can join it. */
@Tag("system")
class EmbeddedZooKeeperProcessIT {

    private static final Pattern JOIN = Pattern.compile(
            "embedded ZooKeeper runs in this process, data in (\\S+); other nodes of this machine join it"
                    + " with --zookeeper (127\\.0\\.0\\.1:\\d+)");

    @TempDir(cleanup = ON_SUCCESS)
    private Path folder;

    private final List<NodeProcess> nodes = new ArrayList<>();

    @AfterEach
    void stopAll() {
        nodes.forEach(NodeProcess::close);
    }

    @Test
    void aNodeAloneGivesIdsAndItsFleetIsTheSameAfterARestartAndAfterAKillThoughASecondNodeHasJoinedIt()
            throws Exception {
        NodeProcess alone = serve("--name", "n1", "--embedded-zookeeper-port", "0");
        alone.awaitWorkerId();

        alone.awaitId();
        assertThat(join(alone).group(1)).isEqualTo(folder + "/snowkeeper-data/n1/zookeeper");
        String fleet = fleetOf(alone);
        assertThat(alone.stop()).isZero();
        assertThat(complaints(alone.stderr().lines())).isEmpty();
        assertThat(alone.stdout().lines()).hasSize(2);

        String port = Integer.toString(Ports.next());
        NodeProcess first = serve("--name", "n1", "--embedded-zookeeper-port", port);
        long firstWorkerId = first.awaitWorkerId();

        assertThat(fleetOf(first)).isEqualTo(fleet);

        try (LocalNode second =
                LocalNode.serve("--name", "n2", "--zookeeper", join(first).group(2), "--state-dir", "none")) {
            assertThat(second.awaitWorkerId()).isNotEqualTo(firstWorkerId);
            assertThat(fleetOf(second)).isEqualTo(fleet);

            first.kill();
            NodeProcess after = serve("--name", "n1", "--embedded-zookeeper-port", port);
            after.awaitWorkerId();

            assertThat(fleetOf(after)).isEqualTo(fleet);
        }
    }

    @Test
    void whatWasMadeUnderALoginIsServedUnderThatLoginAlone() throws Exception {
        Path login = Files.writeString(folder.resolve("login"), "fleet:correct-horse");
        try (LogCapture log = LogCapture.ofOurs()) {
            try (LocalNode before = LocalNode.serve(
                    "--name",
                    "n1",
                    "--embedded-zookeeper-port",
                    "0",
                    "--zookeeper-auth-file",
                    login.toString(),
                    "--state-dir",
                    folder.resolve("snowkeeper-data/n1").toString())) {
                before.awaitWorkerId();
            }
            assertThat(complaints(log.linesFrom(Level.WARN).stream())).isEmpty();
            assertThat(log.linesFrom(Level.TRACE)).isNotEmpty().noneMatch(line -> line.contains("correct-horse"));
        }

        NodeProcess after = serve("--name", "n1", "--embedded-zookeeper-port", "0");

        assertThat(after.awaitExit()).isEqualTo(1);
        assertThat(after.stderr())
                .endsWith(
                        "snowkeeper: ZooKeeper denies access to znode /snowkeeper/workers: the fleet's znodes belong to another login; give its user and password with --zookeeper-auth-file\n");
    }

    @Test
    void aPortThatIsTakenIsNamedWithWhatToDo() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            int port = taken.getLocalPort();

            assertThat(Run.of(
                            "serve",
                            "--port",
                            "0",
                            "--name",
                            "n1",
                            "--embedded-zookeeper-port",
                            String.valueOf(port),
                            "--state-dir",
                            folder.resolve("n1").toString()))
                    .isEqualTo(new Run(
                            1,
                            "",
                            "snowkeeper: port %d of 127.0.0.1 is taken, the embedded ZooKeeper cannot listen there; if a ZooKeeper does, join it with --zookeeper 127.0.0.1:%d, else choose a port with --embedded-zookeeper-port\n"
                                    .formatted(port, port)));
        }
    }

    private NodeProcess serve(String... options) throws IOException {
        NodeProcess node = NodeProcess.serve(folder, Map.of(), options);
        nodes.add(node);
        return node;
    }

    /**
     * Returns the log's complaints, except those about the machine: that its disk is slow, or its limit of files low.
     */
    private static List<String> complaints(Stream<String> log) {
        return log.filter(line -> line.contains("WARN") || line.contains("ERROR"))
                .filter(line -> !line.contains("fsync-ing the write ahead log"))
                .filter(line -> !line.contains("the process may open"))
                .toList();
    }

    private static Matcher join(NodeProcess node) {
        return await("address of the embedded ZooKeeper: " + node)
                .until(() -> JOIN.matcher(node.stderr()), Matcher::find);
    }

    private static String fleetOf(NodeUnderTest node) throws IOException {
        try (LineClient client = node.connect()) {
            return client.status().get("fleet").asText();
        }
    }
}
