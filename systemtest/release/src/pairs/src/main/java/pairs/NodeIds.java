package pairs;

import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.zookeeper.ZooKeeperCoordinator;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.node.EmbeddedSettings;
import io.snowkeeper.node.Node;
import io.snowkeeper.node.NodeSettings;
import io.snowkeeper.node.line.LineServerSettings;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Says whether a node of this process, with a ZooKeeper of its own, has come to give ids. */
class NodeIds {

    private static final byte[] REQUEST = "{\"body\":{\"type\":\"generate\"}}\n".getBytes(StandardCharsets.UTF_8);

    public static void main(String[] arguments) throws Exception {
        MemberSettings fleet = MemberSettings.builder("pairs").connectString("the one in this process").window(Duration.ofMinutes(1)).sessionTimeout(Duration.ofSeconds(30)).maxSkew(Duration.ofSeconds(5)).maxRollbackWait(Duration.ofSeconds(1)).build();
        NodeSettings settings = new NodeSettings(
                fleet,
                Optional.of(new EmbeddedSettings(0, Files.createTempDirectory("pairs"))),
                LineServerSettings.on("127.0.0.1", 0),
                Optional.empty(),
                Duration.ofSeconds(1));
        try (Node node = new Node(settings, MillisClock.wall(), new ZooKeeperCoordinator())) {
            System.out.println(hasIds(node.start()));
        }
    }

    private static boolean hasIds(InetSocketAddress node) throws Exception {
        try (Socket socket = new Socket(node.getAddress(), node.getPort());
                BufferedReader answers = new BufferedReader(new InputStreamReader(socket.getInputStream()))) {
            for (int tries = 0; tries < 600; tries++) {
                socket.getOutputStream().write(REQUEST);
                if (answers.readLine().contains("\"generate_ok\"")) {
                    return true;
                }
                Thread.sleep(100);
            }
            return false;
        }
    }
}
