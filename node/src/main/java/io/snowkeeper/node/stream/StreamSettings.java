package io.snowkeeper.node.stream;

import static io.snowkeeper.core.Checks.requireWithin;
import static java.util.Objects.requireNonNull;

import io.snowkeeper.node.net.BusyPoll;
import io.snowkeeper.node.security.SecuritySettings;
import java.time.Duration;

/**
 * The settings of a port, for any protocol.
 *
 * @param bindAddress the address to listen on, a name or a number
 * @param port the port to listen on, 0 for any that is free; up to 65535
 * @param maxConnections how many clients may be connected at once; 1 to 1,000,000
 * @param idleTimeout how long a connection may carry nothing in either direction; up to 24 h, 0 for no limit
 * @param busyPoll how long its threads look for requests before they sleep
 * @param security the rights of clients
 */
public record StreamSettings(
        String bindAddress,
        int port,
        int maxConnections,
        Duration idleTimeout,
        BusyPoll busyPoll,
        SecuritySettings security) {

    private static final int HIGHEST_PORT = 65_535;
    private static final int HIGHEST_MAX_CONNECTIONS = 1_000_000;
    private static final Duration HIGHEST_IDLE_TIMEOUT = Duration.ofHours(24);

    /** @throws IllegalArgumentException if a value is out of its range */
    public StreamSettings {
        if (requireNonNull(bindAddress).isBlank()) {
            throw new IllegalArgumentException("bindAddress must not be blank");
        }
        requireWithin("port", port, 0, HIGHEST_PORT);
        requireWithin("maxConnections", maxConnections, 1, HIGHEST_MAX_CONNECTIONS);
        requireWithin("idleTimeout", idleTimeout, Duration.ZERO, HIGHEST_IDLE_TIMEOUT);
        requireNonNull(busyPoll);
        requireNonNull(security);
    }

    /** Returns the same settings of another port. */
    public StreamSettings onPort(int other) {
        return new StreamSettings(bindAddress, other, maxConnections, idleTimeout, busyPoll, security);
    }
}
