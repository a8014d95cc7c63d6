package io.snowkeeper.node.net.connection;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * The settings of the connections of all ports.
 *
 * @param maxAge how old a connection becomes, give or take a tenth; 1 s to 24 h, or 0 for as old as its client likes
 * @param proxiedPorts the ports at which proxies name their clients
 * @param proxies whose word is taken for that; none where there are no such ports
 */
public record ConnectionSettings(Duration maxAge, Set<ProxiedPort> proxiedPorts, TrustedProxies proxies) {

    /** Connections of any age, and no proxies. */
    public static final ConnectionSettings NONE = new ConnectionSettings(Duration.ZERO, Set.of(), TrustedProxies.NONE);

    private static final Duration LOWEST_MAX_AGE = Duration.ofSeconds(1);
    private static final Duration HIGHEST_MAX_AGE = Duration.ofHours(24);

    /** @throws IllegalArgumentException if a value is out of its range, or there are ports without proxies, or proxies without ports */
    public ConnectionSettings {
        if (!maxAge.isZero() && (maxAge.compareTo(LOWEST_MAX_AGE) < 0 || maxAge.compareTo(HIGHEST_MAX_AGE) > 0)) {
            throw new IllegalArgumentException("must be >= %s && <= %s, or 0: maxConnectionAge=%s"
                    .formatted(LOWEST_MAX_AGE, HIGHEST_MAX_AGE, maxAge));
        }
        proxiedPorts = Set.copyOf(proxiedPorts);
        if (proxiedPorts.isEmpty() != proxies.isEmpty()) {
            throw new IllegalArgumentException(
                    "proxyProtocol needs proxyProtocolFrom, and the other way round: ports=%s, proxies=%s"
                            .formatted(proxiedPorts, proxies));
        }
    }

    /** Returns settings with that age, without proxies. */
    public static ConnectionSettings ofAge(Duration maxAge) {
        return new ConnectionSettings(maxAge, Set.of(), TrustedProxies.NONE);
    }

    /** Returns the proxies that speak for others at a port; empty if none does. */
    Optional<TrustedProxies> proxiesAt(ProxiedPort port) {
        return proxiedPorts.contains(port) ? Optional.of(proxies) : Optional.empty();
    }
}
