package io.snowkeeper.node.line;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.node.service.NodeService;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.Request;
import io.snowkeeper.testkit.net.LineClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DrainIT {

    private static final String GENERATE = "{\"src\":\"c1\",\"body\":{\"type\":\"generate\",\"msg_id\":2}}";
    private static final String BATCH = "{\"body\":{\"type\":\"generate_batch\",\"count\":100000}}\n";
    private static final Duration LONG = Duration.ofSeconds(20);
    private final NodeService node = TestNode.live("n1");
    private final LineServer server = new LineServer(LineServerSettings.on("127.0.0.1", 0), node);
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private InetSocketAddress address;

    @BeforeEach
    void start() throws IOException {
        address = server.start();
    }

    @AfterEach
    void close() {
        executor.shutdownNow();
        server.close();
    }

    @Test
    void underLoadEveryAnswerIsWhole() throws Exception {
        List<AtomicLong> received = new ArrayList<>();
        List<Future<byte[]>> outputs = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            AtomicLong bytes = new AtomicLong();
            received.add(bytes);
            Callable<byte[]> client = () -> sendUntilTheDrain(bytes);
            outputs.add(executor.submit(client));
        }
        await().until(() -> received.stream().allMatch(bytes -> bytes.get() > 10_000));

        server.drain(LONG);

        for (Future<byte[]> output : outputs) {
            String text = new String(output.get(), US_ASCII);
            assertThat(text).endsWith("}}\n");
            assertThat(text.lines()).allMatch(line -> line.endsWith("}}") && line.startsWith("{\"src\": \"n1\", "));
            assertThat(text.lines()
                            .dropWhile(line -> line.contains("\"generate_batch_ok\""))
                            .filter(line -> line.contains("\"generate_batch_ok\"")))
                    .as("ids that were given after a refusal")
                    .isEmpty();
        }
    }

    @Test
    void aRequestThatComesMeanwhileIsRefused() throws Exception {
        try (LineClient client = LineClient.connect(address)) {
            // More than the buffers between us hold, so that the connection is not quiet before we read.
            client.send(BATCH.repeat(20));
            await().until(() -> server.pendingBytes() > 0);
            CompletableFuture<Void> drained = CompletableFuture.runAsync(() -> server.drain(LONG), executor);
            await().until(this::isDraining);

            client.send(GENERATE + "\n");

            List<String> answers = new ArrayList<>();
            for (String answer = client.readLine(); answer != null; answer = client.readLine()) {
                answers.add(answer);
            }
            assertThat(answers)
                    .anyMatch(answer -> answer.startsWith(
                            "{\"src\": \"n1\", \"dest\": \"c1\", \"body\": {\"type\": \"error\", \"code\": 11,"
                                    + " \"text\": \"draining: node n1 is being stopped, ask another one\","
                                    + " \"reason\": \"draining\", \"begun\": false, \"in_reply_to\": 2, \"msg_id\": "));
            client.close();
            drained.join();
        }
    }

    private boolean isDraining() {
        return ((Answer.Status) node.begin(new Request.Status())).draining();
    }

    @Test
    void quietConnectionsAreClosedLongBeforeTheTimeIsOver() throws Exception {
        List<CompletableFuture<String>> ends = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            LineClient client = LineClient.connect(address);
            client.ask(GENERATE);
            ends.add(CompletableFuture.supplyAsync(() -> readToEnd(client), executor));
        }
        long started = System.nanoTime();

        server.drain(LONG);

        assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(LONG.dividedBy(2));
        for (CompletableFuture<String> end : ends) {
            assertThat(end.join()).contains("\"begun\": false, \"in_reply_to\": null");
        }
    }

    @Test
    void aClientThatDoesNotReadHoldsItUpNoLongerThanAllowed() throws Exception {
        try (Socket client = new Socket()) {
            client.setReceiveBufferSize(16 * 1024);
            client.connect(address);
            client.getOutputStream().write(BATCH.repeat(100).getBytes(US_ASCII));
            await().until(() -> client.getInputStream().available() > 0);
            long started = System.nanoTime();

            server.drain(Duration.ofSeconds(1));

            assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(LONG);
            assertThat(server.connections()).isZero();
        }
    }

    @Test
    void nobodyIsLetInMeanwhileNorAfterwards() {
        server.drain(Duration.ofSeconds(1));

        assertThatThrownBy(() -> LineClient.connect(address)).isInstanceOf(ConnectException.class);
    }

    @Test
    void aServerThatWasNotStartedIsDrainedAtOnce() {
        LineServer latent = new LineServer(LineServerSettings.on("127.0.0.1", 0), node);
        latent.drain(LONG);

        assertThatThrownBy(latent::start).hasMessage("a server is started once: it is CLOSED");
    }

    private byte[] sendUntilTheDrain(AtomicLong received) throws IOException {
        byte[] lines = ("{\"body\":{\"type\":\"generate_batch\",\"count\":20}}\n")
                .repeat(100)
                .getBytes(US_ASCII);
        try (Socket client = new Socket(address.getAddress(), address.getPort())) {
            executor.execute(() -> {
                try {
                    // A slow reader that sends after the end of the answers could lose the last of them.
                    while (!isDraining()) {
                        client.getOutputStream().write(lines);
                    }
                    client.shutdownOutput();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            return readToEnd(client, received);
        }
    }

    private static byte[] readToEnd(Socket client, AtomicLong received) throws IOException {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        byte[] buffer = new byte[64 * 1024];
        int read = client.getInputStream().read(buffer);
        while (read >= 0) {
            output.write(buffer, 0, read);
            received.addAndGet(read);
            read = client.getInputStream().read(buffer);
        }
        return output.toByteArray();
    }

    private static String readToEnd(LineClient client) {
        try (client) {
            return new String(client.readAll(), US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
