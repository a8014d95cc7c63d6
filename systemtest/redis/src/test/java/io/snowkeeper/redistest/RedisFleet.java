package io.snowkeeper.redistest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.ProcessFleet;
import io.snowkeeper.testkit.process.Shell;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A fleet of three nodes with the port for Redis' protocol behind HAProxy, and a sequence. */
final class RedisFleet implements AutoCloseable {

    /** More than 2^53, and odd: a program that takes it for a floating-point number prints another one. */
    static final long FIRST = (1L << 60) + 1;

    static final String SEQUENCE = "seq:orders";

    private final ProcessFleet fleet;
    private final NodeProcess first;
    private final NodeProcess second;
    private final Balancer balancer;

    RedisFleet(Path folder) throws Exception {
        fleet = new ProcessFleet(Files.createDirectory(folder.resolve("fleet")));
        first = serve("n1");
        second = serve("n2");
        NodeProcess third = serve("n3");
        for (NodeProcess node : List.of(first, second, third)) {
            long unused = node.awaitWorkerId();
        }
        balancer = Balancer.before(List.of(first, second, third), folder);
        // Creating a sequence again with the same definition is no error.
        await().untilAsserted(() -> assertThat(Shell.run(
                        "redis-cli",
                        "-p",
                        Integer.toString(first.redisAddress().getPort()),
                        "SEQ.CREATE",
                        SEQUENCE,
                        "BLOCK",
                        Long.toString(FIRST),
                        Long.toString(Long.MAX_VALUE)))
                .isEqualTo("OK\n"));
    }

    private NodeProcess serve(String name) throws Exception {
        return serve(name, "--http-port", "0", "--drain-delay", "2s");
    }

    NodeProcess serve(String name, String... options) throws Exception {
        return fleet.serve(
                name,
                Stream.concat(Stream.of("--redis-port", "0"), Stream.of(options))
                        .toArray(String[]::new));
    }

    NodeProcess first() {
        return first;
    }

    NodeProcess second() {
        return second;
    }

    Balancer balancer() {
        return balancer;
    }

    @Override
    public void close() throws Exception {
        balancer.close();
        fleet.close();
    }
}
