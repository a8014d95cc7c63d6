package io.snowkeeper.node.line;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.ThreadMXBean;
import io.netty.util.ResourceLeakDetector;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A generate leaves nothing behind on the event loops' heap that would have to be collected as garbage. */
class AllocationIT {

    private static final int REQUESTS = 20_000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final ResourceLeakDetector.Level leakDetection = ResourceLeakDetector.getLevel();

    /** Netty records where one buffer of 128 was allocated, to report its loss. Those allocations are not ours. */
    @BeforeEach
    void disableLeakDetection() {
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
    }

    @AfterEach
    void restoreLeakDetection() {
        ResourceLeakDetector.setLevel(leakDetection);
    }

    /** @param depth how many lines are sent together */
    @ParameterizedTest
    @ValueSource(ints = {1, 20})
    void aGenerateAllocatesNothing(int depth) throws IOException {
        String generate = "{\"src\":\"c1\",\"dest\":\"n1\",\"body\":{\"type\":\"generate\",\"msg_id\":1}}\n";
        try (LineServer server = server();
                Socket client = connect(server)) {
            // Until the compiler has done its work, which takes its time where others have the processor.
            await().atMost(Duration.ofMinutes(2))
                    .pollDelay(Duration.ZERO)
                    .untilAsserted(() ->
                            assertThat(bytesPerRequest(client, generate, depth)).isLessThan(1));
        }
    }

    /** Otherwise the test above would measure nothing. */
    @Test
    void aRequestThatGoesThroughTheParserIsSeenToAllocate() throws IOException {
        try (LineServer server = server();
                Socket client = connect(server)) {
            assertThat(bytesPerRequest(client, "{\"body\":{\"type\":\"generate\",\"trace\":1}}\n", 20))
                    .isGreaterThan(100);
        }
    }

    private static LineServer server() {
        return new LineServer(LineServerSettings.on("127.0.0.1", 0), TestNode.live("n1"));
    }

    private static Socket connect(LineServer server) throws IOException {
        InetSocketAddress address = server.start();
        Socket client = new Socket(address.getAddress(), address.getPort());
        client.setTcpNoDelay(true);
        return client;
    }

    private double bytesPerRequest(Socket client, String line, int depth) throws IOException {
        byte[] lines = line.repeat(depth).getBytes(US_ASCII);
        long before = allocatedByLoops();
        exchange(client, lines, depth);
        return (double) (allocatedByLoops() - before) / REQUESTS;
    }

    private long allocatedByLoops() {
        long[] loops = Stream.of(threads.getThreadInfo(threads.getAllThreadIds()))
                .filter(thread -> thread != null && thread.getThreadName().startsWith("line-io"))
                .mapToLong(thread -> thread.getThreadId())
                .toArray();
        return Arrays.stream(threads.getThreadAllocatedBytes(loops)).sum();
    }

    private static void exchange(Socket client, byte[] lines, int depth) throws IOException {
        byte[] buffer = new byte[64 * 1024];
        InputStream input = client.getInputStream();
        for (int sent = 0; sent < REQUESTS; sent += depth) {
            client.getOutputStream().write(lines);
            for (int missing = depth; missing > 0; ) {
                int read = input.read(buffer);
                for (int i = 0; i < read; i++) {
                    missing -= buffer[i] == '\n' ? 1 : 0;
                }
            }
        }
    }
}
