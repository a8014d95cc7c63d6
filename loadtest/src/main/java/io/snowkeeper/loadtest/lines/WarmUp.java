package io.snowkeeper.loadtest.lines;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Optional;

/**
 * A warm-up of this program alone: the load on a server in this process. Where all connect at once, the server is measured from its
 * first line on, and a program whose own code is not compiled yet would be what is slow.
 */
final class WarmUp {

    private static final int CONNECTIONS = 20;

    private WarmUp() {}

    static void run(Load load) throws IOException {
        try (ServerSocketChannel server =
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            daemon(() -> accept(server));
            Load same = new Load(
                    (InetSocketAddress) server.getLocalAddress(),
                    Optional.empty(),
                    load.line(),
                    CONNECTIONS,
                    load.depth(),
                    1,
                    load.linesPerSecond(),
                    Duration.ZERO,
                    load.warmup(),
                    true);
            try (LoadLoop loop = new LoadLoop(same, CONNECTIONS)) {
                var unused = loop.call();
            }
        }
    }

    private static void accept(ServerSocketChannel server) {
        try {
            while (true) {
                SocketChannel client = server.accept();
                daemon(() -> answer(client));
            }
        } catch (IOException e) {
            // The warm-up is over.
        }
    }

    /** Sends lines back: each is its own answer. */
    private static void answer(SocketChannel client) {
        ByteBuffer bytes = ByteBuffer.allocateDirect(64 * 1024);
        try (client) {
            while (client.read(bytes.clear()) >= 0) {
                bytes.flip();
                while (bytes.hasRemaining()) {
                    client.write(bytes);
                }
            }
        } catch (IOException e) {
            // The warm-up is over.
        }
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "warm-up");
        thread.setDaemon(true);
        thread.start();
    }
}
