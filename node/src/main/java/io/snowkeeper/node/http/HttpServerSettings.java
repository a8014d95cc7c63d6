package io.snowkeeper.node.http;

import static io.snowkeeper.core.Checks.requireWithin;
import static java.util.Objects.requireNonNull;

import io.snowkeeper.node.security.SecuritySettings;
import java.time.Duration;

/**
 * The address of an HTTP port, and its limits.
 *
 * @param bindAddress the address to listen on
 * @param port the port to listen on, 0 for any that is free; up to 65535
 * @param maxCount the most ids that one request may ask for; 1 to {@value #HIGHEST_MAX_COUNT}
 * @param maxConnections how many clients may be connected at once; 1 to 1,000,000
 * @param idleTimeout how long a connection may carry nothing in either direction; 1 ms to 24 h
 * @param requestTimeout how long a client may take to send a request, from its first byte to its last; 1 ms to 24 h
 * @param security the rights of clients
 */
public record HttpServerSettings(
        String bindAddress,
        int port,
        int maxCount,
        int maxConnections,
        Duration idleTimeout,
        Duration requestTimeout,
        SecuritySettings security) {

    public static final int DEFAULT_PORT = 7071;

    /** Answers are made as a whole: this many ids are about 240 KB. */
    public static final int HIGHEST_MAX_COUNT = 10_000;

    public static final int DEFAULT_MAX_CONNECTIONS = 10_000;

    public static final Duration DEFAULT_IDLE_TIMEOUT = Duration.ofMinutes(1);

    public static final Duration DEFAULT_REQUEST_TIMEOUT = Duration.ofSeconds(10);

    private static final int HIGHEST_PORT = 65_535;
    private static final int HIGHEST_MAX_CONNECTIONS = 1_000_000;
    private static final Duration LOWEST_TIMEOUT = Duration.ofMillis(1);
    private static final Duration HIGHEST_TIMEOUT = Duration.ofHours(24);

    /** @throws IllegalArgumentException if a value is out of its range */
    public HttpServerSettings {
        if (requireNonNull(bindAddress).isBlank()) {
            throw new IllegalArgumentException("bindAddress must not be blank");
        }
        requireWithin("httpPort", port, 0, HIGHEST_PORT);
        requireWithin("maxCount", maxCount, 1, HIGHEST_MAX_COUNT);
        requireWithin("maxConnections", maxConnections, 1, HIGHEST_MAX_CONNECTIONS);
        requireWithin("idleTimeout", idleTimeout, LOWEST_TIMEOUT, HIGHEST_TIMEOUT);
        requireWithin("requestTimeout", requestTimeout, LOWEST_TIMEOUT, HIGHEST_TIMEOUT);
        requireNonNull(security);
    }

    /**
     * Makes settings without a token.
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public HttpServerSettings(
            String bindAddress,
            int port,
            int maxCount,
            int maxConnections,
            Duration idleTimeout,
            Duration requestTimeout) {
        this(bindAddress, port, maxCount, maxConnections, idleTimeout, requestTimeout, SecuritySettings.NONE);
    }

    /** Returns the same settings with another security. */
    public HttpServerSettings with(SecuritySettings other) {
        return new HttpServerSettings(bindAddress, port, maxCount, maxConnections, idleTimeout, requestTimeout, other);
    }

    /** Returns the defaults for an address. */
    public static HttpServerSettings on(String bindAddress, int port) {
        return new HttpServerSettings(
                bindAddress,
                port,
                HIGHEST_MAX_COUNT,
                DEFAULT_MAX_CONNECTIONS,
                DEFAULT_IDLE_TIMEOUT,
                DEFAULT_REQUEST_TIMEOUT);
    }
}
