package io.snowkeeper.node.line;

import static io.snowkeeper.core.Checks.requireWithin;

import io.snowkeeper.node.net.BusyPoll;
import io.snowkeeper.node.security.SecuritySettings;
import io.snowkeeper.node.stream.StreamSettings;
import java.time.Duration;

/**
 * The settings of the line protocol over TCP.
 *
 * @param bindAddress the address to listen on, a name or a number
 * @param port the port to listen on, 0 for any that is free; up to 65535
 * @param maxBatch the most ids that one request may ask for; 1 to 1,000,000, which are 20 MB in one answer
 * @param maxConnections how many clients may be connected at once; 1 to 1,000,000
 * @param idleTimeout how long a connection may carry nothing in either direction; up to 24 h, 0 for no limit
 * @param busyPoll how long its threads look for requests before they sleep
 * @param security the rights of clients
 */
public record LineServerSettings(
        String bindAddress,
        int port,
        int maxBatch,
        int maxConnections,
        Duration idleTimeout,
        BusyPoll busyPoll,
        SecuritySettings security) {

    public static final int DEFAULT_PORT = 7070;

    /** About 2 MB in one answer, 25 ms of a worker's ids. */
    public static final int DEFAULT_MAX_BATCH = 100_000;

    public static final int DEFAULT_MAX_CONNECTIONS = 10_000;

    public static final Duration DEFAULT_IDLE_TIMEOUT = Duration.ofMinutes(5);

    static final int HIGHEST_MAX_BATCH = 1_000_000;

    /** @throws IllegalArgumentException if a value is out of its range */
    public LineServerSettings {
        new StreamSettings(bindAddress, port, maxConnections, idleTimeout, busyPoll, security);
        requireBatchLimit(maxBatch);
    }

    /** Returns the settings that do not depend on the protocol. */
    public StreamSettings stream() {
        return new StreamSettings(bindAddress, port, maxConnections, idleTimeout, busyPoll, security);
    }

    /**
     * Makes settings without a token, and with the usual busy polling.
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public LineServerSettings(String bindAddress, int port, int maxBatch, int maxConnections, Duration idleTimeout) {
        this(
                bindAddress,
                port,
                maxBatch,
                maxConnections,
                idleTimeout,
                BusyPoll.usual(Runtime.getRuntime().availableProcessors()),
                SecuritySettings.NONE);
    }

    /** Returns the same settings with another security. */
    public LineServerSettings with(SecuritySettings other) {
        return new LineServerSettings(bindAddress, port, maxBatch, maxConnections, idleTimeout, busyPoll, other);
    }

    /** Returns the same settings with another busy polling. */
    public LineServerSettings with(BusyPoll other) {
        return new LineServerSettings(bindAddress, port, maxBatch, maxConnections, idleTimeout, other, security);
    }

    /** Returns the defaults for an address. */
    public static LineServerSettings on(String bindAddress, int port) {
        return new LineServerSettings(
                bindAddress, port, DEFAULT_MAX_BATCH, DEFAULT_MAX_CONNECTIONS, DEFAULT_IDLE_TIMEOUT);
    }

    static void requireBatchLimit(int maxBatch) {
        requireWithin("maxBatch", maxBatch, 1, HIGHEST_MAX_BATCH);
    }
}
