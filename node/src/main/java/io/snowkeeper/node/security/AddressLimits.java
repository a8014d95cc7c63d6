package io.snowkeeper.node.security;

import static io.snowkeeper.core.Checks.requireWithin;

/**
 * The limits of one client address at a port.
 *
 * @param maxConnections how many connections at once; 0 for no limit, up to 1,000,000
 * @param maxRate how many requests a second, and as many at once after a pause; 0 for no limit, up to 1,000,000
 */
public record AddressLimits(int maxConnections, int maxRate) {

    /**
     * No limit, which is the default: behind a load balancer that passes on connections all clients have the balancer's
     * address, and a limit for one of them would be one for all.
     */
    public static final AddressLimits NONE = new AddressLimits(0, 0);

    private static final int HIGHEST = 1_000_000;

    /** @throws IllegalArgumentException if a value is out of its range */
    public AddressLimits {
        requireWithin("maxConnectionsPerAddress", maxConnections, 0, HIGHEST);
        requireWithin("maxRatePerAddress", maxRate, 0, HIGHEST);
    }

    /** Returns whether there is anything to look after. */
    public boolean areSet() {
        return maxConnections > 0 || maxRate > 0;
    }
}
