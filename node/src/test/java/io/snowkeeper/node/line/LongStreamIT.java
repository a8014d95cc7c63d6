package io.snowkeeper.node.line;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.util.internal.PlatformDependent;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A long stream of good and bad lines leaves nothing behind. {@code -Dsnowkeeper.stream.megabytes=1024} makes it a gigabyte;
 * in the build it is less.
 */
@Tag("system")
class LongStreamIT {

    private static final long MEGABYTES = Long.getLong("snowkeeper.stream.megabytes", 48);
    private static final long ALLOWED_GROWTH = 12L << 20;

    @Test
    void memoryIsLevelOverALongStreamOfMixedLines() throws Exception {
        try (LineServer server = new LineServer(LineServerSettings.on("127.0.0.1", 0), TestNode.live("n1"))) {
            InetSocketAddress address = server.start();
            exchange(address, MEGABYTES / 4);
            long heap = usedHeap();
            long direct = PlatformDependent.usedDirectMemory();
            exchange(address, MEGABYTES - MEGABYTES / 4);

            assertThat(usedHeap() - heap).as("growth of the heap").isLessThan(ALLOWED_GROWTH);
            assertThat(PlatformDependent.usedDirectMemory() - direct)
                    .as("growth of direct memory")
                    .isLessThan(ALLOWED_GROWTH);
            await("all taken").until(() -> server.pendingBytes() == 0);
        }
    }

    /** Sends so much, and reads one answer a line. */
    private static void exchange(InetSocketAddress address, long megabytes) throws Exception {
        LineGrammar grammar = new LineGrammar(megabytes);
        StringBuilder lines = new StringBuilder();
        int count = 0;
        while (lines.length() < 1 << 20) {
            lines.append(grammar.line()).append(count % 2 == 0 ? "\n" : "\r\n");
            count++;
        }
        byte[] block = lines.toString().getBytes(UTF_8);
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try (Socket client = new Socket(address.getAddress(), address.getPort())) {
            Future<Long> answers = executor.submit(() -> countLines(client.getInputStream()));
            OutputStream output = client.getOutputStream();
            for (long sent = 0; sent < megabytes; sent++) {
                output.write(block);
            }
            client.shutdownOutput();

            assertThat(answers.get()).isEqualTo(megabytes * count);
        } finally {
            executor.shutdownNow();
        }
    }

    private static long countLines(InputStream input) throws IOException {
        byte[] buffer = new byte[256 * 1024];
        long lines = 0;
        for (int read = input.read(buffer); read >= 0; read = input.read(buffer)) {
            for (int i = 0; i < read; i++) {
                if (buffer[i] == '\n') {
                    lines++;
                }
            }
        }
        return lines;
    }

    private static long usedHeap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
