package io.snowkeeper.node.redis;

import static io.snowkeeper.core.Checks.requireWithin;

/**
 * The settings of the port for Redis' protocol, beside those that it shares with the line port.
 *
 * @param port the port to listen on, 0 for any that is free; up to 65535
 * @param createsBlocks whether an increment of an unknown name creates a block sequence of that name
 */
public record RedisSettings(int port, boolean createsBlocks) {

    /** Where clients of Redis look for it. */
    public static final int USUAL_PORT = 6379;

    private static final int HIGHEST_PORT = 65_535;

    /** @throws IllegalArgumentException if the port is out of its range */
    public RedisSettings {
        requireWithin("redisPort", port, 0, HIGHEST_PORT);
    }
}
