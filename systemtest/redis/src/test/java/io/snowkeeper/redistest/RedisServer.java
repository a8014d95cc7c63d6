package io.snowkeeper.redistest;

import static org.awaitility.Awaitility.await;

import io.snowkeeper.testkit.net.Ports;
import io.snowkeeper.testkit.time.Patience;
import java.io.IOException;
import java.nio.file.Path;
import redis.clients.jedis.Jedis;

/** A redis-server of the machine's, on a port of its own, which keeps nothing. */
final class RedisServer implements AutoCloseable {

    private final Process process;
    private final int port;

    private RedisServer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    static RedisServer start(Path folder) throws IOException {
        int port = Ports.next();
        Process process = new ProcessBuilder(
                        "redis-server",
                        "--port",
                        Integer.toString(port),
                        "--bind",
                        "127.0.0.1",
                        "--save",
                        "",
                        "--dir",
                        folder.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("redis.log").toFile())
                .start();
        RedisServer server = new RedisServer(process, port);
        await("redis-server answers, its log is in " + folder)
                .ignoreExceptions()
                .until(() -> {
                    try (Jedis client = server.connect()) {
                        return client.ping().equals("PONG");
                    }
                });
        return server;
    }

    int port() {
        return port;
    }

    Jedis connect() {
        return connect(port);
    }

    /** Connects to Redis or to a node, with the patience of a test. */
    static Jedis connect(int port) {
        return new Jedis("127.0.0.1", port, Patience.LIMIT_MILLIS);
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
