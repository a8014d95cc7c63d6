package io.snowkeeper.node.line;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.testkit.net.LineClient;
import io.snowkeeper.testkit.time.Patience;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Answers of megabytes, which go out piece by piece. */
class ChunkedAnswerIT {

    private static final int IDS = 100_000;
    private static final String BATCH = "{\"body\":{\"type\":\"generate_batch\",\"count\":" + IDS + "}}\n";

    private final LineServer server = new LineServer(LineServerSettings.on("127.0.0.1", 0), TestNode.live("n1"));
    private final ExecutorService executor = Executors.newCachedThreadPool();

    @AfterEach
    void close() {
        executor.shutdownNow();
        server.close();
    }

    @Test
    void aLongAnswerHasAllItsIdsInOrder() throws IOException {
        try (LineClient client = LineClient.connect(server.start())) {
            client.send(BATCH);
            String answer = client.readLine();

            String ids = answer.substring(answer.indexOf('[') + 1, answer.indexOf(']'));
            List<Long> all =
                    List.of(ids.split(", ")).stream().map(Long::valueOf).toList();
            assertThat(all).hasSize(IDS).isSorted().doesNotHaveDuplicates();
            assertThat(answer).endsWith("], \"max_sequence\": 4095, \"in_reply_to\": null, \"msg_id\": 0}}");
        }
    }

    @Test
    void aLongAnswerHasAllItsSortableIdsInOrder() throws IOException {
        try (LineClient client = LineClient.connect(server.start())) {
            client.send("{\"body\":{\"type\":\"generate_sortable\",\"count\":" + IDS + "}}\n");
            String answer = client.readLine();

            List<String> all = List.of(answer.substring(answer.indexOf('[') + 1, answer.indexOf(']'))
                    .split(", "));
            assertThat(all).hasSize(IDS).isSorted().doesNotHaveDuplicates().allMatch(id -> id.length() == 34);
            assertThat(answer).endsWith("\"], \"in_reply_to\": null, \"msg_id\": 0}}");
        }
    }

    @Test
    void aClientThatDoesNotReadItHoldsUpNobodyAndCostsLittle() throws IOException {
        InetSocketAddress address = server.start();
        try (Socket slow = new Socket();
                LineClient other = LineClient.connect(address)) {
            slow.setReceiveBufferSize(16 * 1024);
            slow.connect(address);
            slow.getOutputStream().write(BATCH.repeat(50).getBytes(US_ASCII));
            await().until(() -> server.pendingBytes() > 0);

            assertThat(other.ask("{\"body\":{\"type\":\"generate\"}}")).contains("generate_ok");
            assertThat(server.pendingBytes()).isLessThan(300_000);
        }
    }

    @Test
    void aServerThatStopsMeanwhileSendsThemToTheirEnd() throws Exception {
        InetSocketAddress address = server.start();
        List<AtomicLong> received = new ArrayList<>();
        List<Future<String>> outputs = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            AtomicLong bytes = new AtomicLong();
            received.add(bytes);
            outputs.add(executor.submit(() -> ask(address, bytes)));
        }
        // Each, since a client without a request before the end gets no answer.
        await().until(() -> received.stream().allMatch(bytes -> bytes.get() > 0)
                && received.stream().mapToLong(AtomicLong::get).sum() > 10_000_000);

        server.drain(Patience.LIMIT);

        for (Future<String> output : outputs) {
            assertThat(output.get()).endsWith("}}\n");
            assertThat(output.get().lines()).allMatch(line -> line.startsWith("{\"src\"") && line.endsWith("}}"));
        }
    }

    private static String ask(InetSocketAddress address, AtomicLong received) throws IOException {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        byte[] buffer = new byte[64 * 1024];
        try (Socket client = new Socket(address.getAddress(), address.getPort())) {
            client.getOutputStream().write(BATCH.repeat(20).getBytes(US_ASCII));
            for (int read = client.getInputStream().read(buffer);
                    read >= 0;
                    read = client.getInputStream().read(buffer)) {
                output.write(buffer, 0, read);
                received.addAndGet(read);
            }
        }
        return output.toString(US_ASCII);
    }
}
