package io.snowkeeper.coordinator.zookeeper;

import static java.util.Objects.requireNonNullElse;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.function.Consumer;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ServerCnxn;
import org.apache.zookeeper.server.ZooKeeperThread;
import org.jspecify.annotations.Nullable;

/** The connections of an embedded server. When one of their threads dies of an error, all are closed, and the server lives on. */
final class EmbeddedConnections extends NIOServerCnxnFactory {

    static final int DEFAULT_BACKLOG = -1;

    /** ZooKeeper's own name for it. Its limit by argument is for each address, of which loopback has millions. */
    private static final String MAX_CONNECTIONS_PROPERTY = "zookeeper.maxCnxns";

    /**
     * With 0 of the worker threads, of which ZooKeeper takes two for each processor, the thread that finds out which
     * connections are ready reads and writes itself. The few connections of one machine do not keep that thread busy, while to
     * hand a request to another thread costs more than to read it.
     */
    private static final String NO_WORKER_THREADS = "0";

    private final int max;
    private final Consumer<Throwable> failed;
    private volatile boolean stopped;

    /**
     * @param max how many connections are accepted, of all addresses together
     * @param failed receives the exception that ended one of its threads
     */
    EmbeddedConnections(int max, Consumer<Throwable> failed) {
        this.max = max;
        this.failed = failed;
    }

    /** Takes the port. No connection is served before the start. */
    void listen(InetSocketAddress address) throws IOException {
        // Read from system properties alone, and in here, so that other servers of the process need not find them.
        synchronized (EmbeddedConnections.class) {
            String maxConnections = System.setProperty(MAX_CONNECTIONS_PROPERTY, Integer.toString(max));
            String workerThreads = System.getProperty(ZOOKEEPER_NIO_NUM_WORKER_THREADS);
            System.setProperty(ZOOKEEPER_NIO_NUM_WORKER_THREADS, requireNonNullElse(workerThreads, NO_WORKER_THREADS));
            try {
                configure(address, max, DEFAULT_BACKLOG, false);
            } finally {
                restore(MAX_CONNECTIONS_PROPERTY, maxConnections);
                restore(ZOOKEEPER_NIO_NUM_WORKER_THREADS, workerThreads);
            }
        }
    }

    private static void restore(String property, @Nullable String value) {
        if (value == null) {
            System.clearProperty(property);
        } else {
            System.setProperty(property, value);
        }
    }

    /** As the server, they have no beans. */
    @Override
    public void registerConnection(ServerCnxn connection) {}

    @Override
    public void unregisterConnection(ServerCnxn connection) {}

    @Override
    public void stop() {
        stopped = true;
        if (Thread.currentThread() instanceof ZooKeeperThread thread) {
            noteEndOf(thread);
        }
        super.stop();
    }

    /** When one of its own threads ends, all stop, while the cause is still on its way to the thread's handler. */
    private void noteEndOf(Thread thread) {
        Thread.UncaughtExceptionHandler handler = thread.getUncaughtExceptionHandler();
        thread.setUncaughtExceptionHandler((dead, cause) -> {
            failed.accept(cause);
            handler.uncaughtException(dead, cause);
        });
    }

    /** Returns whether it no longer serves. */
    boolean isStopped() {
        return stopped;
    }
}
