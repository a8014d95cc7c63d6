package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.StoreSecurity;
import io.snowkeeper.coordinator.state.DirectoryLock;
import io.snowkeeper.coordinator.state.OwnDirectory;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.metrics.impl.NullMetricsProvider;
import org.apache.zookeeper.server.DatadirCleanupManager;
import org.apache.zookeeper.server.ServerMetrics;
import org.apache.zookeeper.server.persistence.FileTxnLog;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A single ZooKeeper server in this process, for a fleet on one machine: its data is on disk and forced there before a
 * write is acknowledged, and it listens on loopback only. Thread-safe.
 */
public final class EmbeddedZooKeeper implements AutoCloseable {

    /**
     * How many connections it takes; those beyond it are closed at once. Each worker id of a node has a session, which is one
     * of them. There is room for the fleets that one machine bears, and no room to use up the files that the process may open.
     */
    public static final int MAX_CONNECTIONS = 1_000;

    private static final Logger log = LoggerFactory.getLogger(EmbeddedZooKeeper.class);

    private static final String LOOPBACK = "127.0.0.1";

    /** The servers of this process, by {@link #connectString}: their clients need not know where they run. */
    private static final Map<String, EmbeddedZooKeeper> RUNNING = new ConcurrentHashMap<>();

    // Sessions are judged once a tick; at ZooKeeper's usual 2 s, a session could not be shorter than 4 s.
    private static final int TICK_MILLIS = 500;
    private static final int MIN_SESSION_MILLIS = 1_000;
    private static final int MAX_SESSION_MILLIS = 300_000;

    // A fleet writes little: ZooKeeper's usual 64 MiB ahead for each log would be nearly all empty.
    private static final int LOG_PREALLOCATION_BYTES = 1 << 20;

    private static final int SNAPSHOTS_KEPT = 3;
    private static final int HOURS_BETWEEN_PURGES = 24;

    /** The folder of ZooKeeper's own logs and snapshots, with the rights that the process' umask leaves. */
    private static final String VERSIONED = "version-2";

    private final Path dataDirectory;
    private final DirectoryLock lock;
    private final FileTxnSnapLog data;
    private final EmbeddedServer server;
    private final EmbeddedConnections connections;
    private final DatadirCleanupManager purge;
    private final AtomicBoolean closed = new AtomicBoolean();

    private EmbeddedZooKeeper(Path dataDirectory, DirectoryLock lock, FileTxnSnapLog data) throws IOException {
        this.dataDirectory = dataDirectory;
        this.lock = lock;
        this.data = data;
        server = new EmbeddedServer(
                data,
                TICK_MILLIS,
                MIN_SESSION_MILLIS,
                MAX_SESSION_MILLIS,
                new TreeBudget(Runtime.getRuntime().maxMemory(), System::nanoTime));
        connections = new EmbeddedConnections(MAX_CONNECTIONS, server::noteFailure);
        purge = new DatadirCleanupManager(
                dataDirectory.toFile(), dataDirectory.toFile(), SNAPSHOTS_KEPT, HOURS_BETWEEN_PURGES);
    }

    /**
     * Starts a server and returns when it takes connections.
     *
     * @param dataDirectory where its data is, or will be; made if it is not there
     * @param port 0 to 65535; 0 for any that is free
     * @throws BindException if the port is taken
     * @throws IOException if the data cannot be read or written, or is in use by another process
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    public static EmbeddedZooKeeper start(Path dataDirectory, int port) throws IOException, InterruptedException {
        FileTxnLog.setPreallocSize(LOG_PREALLOCATION_BYTES);
        // This server's metrics cannot be queried, and they take a fifth of its work for a write.
        ServerMetrics.metricsProviderInitialized(NullMetricsProvider.INSTANCE);
        DirectoryLock lock = lock(dataDirectory);
        EmbeddedZooKeeper zooKeeper;
        try {
            zooKeeper = new EmbeddedZooKeeper(
                    dataDirectory, lock, new FileTxnSnapLog(dataDirectory.toFile(), dataDirectory.toFile()));
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
        try {
            zooKeeper.open(port);
        } catch (IOException | InterruptedException | RuntimeException e) {
            zooKeeper.close();
            throw e;
        }
        return zooKeeper;
    }

    private static DirectoryLock lock(Path dataDirectory) throws IOException {
        OwnDirectory.prepare(dataDirectory);
        OwnDirectory.closeToOthers(dataDirectory.resolve(VERSIONED));
        return DirectoryLock.acquire(dataDirectory)
                .orElseThrow(() -> new IOException(
                        "in use; if this node runs already, stop that one first: dataDirectory=" + dataDirectory));
    }

    /**
     * Returns how requests of a session that has begun go out to a server. To one in this process they go without a socket.
     *
     * @param address the server's, as {@link #connectString}; may be another one's, or that of several
     */
    static Function<ZooKeeper, RequestTransport> transports(String address, StoreSecurity security) {
        return handle -> {
            EmbeddedZooKeeper here = RUNNING.get(address);
            return here == null || !here.isRunning() ? new SocketTransport(handle) : here.transport(handle, security);
        };
    }

    private RequestTransport transport(ZooKeeper handle, StoreSecurity security) {
        return new InProcessTransport(
                handle, new InProcessConnection(server, handle.getSessionId(), EnsembleClients.identities(security)));
    }

    private void open(int port) throws IOException, InterruptedException {
        purge.start();
        InetSocketAddress address = new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
        try {
            connections.listen(address);
        } catch (BindException e) {
            BindException named = new BindException("port is taken: " + LOOPBACK + ":" + port);
            named.initCause(e);
            throw named;
        }
        connections.startup(server);
        RUNNING.put(connectString(), this);
    }

    /** Returns where clients of this machine connect, as {@code host:port}. */
    public String connectString() {
        return LOOPBACK + ":" + connections.getLocalPort();
    }

    /** Returns where the data is. */
    public Path dataDirectory() {
        return dataDirectory;
    }

    /** Returns whether it serves; false once it was closed, or has failed, as when the disk is full or memory is used up. */
    public boolean isRunning() {
        return server.isRunning() && failure().isEmpty() && !connections.isStopped();
    }

    /** Returns its failure, empty while it serves, and if that is not known. */
    public Optional<Throwable> failure() {
        return server.failure();
    }

    /** Stops it and releases the data directory, which keeps the data. Idempotent. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        RUNNING.remove(connectString(), this);
        purge.shutdown();
        connections.shutdown();
        server.shutdown();
        try (lock) {
            data.close();
        } catch (IOException e) {
            log.warn("embedded ZooKeeper did not close its files: dataDirectory={}: {}", dataDirectory, e.toString());
        }
    }
}
