package io.snowkeeper.cli.deploy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.testkit.extent.OnlyInFull;
import io.snowkeeper.testkit.net.LineClient;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.time.Realtime;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The packaged program with the flags of the image, in a JVM that believes to have the smallest limit. Its whole heap
 * is touched at the start, so that only the memory beside it is left to chance.
 */
@OnlyInFull
@Realtime
class MemoryLimitIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final Pattern PENDING =
            Pattern.compile("^snowkeeper_answers_pending_bytes (\\S+)$", Pattern.MULTILINE);

    /** How many clients ask for more than they ever take: together for more than a node keeps of answers. */
    private static final int THAT_DO_NOT_READ = 600;

    private static final int ASKED = 2_000;

    @TempDir
    private Path folder;

    @Test
    void aNodeStaysBelowItsLimitAndServesWhileManyDoNotTakeTheirAnswers() throws Exception {
        NodeProcess node = start();
        List<Socket> greedy = new ArrayList<>();
        try {
            InetSocketAddress address = node.address();
            try (LineClient client = LineClient.connect(address)) {
                await("ready").atMost(PATIENCE).until(() -> ask(client).contains("\"generate_ok\""));
                String batches = "{\"src\":\"c\",\"body\":{\"type\":\"generate_batch\",\"count\":100000}}\n".repeat(4);
                for (int i = 0; i < THAT_DO_NOT_READ; i++) {
                    Socket one = new Socket();
                    greedy.add(one);
                    // The kernel shall keep little of the answers.
                    one.setReceiveBufferSize(4096);
                    one.connect(address);
                    one.getOutputStream().write(batches.getBytes(UTF_8));
                }
                await("answers wait").atMost(PATIENCE).until(() -> pendingMebibytes(node) >= 16);

                for (int i = 0; i < ASKED; i++) {
                    assertThat(ask(client)).contains("\"generate_ok\"");
                }
                assertThat(node.isAlive()).isTrue();
                assertThat(node.memory().orElseThrow().peakKib() / 1024).isLessThan(NodeFlags.SMALLEST_LIMIT);
            }
        } finally {
            for (Socket socket : greedy) {
                socket.close();
            }
            node.close();
        }
    }

    private NodeProcess start() throws IOException {
        List<String> options = new ArrayList<>(NodeFlags.ofTheImage().all());
        options.addAll(List.of("-XX:MaxRAM=%dm".formatted(NodeFlags.SMALLEST_LIMIT), "-XX:+AlwaysPreTouch"));
        // The JVM's own choice below 1,792 MiB.
        options.addAll(List.of("-XX:+UseSerialGC", "-Xms%dm".formatted(heap())));
        return NodeProcess.startWith(
                folder, options, List.of("serve", "--port", "0", "--embedded-zookeeper-port", "0"));
    }

    private static long heap() throws IOException {
        return (long) (NodeFlags.SMALLEST_LIMIT * NodeFlags.ofTheImage().number("MaxRAMPercentage") / 100);
    }

    /** Returns the size of answers in the node that clients do not take, by its metrics. */
    private static double pendingMebibytes(NodeProcess node) throws IOException, InterruptedException {
        Matcher pending = PENDING.matcher(node.metrics());
        assertThat(pending.find()).isTrue();
        return Double.parseDouble(pending.group(1)) / (1 << 20);
    }

    private static String ask(LineClient client) throws IOException {
        return String.valueOf(client.ask("{\"src\":\"c\",\"body\":{\"type\":\"generate\"}}"));
    }
}
