package io.snowkeeper.sequences;

import static io.snowkeeper.core.Checks.requireWithin;
import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.StoreSecurity;
import java.time.Duration;

/**
 * The settings of the sequences that a node serves.
 *
 * @param connectString ZooKeeper's servers as {@code host:port[,host:port…][/chroot]}, the same for the whole fleet
 * @param node the node's name, for people to read
 * @param sessionTimeout how long ZooKeeper waits for a silent node; 1 s to 5 min
 * @param timeout how long a call waits at the most, where it does not say; 10 ms to 1 min
 * @param maxCount the most numbers that a call may ask for; 1 to 1,000,000
 * @param maxWaiting how many calls of one sequence may wait at once; 1 to 1,000,000
 * @param sweepInterval how often numbers and keys whose time is up are looked for; 10 ms to 1 min
 * @param maxSkew how far the node's clock may be from ZooKeeper's where the time decides something for good; 100 ms to 1 h, the same for
 *     the whole fleet
 * @param security how the node logs in to ZooKeeper, and whether over TLS
 */
public record SequenceSettings(
        String connectString,
        String node,
        Duration sessionTimeout,
        Duration timeout,
        int maxCount,
        int maxWaiting,
        Duration sweepInterval,
        Duration maxSkew,
        StoreSecurity security) {

    /** The most numbers that a call may usually ask for. */
    public static final int DEFAULT_MAX_COUNT = 10_000;

    /** How far the node's clock may usually be from ZooKeeper's. */
    public static final Duration DEFAULT_MAX_SKEW = Duration.ofSeconds(5);

    private static final int COUNT_LIMIT = 1_000_000;

    /** @throws IllegalArgumentException if a value is out of its range */
    public SequenceSettings {
        if (requireNonNull(connectString).isBlank()) {
            throw new IllegalArgumentException("connectString must not be blank");
        }
        if (requireNonNull(node).isBlank()) {
            throw new IllegalArgumentException("node must not be blank");
        }
        requireWithin("sessionTimeout", sessionTimeout, Duration.ofSeconds(1), Duration.ofMinutes(5));
        requireWithin("timeout", timeout, Duration.ofMillis(10), Duration.ofMinutes(1));
        requireWithin("maxCount", maxCount, 1, COUNT_LIMIT);
        requireWithin("maxWaiting", maxWaiting, 1, COUNT_LIMIT);
        requireWithin("sweepInterval", sweepInterval, Duration.ofMillis(10), Duration.ofMinutes(1));
        requireWithin("maxSkew", maxSkew, Duration.ofMillis(100), Duration.ofHours(1));
        requireNonNull(security);
    }

    /** Returns the usual settings: calls wait 2 s, ask for 10,000 numbers at the most, 10,000 may wait, and clocks may differ by 5 s. */
    public static SequenceSettings of(String connectString, String node, Duration sessionTimeout) {
        return new SequenceSettings(
                connectString,
                node,
                sessionTimeout,
                Duration.ofSeconds(2),
                DEFAULT_MAX_COUNT,
                10_000,
                Duration.ofSeconds(1),
                DEFAULT_MAX_SKEW,
                StoreSecurity.NONE);
    }

    /** Returns these settings with another way to ZooKeeper. */
    public SequenceSettings withSecurity(StoreSecurity newSecurity) {
        return with(timeout, maxSkew, newSecurity);
    }

    /** Returns these settings with another timeout for calls. */
    public SequenceSettings withTimeout(Duration newTimeout) {
        return with(newTimeout, maxSkew, security);
    }

    /** Returns these settings with another limit of how far the clocks may be apart. */
    public SequenceSettings withMaxSkew(Duration newMaxSkew) {
        return with(timeout, newMaxSkew, security);
    }

    private SequenceSettings with(Duration newTimeout, Duration newMaxSkew, StoreSecurity newSecurity) {
        return new SequenceSettings(
                connectString,
                node,
                sessionTimeout,
                newTimeout,
                maxCount,
                maxWaiting,
                sweepInterval,
                newMaxSkew,
                newSecurity);
    }
}
