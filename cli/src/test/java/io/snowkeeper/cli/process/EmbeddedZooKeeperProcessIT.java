package io.snowkeeper.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import io.snowkeeper.testkit.net.LineClient;
import io.snowkeeper.testkit.node.NodeProcess;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node without {@code --zookeeper} brings its own, and others can join it. */
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
    void aNodeAloneGivesIdsAndItsFleetIsTheSameAfterARestart() throws Exception {
        NodeProcess before = serve("--name", "n1", "--embedded-zookeeper-port", "0");
        before.awaitWorkerId();

        before.awaitId();
        assertThat(join(before).group(1)).isEqualTo(folder + "/snowkeeper-data/n1/zookeeper");
        String fleet = fleetOf(before);
        assertThat(before.stop()).isZero();
        assertThat(complaints(before)).isEmpty();
        assertThat(before.stdout().lines()).hasSize(2);

        NodeProcess after = serve("--name", "n1", "--embedded-zookeeper-port", "0");
        after.awaitWorkerId();

        assertThat(fleetOf(after)).isEqualTo(fleet);
    }

    @Test
    void aSecondNodeJoinsItByTheAddressInItsLogAndTheFleetIsTheSameAfterAKill() throws Exception {
        NodeProcess first = serve("--name", "n1", "--embedded-zookeeper-port", "0");
        long firstWorkerId = first.awaitWorkerId();

        NodeProcess second = serve("--name", "n2", "--zookeeper", join(first).group(2));

        assertThat(second.awaitWorkerId()).isNotEqualTo(firstWorkerId);
        String fleet = fleetOf(first);
        assertThat(fleetOf(second)).isEqualTo(fleet);

        first.kill();
        NodeProcess after = serve("--name", "n1", "--embedded-zookeeper-port", "0");
        after.awaitWorkerId();

        assertThat(fleetOf(after)).isEqualTo(fleet);
    }

    @Test
    void whatWasMadeUnderALoginIsServedUnderThatLoginAlone() throws Exception {
        Path login = Files.writeString(folder.resolve("login"), "fleet:correct-horse");
        NodeProcess before =
                serve("--name", "n1", "--embedded-zookeeper-port", "0", "--zookeeper-auth-file", login.toString());
        before.awaitWorkerId();
        assertThat(before.stop()).isZero();
        assertThat(complaints(before)).isEmpty();
        assertThat(before.stderr()).doesNotContain("correct-horse");

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

            NodeProcess node = serve("--name", "n1", "--embedded-zookeeper-port", String.valueOf(port));

            assertThat(node.awaitExit()).isEqualTo(1);
            assertThat(node.stderr())
                    .isEqualTo(
                            "snowkeeper: port %d of 127.0.0.1 is taken, the embedded ZooKeeper cannot listen there; if a ZooKeeper does, join it with --zookeeper 127.0.0.1:%d, else choose a port with --embedded-zookeeper-port\n"
                                    .formatted(port, port));
        }
    }

    private NodeProcess serve(String... options) throws IOException {
        NodeProcess node = NodeProcess.serve(folder, Map.of(), options);
        nodes.add(node);
        return node;
    }

    /** Returns what is wrong by the log, but for words about the machine: that its disk is slow, or its limit of files low. */
    private static List<String> complaints(NodeProcess node) {
        return node.stderr()
                .lines()
                .filter(line -> line.contains("WARN") || line.contains("ERROR"))
                .filter(line -> !line.contains("fsync-ing the write ahead log"))
                .filter(line -> !line.contains("the process may open"))
                .toList();
    }

    private static Matcher join(NodeProcess node) {
        return await("address of the embedded ZooKeeper: " + node)
                .until(() -> JOIN.matcher(node.stderr()), Matcher::find);
    }

    private static String fleetOf(NodeProcess node) throws IOException {
        try (LineClient client = node.connect()) {
            return client.status().get("fleet").asText();
        }
    }
}
