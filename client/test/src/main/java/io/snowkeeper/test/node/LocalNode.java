package io.snowkeeper.test.node;

import io.netty.util.Version;
import io.snowkeeper.client.SnowkeeperClient;
import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.zookeeper.ZooKeeperCoordinator;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.node.EmbeddedSettings;
import io.snowkeeper.node.Node;
import io.snowkeeper.node.NodeFailedException;
import io.snowkeeper.node.NodeSettings;
import io.snowkeeper.node.line.LineServerSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A node in this process, with a ZooKeeper in this process, on loopback at any free port; its files are in a temporary
 * folder that goes with it. Thread-safe.
 */
public final class LocalNode implements AutoCloseable {

    private static final String LOOPBACK = "127.0.0.1";

    /** A node that starts has its worker id in about a second, on a busy machine later. */
    private static final Duration START = Duration.ofMinutes(1);

    private final Path folder;
    private final Node node;
    private final int port;

    private LocalNode(Path folder, Node node, int port) {
        this.folder = folder;
        this.node = node;
        this.port = port;
    }

    /**
     * Starts a node, and waits until it gives ids.
     *
     * @throws IllegalStateException if it cannot start, or the class path has an older Netty than a node needs
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    public static LocalNode start() throws InterruptedException {
        requireNetty();
        Path folder;
        try {
            folder = Files.createTempDirectory("snowkeeper-test");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Node node = new Node(settings(folder), MillisClock.wall(), new ZooKeeperCoordinator());
        try {
            LocalNode started = new LocalNode(folder, node, node.start().getPort());
            try (SnowkeeperClient client = SnowkeeperClient.builder()
                    .servers(started.address())
                    .deadline(START)
                    .build()) {
                client.next();
            }
            return started;
        } catch (NodeFailedException e) {
            delete(folder);
            throw new IllegalStateException("the node must start: " + e.getMessage(), e);
        } catch (RuntimeException | InterruptedException e) {
            node.close();
            delete(folder);
            throw e;
        }
    }

    /** Netty 4.1 is held by Spring Boot 3 and others, and the classes that it lacks do not say so. */
    private static void requireNetty() {
        Version netty = Version.identify().get("netty-common");
        if (netty != null && netty.artifactVersion().startsWith("4.1.")) {
            throw new IllegalStateException(
                    "a node in a test needs Netty 4.2, and the class path has %s: have the build hold 4.2 (netty-bom before"
                                    .formatted(netty.artifactVersion())
                            + " other boms; with Spring Boot's parent, the property netty.version)");
        }
    }

    private static NodeSettings settings(Path folder) {
        MemberSettings fleet = MemberSettings.builder("test")
                .connectString("the one in this process")
                .window(Duration.ofMinutes(1))
                .sessionTimeout(Duration.ofSeconds(30))
                .maxSkew(Duration.ofSeconds(5))
                .maxRollbackWait(Duration.ofSeconds(1))
                .build();
        return new NodeSettings(
                fleet,
                Optional.of(new EmbeddedSettings(0, folder.resolve("zookeeper"))),
                LineServerSettings.on(LOOPBACK, 0),
                Optional.empty(),
                Duration.ofSeconds(1));
    }

    /** Returns the address of its line protocol, as {@code host:port}, for a client's {@code servers}. */
    public String address() {
        return LOOPBACK + ":" + port;
    }

    /** Returns a client of it, which the caller closes. */
    public SnowkeeperClient newClient() {
        return SnowkeeperClient.builder().servers(address()).build();
    }

    /** Stops it and deletes its files. Does nothing if it was closed before. */
    @Override
    public void close() {
        node.close();
        delete(folder);
    }

    private static void delete(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
