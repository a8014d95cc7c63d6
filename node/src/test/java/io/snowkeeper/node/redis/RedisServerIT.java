package io.snowkeeper.node.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.ThreadMXBean;
import io.netty.util.ResourceLeakDetector;
import io.snowkeeper.node.line.LineServerSettings;
import io.snowkeeper.node.line.TestNode;
import io.snowkeeper.node.net.connection.PortBounds;
import io.snowkeeper.node.stream.StreamSettings;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The port for Redis' protocol over sockets. */
class RedisServerIT {

    private static final int REQUESTS = 20_000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final ResourceLeakDetector.Level leakDetection = ResourceLeakDetector.getLevel();
    private final RedisServer server = server(LineServerSettings.on("127.0.0.1", 0).stream());

    /** Netty records where one buffer of 128 was allocated, to report its loss. Those allocations are not ours. */
    @BeforeEach
    void disableLeakDetection() {
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
    }

    @AfterEach
    void close() {
        ResourceLeakDetector.setLevel(leakDetection);
        server.close();
    }

    /** @param depth how many commands are sent together */
    @ParameterizedTest
    @CsvSource({"ID.NEXT, 1", "ID.NEXT, 64", "PING, 64"})
    void whatIsHotAllocatesNothing(String command, int depth) throws IOException {
        try (Socket client = connect(server)) {
            // Until the compiler has done its work, which takes its time where others have the processor.
            await().atMost(Duration.ofMinutes(2))
                    .pollDelay(Duration.ZERO)
                    .untilAsserted(() -> assertThat(bytesPerRequest(client, RespExchange.array(command), depth))
                            .isLessThan(1));
        }
    }

    /** Otherwise the test above would measure nothing. */
    @Test
    void whatGoesThroughTheCodecIsSeenToAllocate() throws IOException {
        try (Socket client = connect(server)) {
            assertThat(bytesPerRequest(client, RespExchange.array("ID.NEXT", "AS", "INT"), 20))
                    .isGreaterThan(100);
        }
    }

    @Test
    void aClientThatEndsItsSideGetsItsAnswersAndThenTheEnd() throws IOException {
        try (Socket client = connect(server)) {
            client.getOutputStream().write("PING\r\nECHO a\r\nPI".getBytes(US_ASCII));
            client.shutdownOutput();

            assertThat(new String(client.getInputStream().readAllBytes(), US_ASCII))
                    .isEqualTo("+PONG\r\n$1\r\na\r\n");
        }
    }

    @Test
    void aDrainSendsWhatIsAnsweredAndTellsOthersToGoElsewhere() throws IOException {
        try (Socket client = connect(server)) {
            client.getOutputStream().write((RespExchange.array("ID.NEXT")).getBytes(US_ASCII));
            assertThat(client.getInputStream().read()).isEqualTo(':');
            Thread drain = new Thread(() -> server.drain(Duration.ofSeconds(20)));
            drain.start();

            String all = new String(client.getInputStream().readAllBytes(), US_ASCII);
            assertThat(all).matches("\\d+\r\n");
            await().untilAsserted(() -> assertThat(drain.isAlive()).isFalse());
        }
    }

    @Test
    void whoIsTooManyIsToldSoAsByRedis() throws IOException {
        StreamSettings one = new LineServerSettings("127.0.0.1", 0, 10, 1, Duration.ZERO).stream();
        try (RedisServer small = server(one);
                Socket first = connect(small)) {
            first.getOutputStream().write("PING\r\n".getBytes(US_ASCII));
            assertThat(first.getInputStream().read()).isEqualTo('+');
            InetSocketAddress address = (InetSocketAddress) first.getRemoteSocketAddress();
            try (Socket second = new Socket(address.getAddress(), address.getPort())) {
                assertThat(new String(second.getInputStream().readAllBytes(), US_ASCII))
                        .isEqualTo("-ERR max number of clients reached\r\n");
            }
        }
    }

    private static RedisServer server(StreamSettings settings) {
        return new RedisServer(
                settings,
                new RedisSettings(0, false),
                1000,
                List.of(TestNode.live("n1")),
                Optional.empty(),
                PortBounds.usual());
    }

    private static Socket connect(RedisServer to) throws IOException {
        InetSocketAddress address = to.start();
        Socket client = new Socket(address.getAddress(), address.getPort());
        client.setTcpNoDelay(true);
        return client;
    }

    private double bytesPerRequest(Socket client, String command, int depth) throws IOException {
        byte[] commands = command.repeat(depth).getBytes(US_ASCII);
        long before = allocatedByLoops();
        exchange(client, commands, depth);
        return (double) (allocatedByLoops() - before) / REQUESTS;
    }

    private long allocatedByLoops() {
        long[] loops = Stream.of(threads.getThreadInfo(threads.getAllThreadIds()))
                .filter(thread -> thread != null && thread.getThreadName().startsWith("redis-io"))
                .mapToLong(thread -> thread.getThreadId())
                .toArray();
        return Arrays.stream(threads.getThreadAllocatedBytes(loops)).sum();
    }

    private static void exchange(Socket client, byte[] commands, int depth) throws IOException {
        byte[] buffer = new byte[64 * 1024];
        InputStream input = client.getInputStream();
        for (int sent = 0; sent < REQUESTS; sent += depth) {
            client.getOutputStream().write(commands);
            for (int missing = depth; missing > 0; ) {
                int read = input.read(buffer);
                for (int i = 0; i < read; i++) {
                    missing -= buffer[i] == '\n' ? 1 : 0;
                }
            }
        }
    }
}
