package io.snowkeeper.cli.process;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.testkit.extent.Extent;
import io.snowkeeper.testkit.net.LineClient;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.time.Realtime;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hundreds of clients, four in the full form, that each begin a line of a mebibyte and do not end it, at a node with little memory. */
@Realtime
class UnfinishedLinesIT {

    private static final int CLIENTS = Extent.of(150, 400);
    private static final Pattern HELD = Pattern.compile("^snowkeeper_input_pending_bytes (\\S+)$", Pattern.MULTILINE);

    /** The limit of all clients, and a read of each event loop beyond it. */
    private static final double MOST_HELD = (64 << 20) + (1 << 20);

    @TempDir
    private Path folder;

    private NodeProcess node;
    private final List<SocketChannel> attackers = new ArrayList<>();

    @BeforeEach
    void startNode() throws Exception {
        node = NodeProcess.serve(
                folder, Map.of("JAVA_TOOL_OPTIONS", "-Xmx307m"), "--embedded-zookeeper-port", "0", "--name", "n1");
        node.awaitWorkerId();
    }

    @AfterEach
    void stopNode() throws IOException {
        for (SocketChannel attacker : attackers) {
            attacker.close();
        }
        node.close();
    }

    @Test
    void otherClientsGoOnAndTheNodeHoldsNoMoreThanItMay() throws Exception {
        InetSocketAddress address = node.address();
        int logged = node.stderr().length();
        double most = 0;
        try (LineClient kept = LineClient.connect(address)) {
            byte[] line = ("{\"body\":{\"type\":\"verify_ids\",\"ids\":[1" + ",1".repeat(500_000)).getBytes(US_ASCII);
            for (int i = 0; i < CLIENTS; i++) {
                attack(address, line);
                assertThat(kept.generate().get("type").asText()).isEqualTo("generate_ok");
                if (i % 20 == 0) {
                    assertThat(node.generate().get("type").asText()).isEqualTo("generate_ok");
                    most = Math.max(most, held());
                }
            }
            assertThat(kept.call("{\"type\":\"generate_batch\",\"count\":100000}")
                            .get("ids"))
                    .hasSize(100_000);
        }
        assertThat(most).as("bytes of unfinished input").isBetween((double) (1 << 20), MOST_HELD);
        assertThat(node.stderr().substring(logged).lines().filter(line -> !line.contains(" INFO ")))
                .as("what was logged")
                .isEmpty();
        for (SocketChannel attacker : attackers) {
            attacker.close();
        }
        await("given back").until(() -> held() == 0);
    }

    /** Sends as much of the line as the node takes. */
    private void attack(InetSocketAddress address, byte[] line) throws IOException {
        SocketChannel attacker = SocketChannel.open(address);
        attackers.add(attacker);
        attacker.configureBlocking(false);
        ByteBuffer rest = ByteBuffer.wrap(line);
        try {
            for (int tries = 0; rest.hasRemaining() && tries < 20; tries++) {
                if (attacker.write(rest) == 0) {
                    Thread.onSpinWait();
                }
            }
        } catch (IOException e) {
            // It was refused, which is the point.
        }
    }

    private double held() throws IOException, InterruptedException {
        String metrics = node.metrics();
        Matcher gauge = HELD.matcher(metrics);
        assertThat(gauge.find()).as(metrics).isTrue();
        return Double.parseDouble(gauge.group(1));
    }
}
