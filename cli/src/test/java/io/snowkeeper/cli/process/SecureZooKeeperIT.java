package io.snowkeeper.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import io.snowkeeper.cli.Run;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.tls.TestCa;
import io.snowkeeper.testkit.zookeeper.ZooKeeperServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged program with a login at a ZooKeeper that is reached over TLS alone. */
@Tag("system")
class SecureZooKeeperIT {

    @TempDir(cleanup = ON_SUCCESS)
    private static Path folder;

    private static final List<NodeProcess> NODES = new ArrayList<>();

    private static ZooKeeperServer zooKeeper;
    private static List<String> toZooKeeper;
    private static NodeProcess first;

    @BeforeAll
    static void startZooKeeper() throws Exception {
        TestCa ca = TestCa.in(folder, "ca");
        zooKeeper = ZooKeeperServer.secure(
                List.of(NodeProcess.jar()), ca.issue("zookeeper").both(), ca.file(), List.of(), folder);
        toZooKeeper = List.of(
                "--zookeeper",
                zooKeeper.connectString(),
                "--zookeeper-tls-ca",
                ca.file().toString(),
                "--zookeeper-tls-keystore",
                ca.issue("node").both().toString());
        Files.writeString(folder.resolve("login"), "fleet:correct-horse\n");
        Files.writeString(folder.resolve("other-login"), "other:battery-staple\n");
        first = serve("n1", "login", "--session-timeout", "2s", "--window", "3s");
        // The fleet is there then, and belongs to its login.
        first.awaitWorkerId();
    }

    @AfterAll
    static void stopAll() {
        NODES.forEach(NodeProcess::close);
        zooKeeper.close();
    }

    private static String[] commandLine(String command, String login, String... options) {
        List<String> all = new ArrayList<>(List.of(command));
        all.addAll(toZooKeeper);
        all.addAll(List.of("--zookeeper-auth-file", folder.resolve(login).toString()));
        all.addAll(List.of(options));
        return all.toArray(String[]::new);
    }

    private static NodeProcess serve(String name, String login, String... options) throws IOException {
        List<String> all = new ArrayList<>(List.of("--port", "0", "--http-port", "none", "--name", name));
        all.addAll(List.of(options));
        NodeProcess node =
                NodeProcess.start(folder, Map.of(), List.of(commandLine("serve", login, all.toArray(String[]::new))));
        NODES.add(node);
        return node;
    }

    @Test
    void aNodeGivesIdsAndSaysNothingOfThePassword() throws Exception {
        NodeProcess node = serve("n2", "login");
        node.awaitWorkerId();

        node.awaitId();
        assertThat(node.stop()).isZero();
        assertThat(node.stderr()).doesNotContain("ERROR");
        assertThat(first.stderr() + node.stderr()).doesNotContain("TLS with", "every client", "correct-horse");
    }

    @Test
    void aNodeGoesOnWhenZooKeeperIsBack() throws Exception {
        long workerId = first.awaitWorkerId();
        zooKeeper.kill();
        await("reservation used up: " + first).until(() -> !first.generate().has("id"));
        zooKeeper.restart();

        first.awaitId();
        assertThat(first.awaitWorkerId()).isEqualTo(workerId);
        assertThat(first.stderr()).doesNotContain("\tat ", "Unexpected throwable");
    }

    @Test
    void aNodeWithAnotherLoginEndsWithStatus1AndSaysWhatToDo() throws Exception {
        NodeProcess other = serve("n3", "other-login");

        assertThat(other.awaitExit()).isEqualTo(1);
        assertThat(other.stderr())
                .endsWith(
                        "snowkeeper: ZooKeeper denies access to znode /snowkeeper/workers: the fleet's znodes belong to another login; give its user and password with --zookeeper-auth-file\n")
                .doesNotContain("battery-staple", "\tat ");
    }

    @Test
    void retireLogsInAsWell() {
        assertThat(Run.of(commandLine("retire", "login", "1023")))
                .isEqualTo(new Run(1, "", "snowkeeper: worker id 1023 was never taken, there is nothing to retire\n"));
    }
}
