package io.snowkeeper.node.line;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.netty.channel.epoll.Epoll;
import io.snowkeeper.node.net.Transport;
import io.snowkeeper.node.service.NodeService;
import io.snowkeeper.testkit.log.LogCapture;
import io.snowkeeper.testkit.net.LineClient;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LineServerIT {

    private static final String GENERATE = "{\"src\":\"c1\",\"body\":{\"type\":\"generate\",\"msg_id\":2}}";
    private static final Pattern ID =
            Pattern.compile("\"id\": ([0-9]+), \"in_reply_to\": ([0-9]+), \"msg_id\": ([0-9]+)");

    private final NodeService node = TestNode.live("n1");
    private final List<AutoCloseable> toClose = new ArrayList<>();

    @AfterEach
    void closeAll() throws Exception {
        for (int i = toClose.size() - 1; i >= 0; i--) {
            toClose.get(i).close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void bothTransportsServe(Transport transport) throws IOException {
        LineServer server = closing(new LineServer(LineServerSettings.on("127.0.0.1", 0), node, transport));
        LineClient client = closing(LineClient.connect(server.start()));

        assertThat(client.ask(GENERATE)).contains("\"type\": \"generate_ok\"");
    }

    @Test
    void theOperatingSystemsOwnTransportIsUsedWhereItIs() {
        assertThat(Transport.best()).isEqualTo(Epoll.isAvailable() ? Transport.EPOLL : Transport.NIO);
    }

    @Test
    void answersComeInTheOrderOfTheRequestsWithoutWaitingForThem() throws Exception {
        LineClient client = closing(LineClient.connect(start(defaults())));
        int requests = 20_000;
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < requests; i++) {
            lines.append("{\"body\":{\"type\":\"generate\",\"msg_id\":")
                    .append(i)
                    .append("}}\n");
        }
        Future<?> sent = executor(1).submit(() -> client.send(lines.toString()));

        long last = -1;
        for (int i = 0; i < requests; i++) {
            Matcher answer = answer(client.readLine());
            assertThat(Integer.parseInt(answer.group(2))).isEqualTo(i);
            assertThat(Integer.parseInt(answer.group(3))).isEqualTo(i);
            assertThat(Long.parseLong(answer.group(1))).isGreaterThan(last);
            last = Long.parseLong(answer.group(1));
        }
        sent.get();
    }

    @Test
    void aStreamThatIsCutAnywhereGetsTheSameAnswers() throws IOException {
        String input = "{\"src\":\"c0\",\"body\":{\"type\":\"init\",\"msg_id\":1,\"node_id\":\"n\\u00e9\"}}\r\n"
                + "{\"src\":\"c1\",\"body\":{\"type\":\"verify_ids\",\"msg_id\":2,\"ids\":[10,20,10,30]}}\n"
                + "\n{\"src\":\"c1\",\"body\":{\"type\":\"decompose\",\"msg_id\":3,\"id\":\"4198502400\"}}\n"
                + "nonsense\r\n{\"src\":\"c1\",\"body\":{\"type\":\"no\",\"msg_id\":4}}";
        InetSocketAddress address = start(defaults());
        String expected = exchangeInPieces(address, input, new Random(0), input.length());
        assertThat(expected.lines()).hasSize(6);

        for (long seed = 1; seed <= 100; seed++) {
            assertThat(exchangeInPieces(address, input, new Random(seed), 40))
                    .as("seed %d", seed)
                    .isEqualTo(expected);
        }
    }

    @Test
    void aHundredConnectionsGetDistinctIds() throws Exception {
        InetSocketAddress address = start(defaults());
        List<Callable<List<Long>>> clients = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            clients.add(() -> generate(address, 200));
        }

        List<Long> all = new ArrayList<>();
        for (Future<List<Long>> ids : executor(100).invokeAll(clients)) {
            assertThat(ids.get()).isSorted();
            all.addAll(ids.get());
        }
        assertThat(all).hasSize(20_000);
        assertThat(new HashSet<>(all)).hasSize(20_000);
    }

    @Test
    void initNamesTheSourceForItsOwnConnectionOnly() throws IOException {
        InetSocketAddress address = start(defaults());
        LineClient named = closing(LineClient.connect(address));
        LineClient other = closing(LineClient.connect(address));
        named.ask("{\"body\":{\"type\":\"init\",\"node_id\":\"n7\"}}");

        assertThat(named.ask(GENERATE)).startsWith("{\"src\": \"n7\", ");
        assertThat(other.ask(GENERATE)).startsWith("{\"src\": \"n1\", ");
    }

    @ParameterizedTest
    @EnumSource
    void aClientThatDoesNotReadIsNotReadEither(Transport transport) throws IOException {
        InetSocketAddress address =
                closing(new LineServer(defaults(), node, transport)).start();
        SocketChannel client = closing(SocketChannel.open());
        client.setOption(StandardSocketOptions.SO_RCVBUF, 64 * 1024);
        client.connect(address);
        client.configureBlocking(false);
        // Long lines: those in the kernels' buffers have to be answered.
        String line = "{\"body\":{\"type\":\"status\"}}" + " ".repeat(200) + "\n";
        long sent = sendUntilStuck(client, line.repeat(1000).getBytes(US_ASCII));

        // The capacity of the two kernels' buffers, and far from that of reading everything.
        assertThat(sent).isLessThan(32L << 20);
        LineClient other = closing(LineClient.connect(address));
        assertThat(other.ask(GENERATE)).contains("generate_ok");
        client.shutdownOutput();
        assertThat(countLines(client)).isEqualTo((sent + line.length() - 1) / line.length());
    }

    @ParameterizedTest
    @EnumSource
    void aClientThatHasEndedItsSideStillGetsAllAnswers(Transport transport) throws IOException {
        InetSocketAddress address =
                closing(new LineServer(defaults(), node, transport)).start();
        SocketChannel client = closing(SocketChannel.open());
        client.setOption(StandardSocketOptions.SO_RCVBUF, 64 * 1024);
        client.connect(address);
        String lines = "{\"body\":{\"type\":\"generate_batch\",\"count\":100000}}\n".repeat(8);
        client.write(ByteBuffer.wrap(lines.getBytes(US_ASCII)));
        client.shutdownOutput();

        assertThat(countLines(client)).isEqualTo(8);
    }

    @Test
    void oneConnectionMoreThanAllowedIsToldSoAndClosed() throws IOException {
        InetSocketAddress address = start(new LineServerSettings("127.0.0.1", 0, 10, 2, Duration.ZERO));
        LineClient first = closing(LineClient.connect(address));
        LineClient second = closing(LineClient.connect(address));
        first.ask(GENERATE);
        second.ask(GENERATE);
        LineClient third = closing(LineClient.connect(address));
        third.send(GENERATE + "\n");

        assertThat(third.readLine())
                .isEqualTo("{\"src\": \"n1\", \"dest\": null, \"body\": {\"type\": \"error\", \"code\": 11,"
                        + " \"text\": \"too many connections: at most 2 are served at once\","
                        + " \"reason\": \"too-many-connections\", \"in_reply_to\": null, \"msg_id\": 0}}");
        assertThat(third.readLine()).isNull();
        assertThat(first.ask(GENERATE)).contains("generate_ok");
    }

    @Test
    void aConnectionThatEndsMakesRoomForAnother() throws IOException {
        LineServer server = closing(new LineServer(new LineServerSettings("127.0.0.1", 0, 10, 1, Duration.ZERO), node));
        InetSocketAddress address = server.start();
        LineClient first = closing(LineClient.connect(address));
        first.ask(GENERATE);
        assertThat(server.connections()).isEqualTo(1);
        first.close();
        await().until(() -> server.connections() == 0);

        assertThat(closing(LineClient.connect(address)).ask(GENERATE)).contains("generate_ok");
    }

    @Test
    void anIdleConnectionIsClosed() throws IOException {
        InetSocketAddress address = start(new LineServerSettings("127.0.0.1", 0, 10, 10, Duration.ofMillis(200)));
        LineClient client = closing(LineClient.connect(address));

        assertThat(client.readLine()).isNull();
    }

    @Test
    void aClientThatGoesAwayWithoutReadingLeavesNoStackTrace() throws IOException {
        LineServer server = closing(new LineServer(defaults(), node));
        InetSocketAddress address = server.start();
        try (LogCapture log = LogCapture.start()) {
            for (int i = 0; i < 20; i++) {
                try (Socket client = new Socket(address.getAddress(), address.getPort())) {
                    client.setSoLinger(true, 0);
                    client.getOutputStream()
                            .write((GENERATE + "\n").repeat(1000).getBytes(US_ASCII));
                }
            }
            await().until(() -> server.connections() == 0);

            assertThat(log.stackTraces()).isZero();
        }
        assertThat(closing(LineClient.connect(address)).ask(GENERATE)).contains("generate_ok");
    }

    @Test
    void anAddressInUseIsNamed() throws IOException {
        int port = start(defaults()).getPort();
        LineServer second = closing(new LineServer(LineServerSettings.on("127.0.0.1", port), node));

        assertThatThrownBy(second::start)
                .isInstanceOf(BindException.class)
                .hasMessageStartingWith("cannot listen on 127.0.0.1:" + port + ": ")
                .hasMessageContaining("Address already in use");
    }

    @Test
    void anAddressThatIsNotKnownIsNamed() {
        LineServer server = closing(new LineServer(LineServerSettings.on("no.such.host.invalid", 7070), node));

        assertThatThrownBy(server::start)
                .isInstanceOf(BindException.class)
                .hasMessageStartingWith("cannot listen on no.such.host.invalid:7070: ");
    }

    @Test
    void aServerIsStartedOnce() throws IOException {
        LineServer server = closing(new LineServer(defaults(), node));
        server.start();

        assertThatThrownBy(server::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a server is started once: it is STARTED");
    }

    private static LineServerSettings defaults() {
        return LineServerSettings.on("127.0.0.1", 0);
    }

    private InetSocketAddress start(LineServerSettings settings) throws IOException {
        return closing(new LineServer(settings, node)).start();
    }

    private <T extends AutoCloseable> T closing(T closeable) {
        toClose.add(closeable);
        return closeable;
    }

    private ExecutorService executor(int threads) {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        toClose.add(executor::shutdownNow);
        return executor;
    }

    private static List<Long> generate(InetSocketAddress address, int count) throws IOException {
        try (LineClient client = LineClient.connect(address)) {
            List<Long> ids = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                ids.add(Long.valueOf(answer(client.ask(GENERATE)).group(1)));
            }
            return ids;
        }
    }

    private static Matcher answer(String line) {
        Matcher answer = ID.matcher(line);
        assertThat(answer.find()).as(line).isTrue();
        return answer;
    }

    private String exchangeInPieces(InetSocketAddress address, String input, Random random, int maxPiece)
            throws IOException {
        try (LineClient client = LineClient.connect(address)) {
            int from = 0;
            while (from < input.length()) {
                int to = Math.min(input.length(), from + 1 + random.nextInt(maxPiece));
                client.send(input.substring(from, to));
                from = to;
            }
            client.sendAndEnd(new byte[0]);
            return new String(client.readAll(), US_ASCII);
        }
    }

    /** Sends until the server has taken nothing for a while. */
    private static long sendUntilStuck(SocketChannel client, byte[] bytes) throws IOException {
        long sent = 0;
        long lastProgress = System.nanoTime();
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (System.nanoTime() - lastProgress < Duration.ofSeconds(1).toNanos() && sent < 256L << 20) {
            int written = client.write(buffer);
            if (written > 0) {
                sent += written;
                lastProgress = System.nanoTime();
            } else {
                LockSupport.parkNanos(1_000_000);
            }
            if (!buffer.hasRemaining()) {
                buffer.rewind();
            }
        }
        return sent;
    }

    private static long countLines(SocketChannel client) throws IOException {
        client.configureBlocking(true);
        ByteBuffer buffer = ByteBuffer.allocate(1 << 20);
        long lines = 0;
        while (client.read(buffer) >= 0) {
            buffer.flip();
            while (buffer.hasRemaining()) {
                if (buffer.get() == '\n') {
                    lines++;
                }
            }
            buffer.clear();
        }
        return lines;
    }
}
